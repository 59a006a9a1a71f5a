import { formatAmount, type MinorUnits, minorDigits } from "@porchlight/protocol/money.ts";

/**
 * Stripe counts the currencies of the first list in whole units, and those of the second in thousandths. It counts all
 * others in hundredths,
 * even ISK and UGX, which have no hundredths. Source: docs.stripe.com, "Supported currencies".
 */
const COUNTED_WHOLE = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF";
const COUNTED_IN_THOUSANDTHS = "BHD JOD KWD OMR TND";

/**
 * Converts an amount to Stripe's smallest unit.
 *
 * @returns undefined if no card can pay the amount: it needs a smaller unit, or it is in thousandths and does not end
 *   with 0, as Stripe requires
 */
export function toStripeAmount(units: MinorUnits, currency: string): number | undefined {
  const digits = stripeDigits(currency);
  const more = digits - minorDigits(currency);
  // Divides instead of multiplying by 0.01, which would not be exact.
  const amount = more < 0 ? units / 10 ** -more : units * 10 ** more;
  const canBePaid = Number.isInteger(amount) && (digits < 3 || amount % 10 === 0);
  return canBePaid ? amount : undefined;
}

/** Formats an amount from Stripe for people: "24.50 CAD". @param currency in upper or lower case */
export function formatStripeAmount(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const units = Math.round(amount * 10 ** (minorDigits(code) - stripeDigits(code)));
  return `${formatAmount(units, code)} ${code}`;
}

function stripeDigits(currency: string): number {
  if (COUNTED_WHOLE.includes(currency)) return 0;
  return COUNTED_IN_THOUSANDTHS.includes(currency) ? 3 : 2;
}
