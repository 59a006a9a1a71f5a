import { expect, test } from "vitest";
import { formatPrice } from "./format-price.ts";

test.each([
  ["24.5", "CAD", "$24.50"],
  ["1234567.89", "CAD", "$1,234,567.89"],
  ["9007199254740993.07", "CAD", "$9,007,199,254,740,993.07"],
  ["30.0", "EUR", "€30.00"],
  ["1200", "JPY", "¥1,200"],
  ["1990.50", "HUF", "Ft\u00a01,990.50"],
  ["5.125", "KWD", "KWD\u00a05.125"],
  ["0.0", "CAD", "$0.00"],
])("%s %s reads %s", (amount, currencyCode, words) => {
  expect(formatPrice({ amount, currencyCode })).toBe(words);
});
