import { expect, it } from "vitest";
import { fixedWork } from "./calibration.ts";

it("the fixed work has the same result every time and on every machine", () => {
  expect([fixedWork(), fixedWork()]).toEqual([40_496_199, 40_496_199]);
});
