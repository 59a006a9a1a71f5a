import { it } from "vitest";
import { soak } from "../soak.ts";
import { bearsHostileRequests } from "./hostile.case.ts";

it("hostile requests get no 5xx, change nothing that is not theirs and leave the gateway well", (test) =>
  soak(test, "hostile requests", 100_000, bearsHostileRequests));
