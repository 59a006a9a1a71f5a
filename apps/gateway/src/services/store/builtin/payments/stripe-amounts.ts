import type { MinorUnits } from "@porchlight/protocol/money.ts";

/**
 * Currencies without cents that Stripe counts in hundredths all the same.
 * Source: docs.stripe.com, Currencies, "Special cases".
 */
const COUNTED_IN_HUNDREDTHS = new Set(["ISK", "UGX"]);

/** An amount as Stripe counts it. */
export function toStripeAmount(units: MinorUnits, currency: string): number {
  return COUNTED_IN_HUNDREDTHS.has(currency) ? units * 100 : units;
}

/** An amount of Stripe's in minor units. */
export function fromStripeAmount(amount: number, currency: string): MinorUnits {
  return COUNTED_IN_HUNDREDTHS.has(currency) ? amount / 100 : amount;
}
