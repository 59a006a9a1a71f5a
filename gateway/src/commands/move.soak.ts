import { it } from "vitest";
import { soak } from "../testing/soak.ts";
import { movesThereAndBack } from "./move.case.ts";

it("a list moved to a second Porchlight and back is byte for byte the same", (test) =>
  soak(test, "rows moved there and back", 100_000, movesThereAndBack));
