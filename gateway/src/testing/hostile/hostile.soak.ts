import { it } from "vitest";
import { soak } from "../soak.ts";
import { surviveHostileRequests } from "./hostile.case.ts";

it("hostile requests get no 5xx, change no data of others, and the gateway stays healthy", (test) =>
  soak(test, "hostile requests", 100_000, surviveHostileRequests));
