import { describe, expect, it, test } from "vitest";
import { clampedIndex, draggedIndex, steppedIndex, viewAt } from "./carousel-steps.ts";

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
  expect(viewAt(width)).toEqual({ items, step });
});

describe("a step", () => {
  it("stops at an end first, then goes round", () => {
    const visited = [0];
    for (let press = 0; press < 5; press += 1) visited.push(steppedIndex(visited.at(-1) ?? 0, 2, 4, 9));
    expect(visited).toEqual([0, 2, 4, 5, 0, 2]);
    expect(steppedIndex(0, -2, 4, 9)).toBe(5);
    expect(steppedIndex(1, -2, 4, 9)).toBe(0);
  });

  it("goes round with four slides, and stays at the end with three", () => {
    expect(steppedIndex(3, 1, 1, 4)).toBe(0);
    expect(steppedIndex(2, 1, 1, 3)).toBe(2);
    expect(steppedIndex(0, -1, 1, 3)).toBe(0);
  });

  it("leads nowhere when everything is in view", () => {
    expect(steppedIndex(0, 2, 4, 4)).toBe(0);
    expect(steppedIndex(0, -2, 4, 1)).toBe(0);
    expect(steppedIndex(0, 2, 4, 0)).toBe(0);
  });
});

test("a place is never before the first slide, nor so far that the row ends empty", () => {
  expect([-1, 0, 3, 9].map((index) => clampedIndex(index, 4, 6))).toEqual([0, 0, 2, 2]);
  expect(clampedIndex(2, 4, 3)).toBe(0);
});

describe("a drag", () => {
  it.each([
    ["79 px change nothing", 79, 1],
    ["80 px lead one slide on", 80, 2],
    ["80 px the other way lead one slide back", -80, 0],
    ["as far as three slides leads three slides on", 900, 4],
  ])("%s", (_, distance, index) => {
    expect(draggedIndex(1, distance, 300, 3, 9)).toBe(index);
  });

  it("beyond the last slide comes round", () => {
    expect(draggedIndex(6, 90, 300, 3, 9)).toBe(0);
    expect(draggedIndex(0, -90, 300, 3, 9)).toBe(6);
  });
});
