import { expect, test } from "vitest";
import { formatNumber, formatRate } from "./format-number.ts";

test.each([
  ["en-GB", "1,204", "14.975%"],
  ["de", "1.204", "14,975\u00a0%"],
])("numbers and rates are formatted for %s", (language, number, rate) => {
  expect(formatNumber(1204, language)).toBe(number);
  expect(formatRate(149_750, language)).toBe(rate);
});

test.each(["en", "en-AU", "en-CA", "en-GB", "en-IE", "en-NZ", "en-US"])(
  "whole numbers are as `Intl` writes them in %s",
  (language) => {
    for (const value of [0, 7, 999, 1_000, -120, -1_204, 65_536, 1_234_567, Number.MAX_SAFE_INTEGER]) {
      expect(formatNumber(value, language)).toBe(new Intl.NumberFormat(language).format(value));
    }
    expect(formatNumber(1_204.5, language)).toBe("1,204.5");
  },
);

test.each([130_000, 200_000, 55_000, 70_001, 0])("a rate of %i millionths has all its digits", (millionths) => {
  expect(formatRate(millionths, "en")).toBe(`${millionths / 10_000}%`);
});
