import { it } from "vitest";
import { soak } from "../testing/soak.ts";
import { movesThereAndBack } from "./move.case.ts";

it("a list that moves to a second Porchlight and back is the same, byte for byte", (test) =>
  soak(test, "rows moved to a provider and back", 100_000, movesThereAndBack));
