import { expect, test } from "vitest";
import { formatNumber, formatRate } from "./format-number.ts";

test.each([
  ["en-GB", "1,204", "14.975%"],
  ["de", "1.204", "14,975\u00a0%"],
])("numbers and rates are formatted for %s", (language, number, rate) => {
  expect(formatNumber(1204, language)).toBe(number);
  expect(formatRate(149_750, language)).toBe(rate);
});

test.each([130_000, 200_000, 55_000, 70_001, 0])("a rate of %i millionths has all its digits", (millionths) => {
  expect(formatRate(millionths, "en")).toBe(`${millionths / 10_000}%`);
});
