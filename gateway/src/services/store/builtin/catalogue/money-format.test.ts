import { expect, test } from "vitest";
import { moneyFormatOf, priceText } from "./money-format.ts";

test.each([
  ["en-CA", "CAD", undefined, "$1,024.50"],
  ["en-GB", "GBP", undefined, "£1,024.50"],
  ["de", "EUR", undefined, "1.024,50\u00a0€"],
  ["en-CA", "CAD", "C$ {{ amount }}", "C$ 1,024.50"],
  ["de", "EUR", "EUR {{amount_with_comma_separator}}", "EUR 1.024,50"],
])("a shop in %s writes %s as its language does, in the owner's format %s: %s", (language, currency, own, words) => {
  const format = { language, currency, ...(own !== undefined && { moneyFormat: own }) };
  expect(priceText(102_450, format)).toBe(words);
  expect(priceText(-102_450, format)).toBe(`−${words}`);
});

test("clients of the Storefront API get a format whatever the language is", () => {
  expect(["GBP", "JPY"].map(moneyFormatOf)).toEqual(["£{{amount}}", "¥{{amount_no_decimals}}"]);
});
