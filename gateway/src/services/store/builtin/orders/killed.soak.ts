import { it } from "vitest";
import { soak } from "../../../../testing/soak.ts";
import { killsLoseNoOrder } from "./killed.case.ts";

it("kills while orders are placed lose none, place none twice, and keep the stock right", (test) =>
  soak(test, "kills amid orders", 200, killsLoseNoOrder));
