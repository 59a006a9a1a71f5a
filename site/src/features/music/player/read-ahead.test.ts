import { expect, test } from "vitest";
import { readsAhead } from "./read-ahead.ts";

test("the next song is loaded at once on a fast line, near the end on others, never for those who save data", () => {
  expect(readsAhead(200, { effectiveType: "4g" })).toBe(true);
  expect([31, 30].map((left) => readsAhead(left, { effectiveType: "3g" }))).toEqual([false, true]);
  expect([31, 30].map((left) => readsAhead(left, {}))).toEqual([false, true]);
  expect(readsAhead(1, { effectiveType: "4g", saveData: true })).toBe(false);
});
