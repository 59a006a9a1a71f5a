import { it } from "vitest";
import { bearsHostileRequests } from "./hostile.case.ts";
import { soak } from "./testing/soak.ts";

it("hostile requests get no 5xx, change nothing that is not theirs and leave the gateway well", (test) =>
  soak(test, "hostile requests", 100_000, bearsHostileRequests));
