import { expect, it } from "vitest";
import { endOfDay, startOfDay, toFilterTests } from "./subscriber-filter.ts";

it("a short search matches the beginning of an email, a search of three characters any part", () => {
  expect(toFilterTests({ email: "a" })).toEqual([["email", "ilike", "a%"]]);
  expect(toFilterTests({ email: "an" })).toEqual([["email", "ilike", "an%"]]);
  expect(toFilterTests({ email: "ann" })).toEqual([["email", "ilike", "%ann%"]]);
});

it("a search escapes the special characters of patterns", () => {
  expect(toFilterTests({ email: "50%_of\\f" })).toEqual([["email", "ilike", "%50\\%\\_of\\\\f%"]]);
  expect(toFilterTests({ email: "a*b" })).toEqual([["email", "ilike", "%a_b%"]]);
});

it("each field becomes a condition, and a missing field becomes none", () => {
  expect(toFilterTests({})).toEqual([]);
  expect(toFilterTests({ source: "website-footer", status: "active", from: "2026-01-30", to: "2026-01-31" })).toEqual([
    ["source", "eq", "website-footer"],
    ["status", "eq", "active"],
    ["subscribed_at", "gte", "2026-01-30T00:00:00Z"],
    ["subscribed_at", "lt", "2026-02-01T00:00:00Z"],
  ]);
});

it("a day ends when the next day starts, at the end of a month and in a leap year too", () => {
  expect(startOfDay("2026-01-31")).toBe("2026-01-31T00:00:00Z");
  expect(endOfDay("2026-01-31")).toBe("2026-02-01T00:00:00Z");
  expect(endOfDay("2028-02-28")).toBe("2028-02-29T00:00:00Z");
});
