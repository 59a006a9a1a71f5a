import { formatNumberOnly, formatPrice } from "@porchlight/protocol/format-price.ts";
import { type MinorUnits, minorDigits, toMoney } from "@porchlight/protocol/money.ts";

/**
 * How a shop writes amounts: as its language does, unless its owner has a format of their own, `${{amount}}`.
 * Source: help.shopify.com, "Currency formatting".
 */
export type PriceFormat = { currency: string; language: string; moneyFormat?: string };

/** An amount as the shop writes it, "$1,024.50". */
export function priceText(units: MinorUnits, { currency, language, moneyFormat }: PriceFormat): string {
  const price = toMoney(Math.abs(units), currency);
  const text =
    moneyFormat === undefined
      ? formatPrice(price, language)
      : // By a function: a "$" of a replacement's text would have a meaning.
        moneyFormat.replace(/\{\{\s*amount\w*\s*\}\}/, () => formatNumberOnly(price, language));
  return units < 0 ? `−${text}` : text;
}

/**
 * How clients of the Storefront API write amounts of a currency where the owner says nothing else, "$" before
 * `{{amount}}`. Source: help.shopify.com, Currency formatting.
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
