import { parseAmount } from "@porchlight/protocol/money.ts";
import { expect, test } from "vitest";
import { formatStripeAmount, toStripeAmount } from "./stripe-amounts.ts";

/** Source: docs.stripe.com, "Supported currencies": zero-decimal, three-decimal, special cases. */
const WHOLE = ["BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF"];
const IN_THOUSANDTHS = ["BHD", "JOD", "KWD", "OMR", "TND"];
const IN_HUNDREDTHS = [
  ...["CAD", "EUR", "USD", "TWD", "ISK", "UGX"],
  // `Intl` writes these without cents, but Stripe counts them in cents.
  ...["AFN", "ALL", "COP", "HUF", "IDR", "LAK", "LBP", "MMK", "PKR", "SOS", "YER"],
];

const each = (currencies: string[], amount: number) => currencies.map((currency) => [currency, amount] as const);

test.each([...each(WHOLE, 12_000), ...each(IN_HUNDREDTHS, 1_200_000), ...each(IN_THOUSANDTHS, 12_000_000)])(
  "a price of 12000 %s is %i for Stripe",
  (currency, amount) => {
    expect(toStripeAmount(parseAmount("12000", currency) ?? 0, currency)).toBe(amount);
  },
);

test.each([
  ["0.29", "CAD", 29],
  ["5.120", "KWD", 5_120],
  ["5.125", "KWD", undefined],
  ["500.00", "MGA", 500],
  ["500.20", "MGA", undefined],
])("%s %s is %s for Stripe", (written, currency, amount) => {
  expect(toStripeAmount(parseAmount(written, currency) ?? 0, currency)).toBe(amount);
});

test.each([
  [4_520, "cad", "45.20 CAD"],
  [1_200, "jpy", "1200 JPY"],
  [4_500, "isk", "45 ISK"],
  [500, "mga", "500.00 MGA"],
  [5_120, "kwd", "5.120 KWD"],
])("%i %s of Stripe is %s in words", (amount, currency, words) => {
  expect(formatStripeAmount(amount, currency)).toBe(words);
});
