import { expect, test } from "vitest";
import { shouldPreload } from "./preload-song.ts";

test("the next song loads at once on a fast network, or near the end, but never for visitors who save data", () => {
  expect(shouldPreload(200, { effectiveType: "4g" })).toBe(true);
  expect([31, 30].map((left) => shouldPreload(left, { effectiveType: "3g" }))).toEqual([false, true]);
  expect([31, 30].map((left) => shouldPreload(left, {}))).toEqual([false, true]);
  expect(shouldPreload(1, { effectiveType: "4g", saveData: true })).toBe(false);
});
