import { expect, test } from "vitest";
import { formatAmount, minorDigits, parseAmount } from "./money.ts";

test.each([
  ["24.5", "CAD", 2450],
  ["24.50", "CAD", 2450],
  ["24.500", "CAD", 2450],
  ["0", "CAD", 0],
  ["-0.00", "CAD", 0],
  ["-3.05", "CAD", -305],
  ["1200", "JPY", 1200],
  ["1.234", "KWD", 1234],
  ["0.29", "CAD", 29],
])("%s %s is %i of the smallest units", (text, currency, units) => {
  expect(parseAmount(text, currency)).toBe(units);
});

test.each(["24.505", "1e3", "", "twelve", "1,50", "--1", ".5", "99999999999999", "NaN"])("%j is no amount", (text) => {
  expect(parseAmount(text, "CAD")).toBeUndefined();
});

test.each([
  [2450, "CAD", "24.50"],
  [5, "CAD", "0.05"],
  [-305, "CAD", "-3.05"],
  [1200, "JPY", "1200"],
  [7, "KWD", "0.007"],
])("%i of %s is written %s", (units, currency, text) => {
  expect(formatAmount(units, currency)).toBe(text);
});

test.each([
  ["JPY", 0],
  ["ISK", 0],
  ["CAD", 2],
  // People write these without cents, and so does `Intl`.
  ["HUF", 2],
  ["COP", 2],
  ["IDR", 2],
  ["MGA", 2],
  ["KWD", 3],
  ["IQD", 3],
])("%s has %i digits, on every machine", (currency, digits) => {
  expect(minorDigits(currency)).toBe(digits);
});
