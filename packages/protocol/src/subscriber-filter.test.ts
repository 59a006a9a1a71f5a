import { expect, it } from "vitest";
import { endOfDay, searchPattern, startOfDay } from "./subscriber-filter.ts";

it("a search looks at the beginning first, and inside from three characters on", () => {
  expect(searchPattern("a")).toBe("a%");
  expect(searchPattern("an")).toBe("an%");
  expect(searchPattern("ann")).toBe("%ann%");
});

it("a search takes signs of the pattern language as they are", () => {
  expect(searchPattern("50%_of\\f")).toBe("%50\\%\\_of\\\\f%");
  expect(searchPattern("a*b")).toBe("%a_b%");
});

it("a day ends where the next begins, after the last of a month and in a leap year too", () => {
  expect(startOfDay("2026-01-31")).toBe("2026-01-31T00:00:00Z");
  expect(endOfDay("2026-01-31")).toBe("2026-02-01T00:00:00Z");
  expect(endOfDay("2028-02-28")).toBe("2028-02-29T00:00:00Z");
});
