import { expect, test } from "vitest";
import { hasPassed } from "./has-passed.ts";

test.each([
  ["at its beginning", 1_000, false],
  ["a moment before its end", 1_099, false],
  ["at its end", 1_100, true],
  ["long after", 9_000, true],
  ["by a clock that was set back", 999, true],
])("a span, %s", (_, now, isOver) => {
  expect(hasPassed(1_000, now, 100)).toBe(isOver);
});

test("a span that has never begun counts as over", () => {
  expect(hasPassed(Number.NEGATIVE_INFINITY, 0, 100)).toBe(true);
});
