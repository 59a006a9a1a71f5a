import { formatNumberOnly, formatPrice } from "@porchlight/protocol/format-price.ts";
import { type MinorUnits, minorDigits, toMoney } from "@porchlight/protocol/money.ts";

/**
 * How a shop formats amounts: in its language's way, unless the owner sets a format, `${{amount}}`.
 * Source: help.shopify.com, "Currency formatting".
 */
export type PriceFormat = { currency: string; language: string; moneyFormat?: string };

/** Formats an amount for the shop, "$1,024.50". */
export function priceText(units: MinorUnits, { currency, language, moneyFormat }: PriceFormat): string {
  const price = toMoney(Math.abs(units), currency);
  const text =
    moneyFormat === undefined
      ? formatPrice(price, language)
      : // A function, because "$" has a special meaning in a replacement text.
        moneyFormat.replace(/\{\{\s*amount\w*\s*\}\}/, () => formatNumberOnly(price, language));
  return units < 0 ? `−${text}` : text;
}

/**
 * The default money format of the Storefront API, "$" before `{{amount}}`. Source: help.shopify.com, Currency
 * formatting.
 *
 * @param currency a code that `Intl` can read
 */
export function toMoneyFormat(currency: string): string {
  const amount = minorDigits(currency) === 0 ? "{{amount_no_decimals}}" : "{{amount}}";
  const parts = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  }).formatToParts(0);
  return parts.map(({ type, value }) => (type === "integer" ? amount : value)).join("");
}
