import { withCode } from "@porchlight/protocol/format-price.ts";
import type { MinorUnits } from "@porchlight/protocol/money.ts";
import { type PriceFormat, priceText } from "../catalogue/money-format.ts";
import * as words from "./words.ts";

/** An amount to pay, with the currency's code if its sign is ambiguous, "$24.50 CAD". */
export function totalText(units: MinorUnits, format: PriceFormat): string {
  const text = priceText(units, format);
  // The owner's own format may have no currency sign.
  return format.moneyFormat === undefined
    ? withCode(text, format.currency, format.language)
    : `${text} ${format.currency}`;
}

/** "Free", or the price of a delivery. */
export function deliveryPriceText(units: MinorUnits, format: PriceFormat): string {
  return units === 0 ? words.free : priceText(units, format);
}
