import { formatAmount, type MinorUnits } from "@porchlight/protocol/money.ts";

/** How a shop writes amounts. */
export type PriceFormat = { currency: string; moneyFormat: string };

/** An amount as the shop writes it, "$1,024.50". Source: help.shopify.com, "Currency formatting", `{{amount}}`. */
export function priceText(units: MinorUnits, { currency, moneyFormat }: PriceFormat): string {
  const [whole = "", ...decimals] = formatAmount(Math.abs(units), currency).split(".");
  const amount = [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".");
  // By a function: a "$" of a replacement's text would have a meaning.
  const text = moneyFormat.replace(/\{\{\s*amount\w*\s*\}\}/, () => amount);
  return units < 0 ? `−${text}` : text;
}

/** With the currency behind it, for what is to be paid: "$24.50 CAD". */
export function totalText(units: MinorUnits, format: PriceFormat): string {
  return `${priceText(units, format)} ${format.currency}`;
}

/** What a delivery costs. */
export function freeOr(units: MinorUnits, format: PriceFormat): string {
  return units === 0 ? "Free" : priceText(units, format);
}

/** "13 %" of 130,000 millionths. */
export function rateText(millionths: number): string {
  return `${millionths / 10_000} %`;
}
