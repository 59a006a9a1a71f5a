import { expect, it } from "vitest";
import { toWholeTenths } from "./icon-path.ts";

it.each([
  ["lines", "M1.04 2.06L3 4h2v2l-1 .5z", "m10 21 20 19h20v20l-10 5z"],
  ["smooth curves", "M0 0c1 0 2 1 2 2s1 2 2 2", "m0 0c10 0 20 10 20 20s10 20 20 20"],
  ["an arc whose flags are followed by a number without a space", "M8 12a4 4 0 114-4.02", "m80 120a40 40 0 1140-40"],
  ["further pairs of a move", "m1 1 2 0 0 2z", "m10 10h20v20z"],
  ["parts too small to see", "M1 1l.01.02L2 3z", "m10 10 10 20z"],
])("draws %s in whole tenths", (_, path, drawn) => {
  expect(toWholeTenths(path)).toBe(drawn);
});

it("rounds each point by itself, so that errors do not add up", () => {
  const steps = "l.04 1".repeat(10);
  expect(toWholeTenths(`M0 0${steps}z`)).toMatch(/^m0 0/);
  const width = [...toWholeTenths(`M0 0${steps}z`).matchAll(/(?<=[l ])(\d+) 10|v10/g)].reduce(
    (sum, [, x]) => sum + Number(x ?? 0),
    0,
  );
  expect(width).toBe(4);
});
