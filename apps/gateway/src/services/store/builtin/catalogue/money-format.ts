import { amountInGroups, type MinorUnits, minorDigits } from "@porchlight/protocol/money.ts";

/** How a shop writes amounts. */
export type PriceFormat = { currency: string; moneyFormat: string };

/** An amount as the shop writes it, "$1,024.50". Source: help.shopify.com, "Currency formatting", `{{amount}}`. */
export function priceText(units: MinorUnits, { currency, moneyFormat }: PriceFormat): string {
  const amount = amountInGroups(Math.abs(units), currency);
  // By a function: a "$" of a replacement's text would have a meaning.
  const text = moneyFormat.replace(/\{\{\s*amount\w*\s*\}\}/, () => amount);
  return units < 0 ? `−${text}` : text;
}

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
