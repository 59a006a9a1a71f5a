import { describe, expect, it, test } from "vitest";
import { clampIndex, dragIndex, findView, stepIndex } from "./carousel-steps.ts";

test.each([
  [5120, 4, 2],
  [4000, 4, 2],
  [3999, 4, 2],
  [1400, 4, 2],
  [1399, 3, 2],
  [1024, 3, 2],
  [1023, 2, 1],
  [640, 2, 1],
  [639, 1, 1],
  [320, 1, 1],
])("a window of %d px shows %d slides, and a step is %d", (width, items, step) => {
  expect(findView(width)).toEqual({ items, step });
});

describe("a step", () => {
  it("first stops at an end, then loops", () => {
    const visited = [0];
    for (let press = 0; press < 5; press += 1) visited.push(stepIndex(visited.at(-1) ?? 0, 2, 4, 9));
    expect(visited).toEqual([0, 2, 4, 5, 0, 2]);
    expect(stepIndex(0, -2, 4, 9)).toBe(5);
    expect(stepIndex(1, -2, 4, 9)).toBe(0);
  });

  it("loops with four slides, but stays at the end with three", () => {
    expect(stepIndex(3, 1, 1, 4)).toBe(0);
    expect(stepIndex(2, 1, 1, 3)).toBe(2);
    expect(stepIndex(0, -1, 1, 3)).toBe(0);
  });

  it("does nothing if all slides are in view", () => {
    expect(stepIndex(0, 2, 4, 4)).toBe(0);
    expect(stepIndex(0, -2, 4, 1)).toBe(0);
    expect(stepIndex(0, 2, 4, 0)).toBe(0);
  });
});

test("an index is never below 0, and never so high that the row has an empty end", () => {
  expect([-1, 0, 3, 9].map((index) => clampIndex(index, 4, 6))).toEqual([0, 0, 2, 2]);
  expect(clampIndex(2, 4, 3)).toBe(0);
});

describe("a drag", () => {
  it.each([
    ["79 px change nothing", 79, 1],
    ["80 px move one slide forward", 80, 2],
    ["80 px to the right move one slide back", -80, 0],
    ["the width of three slides moves three slides forward", 900, 4],
  ])("%s", (_, distance, index) => {
    expect(dragIndex(1, distance, 300, 3, 9)).toBe(index);
  });

  it("beyond the last slide loops", () => {
    expect(dragIndex(6, 90, 300, 3, 9)).toBe(0);
    expect(dragIndex(0, -90, 300, 3, 9)).toBe(6);
  });
});
