import { expect, it } from "vitest";
import { endOfDay, startOfDay, testsOf } from "./subscriber-filter.ts";

it("a search looks at the beginning first, and inside from three characters on", () => {
  expect(testsOf({ email: "a" })).toEqual([["email", "ilike", "a%"]]);
  expect(testsOf({ email: "an" })).toEqual([["email", "ilike", "an%"]]);
  expect(testsOf({ email: "ann" })).toEqual([["email", "ilike", "%ann%"]]);
});

it("a search takes signs of the pattern language as they are", () => {
  expect(testsOf({ email: "50%_of\\f" })).toEqual([["email", "ilike", "%50\\%\\_of\\\\f%"]]);
  expect(testsOf({ email: "a*b" })).toEqual([["email", "ilike", "%a_b%"]]);
});

it("each part is a test, and what is not told is none", () => {
  expect(testsOf({})).toEqual([]);
  expect(testsOf({ source: "website-footer", status: "active", from: "2026-01-30", to: "2026-01-31" })).toEqual([
    ["source", "eq", "website-footer"],
    ["status", "eq", "active"],
    ["subscribed_at", "gte", "2026-01-30T00:00:00Z"],
    ["subscribed_at", "lt", "2026-02-01T00:00:00Z"],
  ]);
});

it("a day ends where the next begins, after the last of a month and in a leap year too", () => {
  expect(startOfDay("2026-01-31")).toBe("2026-01-31T00:00:00Z");
  expect(endOfDay("2026-01-31")).toBe("2026-02-01T00:00:00Z");
  expect(endOfDay("2028-02-28")).toBe("2028-02-29T00:00:00Z");
});
