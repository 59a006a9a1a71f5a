import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { formatPrice, formatWithCode } from "./format-price.ts";

test.each([
  ["24.5", "CAD", "$24.50"],
  ["1234567.89", "CAD", "$1,234,567.89"],
  ["9007199254740993.07", "CAD", "$9,007,199,254,740,993.07"],
  ["30.0", "EUR", "€30.00"],
  ["1200", "JPY", "¥1,200"],
  ["1990.50", "HUF", "Ft\u00a01,990.50"],
  ["5.125", "KWD", "KWD\u00a05.125"],
  ["0.0", "CAD", "$0.00"],
])("%s %s is %s", (amount, currencyCode, words) => {
  expect(formatPrice({ amount, currencyCode }, "en")).toBe(words);
});

test.each([
  ["en-CA", "CAD", "$1,024.50", "$1,024.50 CAD"],
  ["en-US", "USD", "$1,024.50", "$1,024.50 USD"],
  ["en-GB", "GBP", "£1,024.50", "£1,024.50"],
  ["en-GB", "CAD", "$1,024.50", "$1,024.50 CAD"],
  ["en-GB", "GIP", "£1,024.50", "£1,024.50 GIP"],
  ["en", "CHF", "CHF\u00a01,024.50", "CHF\u00a01,024.50"],
  ["en-IN", "INR", "₹1,024.50", "₹1,024.50"],
  ["de", "EUR", "1.024,50\u00a0€", "1.024,50\u00a0€"],
  ["fr-CA", "CAD", "1\u00a0024,50\u00a0$", "1\u00a0024,50\u00a0$ CAD"],
  ["sv", "SEK", "1\u00a0024,50\u00a0kr", "1\u00a0024,50\u00a0kr"],
  ["nb", "NOK", "1\u00a0024,50\u00a0kr", "1\u00a0024,50\u00a0kr"],
  ["nb", "SEK", "1\u00a0024,50\u00a0kr", "1\u00a0024,50\u00a0kr SEK"],
])("in %s an amount of %s is %s, and with its code %s", (language, currencyCode, ...words) => {
  const price = { amount: "1024.5", currencyCode };
  const written = [formatPrice, formatWithCode].map((write) => write(price, language));
  expect(written).toEqual(words);
});

test("in an unknown language a price is formatted as in English, not in the visitor's language", () => {
  expect(formatPrice({ amount: "24.5", currencyCode: "EUR" }, "tlh")).toBe("€24.50");
});

describe("a price", () => {
  const language = fc.constantFrom("en", "en-AU", "en-CA", "en-GB", "en-IE", "en-NZ", "en-US");

  it("has all its digits, even if it is very large", () => {
    const amount = fc.tuple(fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.integer({ min: 0, max: 99 }));
    fc.assert(
      fc.property(amount, language, ([whole, cents], language) => {
        const decimals = String(cents).padStart(2, "0");
        const shown = formatPrice({ amount: `${whole}.${decimals}`, currencyCode: "CAD" }, language);
        expect(shown.replaceAll(/[^\d.]/g, "")).toBe(`${whole}.${decimals}`);
      }),
      tries(300),
    );
  });

  it("is the same with and without Intl", () => {
    const currency = fc.constantFrom(..."AUD CAD CHF EUR GBP HKD INR JPY KWD MXN NZD SGD USD".split(" "));
    const decimals = fc.stringMatching(/^(\.\d{1,5})?$/);
    const amount = fc.tuple(fc.constantFrom("", "-", "0"), fc.bigInt({ min: 0n, max: 9_999_999_999n }), decimals);
    fc.assert(
      fc.property(amount, currency, language, ([sign, whole, decimals], currencyCode, language) => {
        const format = new Intl.NumberFormat(language, {
          style: "currency",
          currency: currencyCode,
          currencyDisplay: "narrowSymbol",
        });
        const value = `${sign}${whole}${decimals}`;
        expect(formatPrice({ amount: value, currencyCode }, language)).toBe(format.format(value as `${number}`));
      }),
      tries(600),
    );
  });
});
