import { it } from "vitest";
import { soak } from "../soak.ts";
import { killsLoseNothing } from "./survival.case.ts";

it("kills under load lose no row that was acknowledged", (test) =>
  soak(test, "kills amid sign-ups", 200, killsLoseNothing));
