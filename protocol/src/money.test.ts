import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
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

test.each(["24.505", "1e3", "", "twelve", "1,50", "--1", ".5", "99999999999999", "NaN"])(
  "%j is not an amount",
  (text) => {
    expect(parseAmount(text, "CAD")).toBeUndefined();
  },
);

test.each([
  [2450, "CAD", "24.50"],
  [5, "CAD", "0.05"],
  [-305, "CAD", "-3.05"],
  [1200, "JPY", "1200"],
  [7, "KWD", "0.007"],
])("%i units of %s are %s", (units, currency, text) => {
  expect(formatAmount(units, currency)).toBe(text);
});

test.each([
  ["JPY", 0],
  ["ISK", 0],
  ["CAD", 2],
  // People, and `Intl`, write these without cents.
  ["HUF", 2],
  ["COP", 2],
  ["IDR", 2],
  ["MGA", 2],
  ["KWD", 3],
  ["IQD", 3],
])("%s has %i digits on every machine", (currency, digits) => {
  expect(minorDigits(currency)).toBe(digits);
});

const currency = fc.constantFrom("CAD", "JPY", "KWD", "EUR", "HUF");
// An amount has at most twelve digits before the point.
const units = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });

describe("money", () => {
  it("is the same after it was formatted and parsed, to the smallest unit", () => {
    fc.assert(
      fc.property(units, currency, (amount, currency) => {
        const written = formatAmount(amount, currency);
        expect(written).toMatch(/^-?\d+(\.\d+)?$/);
        expect(written.split(".")[1]?.length ?? 0).toBe(minorDigits(currency));
        expect(parseAmount(written, currency)).toBe(amount);
      }),
      tries(500),
    );
  });

  it("is a safe integer or undefined after any text was parsed", () => {
    const decimal = fc.stringMatching(/^-?\d{0,14}(\.\d{0,14})?$/);
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: "grapheme" }), decimal), currency, (written, currency) => {
        const amount = parseAmount(written, currency);
        if (amount === undefined) return;
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(parseAmount(formatAmount(amount, currency), currency)).toBe(amount);
      }),
      tries(1_000),
    );
  });

  it("has the same value as its formatted number", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), currency, (amount, currency) => {
        const read = Number(formatAmount(amount, currency));
        expect(read).toBeCloseTo(amount / 10 ** minorDigits(currency), 6);
      }),
      tries(300),
    );
  });
});
