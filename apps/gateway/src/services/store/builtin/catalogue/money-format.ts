import { minorDigits } from "@porchlight/protocol/money.ts";

/**
 * How amounts of a currency are written, "$" before `{{amount}}`. Source: help.shopify.com, Currency formatting.
 *
 * @param currency a code that `Intl` can read
 */
export function moneyFormatOf(currency: string): string {
  const amount = minorDigits(currency) === 0 ? "{{amount_no_decimals}}" : "{{amount}}";
  const parts = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  }).formatToParts(0);
  return parts.map(({ type, value }) => (type === "integer" ? amount : value)).join("");
}

/** Whether a code is one of the currencies of ISO 4217. */
export function isCurrency(code: string): boolean {
  return KNOWN.has(code);
}

const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
