import { expect, test } from "vitest";
import { createTextCache } from "./kept-texts.ts";

test("no more than so many values are kept; the longest unused go first", () => {
  const kept = createTextCache<number>({ entries: 3, characters: 100 });
  for (const [value, text] of ["a", "b", "c"].entries()) kept.keep(text, value, 1);
  expect(kept.find("a")).toBe(0);
  kept.keep("d", 3, 1);
  expect(["a", "b", "c", "d"].map((text) => kept.find(text))).toEqual([0, undefined, 2, 3]);
});

test("together they are never larger than the bound, and one large one does not push all others out", () => {
  const kept = createTextCache<string>({ entries: 1_000, characters: 100 });
  for (let at = 0; at < 50; at += 1) kept.keep(String(at), "x", 10);
  const found = Array.from({ length: 50 }, (_, at) => String(at)).filter((text) => kept.find(text));
  expect(found).toEqual(["40", "41", "42", "43", "44", "45", "46", "47", "48", "49"]);
  kept.keep("large", "x", 26);
  expect(kept.find("large")).toBeUndefined();
  expect(kept.find("49")).toBe("x");
  kept.keep("49", "y", 20);
  expect([kept.find("49"), kept.find("40")]).toEqual(["y", undefined]);
  kept.clear();
  expect(kept.find("49")).toBeUndefined();
});
