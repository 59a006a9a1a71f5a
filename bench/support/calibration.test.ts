import { expect, it } from "vitest";
import { fixedWork } from "./calibration.ts";

it("the work is the same each time, on every machine", () => {
  expect([fixedWork(), fixedWork()]).toEqual([40_496_199, 40_496_199]);
});
