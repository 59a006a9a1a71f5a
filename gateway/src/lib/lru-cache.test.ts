import { expect, test } from "vitest";
import { createLruCache } from "./lru-cache.ts";

test("above the limit on entries, the least recently used values are dropped", () => {
  const cache = createLruCache<number>({ entries: 3, weight: 100 });
  for (const [value, text] of ["a", "b", "c"].entries()) cache.store(text, value, 1);
  expect(cache.find("a")).toBe(0);
  cache.store("d", 3, 1);
  expect(["a", "b", "c", "d"].map((text) => cache.find(text))).toEqual([0, undefined, 2, 3]);
});

test("values never weigh more than the limit, and one large value does not displace all others", () => {
  const cache = createLruCache<string>({ entries: 1_000, weight: 100 });
  for (let at = 0; at < 50; at += 1) cache.store(String(at), "x", 10);
  const found = Array.from({ length: 50 }, (_, at) => String(at)).filter((text) => cache.find(text));
  expect(found).toEqual(["40", "41", "42", "43", "44", "45", "46", "47", "48", "49"]);
  cache.store("large", "x", 26);
  expect(cache.find("large")).toBeUndefined();
  expect(cache.find("49")).toBe("x");
  cache.store("49", "y", 20);
  expect([cache.find("49"), cache.find("40")]).toEqual(["y", undefined]);
  cache.clear();
  expect(cache.find("49")).toBeUndefined();
});
