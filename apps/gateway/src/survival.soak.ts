import { it } from "vitest";
import { killsLoseNothing } from "./survival.case.ts";
import { soak } from "./testing/soak.ts";

it("kills under load lose no row that was acknowledged", (test) =>
  soak(test, "kills amid sign-ups", 200, killsLoseNothing));
