import { formatAmount, type MinorUnits, minorDigits } from "@porchlight/protocol/money.ts";

/**
 * Currencies that Stripe counts whole, and those that it counts in thousandths; all others in hundredths, also ISK and
 * UGX, which have none. Source: docs.stripe.com, "Supported currencies".
 */
const COUNTED_WHOLE = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF";
const COUNTED_IN_THOUSANDTHS = "BHD JOD KWD OMR TND";

/**
 * An amount as Stripe counts it.
 *
 * @returns undefined for one that no card can pay: finer than what Stripe counts, or with a last digit of thousandths,
 *   which it takes as 0 only
 */
export function toStripeAmount(units: MinorUnits, currency: string): number | undefined {
  const digits = stripeDigits(currency);
  const more = digits - minorDigits(currency);
  // Divided, since a product with 0.01 would not be exact.
  const amount = more < 0 ? units / 10 ** -more : units * 10 ** more;
  const isTaken = Number.isInteger(amount) && (digits < 3 || amount % 10 === 0);
  return isTaken ? amount : undefined;
}

/** An amount that Stripe tells, for people to read: "24.50 CAD". @param currency in capitals or not */
export function inWordsOfStripe(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const units = Math.round(amount * 10 ** (minorDigits(code) - stripeDigits(code)));
  return `${formatAmount(units, code)} ${code}`;
}

function stripeDigits(currency: string): number {
  if (COUNTED_WHOLE.includes(currency)) return 0;
  return COUNTED_IN_THOUSANDTHS.includes(currency) ? 3 : 2;
}
