import { it } from "vitest";
import { soak } from "../../../../testing/soak.ts";
import { killsLoseNoOrder } from "./killed.case.ts";

it("killing the process while orders are placed loses none, places none twice, and leaves the stock right", (test) =>
  soak(test, "kills during orders", 200, killsLoseNoOrder));
