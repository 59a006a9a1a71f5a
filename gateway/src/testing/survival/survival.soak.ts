import { it } from "vitest";
import { soak } from "../soak.ts";
import { killsLoseNothing } from "./survival.case.ts";

it("loses no acknowledged row when the gateway is killed under load", (test) =>
  soak(test, "kills during sign-ups", 200, killsLoseNothing));
