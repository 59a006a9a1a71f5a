import { it } from "vitest";
import { killsLoseNoOrder } from "./killed.case.ts";

it(
  "a process that is killed while orders are placed loses none, places none twice, and leaves the stock right",
  () => killsLoseNoOrder(2),
  30_000,
);
