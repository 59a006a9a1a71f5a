import { withCode } from "@porchlight/protocol/format-price.ts";
import type { MinorUnits } from "@porchlight/protocol/money.ts";
import { type PriceFormat, priceText } from "../catalogue/money-format.ts";
import * as words from "./words.ts";

/** For what is to be paid: with the currency's code where its sign may be taken for another's, "$24.50 CAD". */
export function totalText(units: MinorUnits, format: PriceFormat): string {
  const text = priceText(units, format);
  // A format of the owner's own may hold no sign at all.
  return format.moneyFormat === undefined ? withCode(text, format.currency) : `${text} ${format.currency}`;
}

/** What a delivery costs. */
export function freeOr(units: MinorUnits, format: PriceFormat): string {
  return units === 0 ? words.free : priceText(units, format);
}
