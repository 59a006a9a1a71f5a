import type { MinorUnits } from "@porchlight/protocol/money.ts";
import { type PriceFormat, priceText } from "../builtin/catalogue/money-format.ts";

/** With the currency behind it, for what is to be paid: "$24.50 CAD". */
export function totalText(units: MinorUnits, format: PriceFormat): string {
  return `${priceText(units, format)} ${format.currency}`;
}

/** What a delivery costs. */
export function freeOr(units: MinorUnits, format: PriceFormat): string {
  return units === 0 ? "Free" : priceText(units, format);
}

/** "13%" of 130,000 millionths. */
export function rateText(millionths: number): string {
  return `${millionths / 10_000}%`;
}
