import { expect, test } from "vitest";
import { priceText, toMoneyFormat } from "./money-format.ts";

test.each([
  ["en-CA", "CAD", undefined, "$1,024.50"],
  ["en-GB", "GBP", undefined, "£1,024.50"],
  ["de", "EUR", undefined, "1.024,50\u00a0€"],
  ["en-CA", "CAD", "C$ {{ amount }}", "C$ 1,024.50"],
  ["de", "EUR", "EUR {{amount_with_comma_separator}}", "EUR 1.024,50"],
])("in the language %s, an amount in %s with the `moneyFormat` %s becomes %s", (language, currency, own, text) => {
  const format = { language, currency, ...(own !== undefined && { moneyFormat: own }) };
  expect(priceText(102_450, format)).toBe(text);
  expect(priceText(-102_450, format)).toBe(`−${text}`);
});

test("the Storefront API has a money format for every currency", () => {
  expect(["GBP", "JPY"].map(toMoneyFormat)).toEqual(["£{{amount}}", "¥{{amount_no_decimals}}"]);
});
