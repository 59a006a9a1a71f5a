import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { startOfDay, toDay } from "../../../../lib/time-zone.ts";
import { type PriceFormat, priceText } from "../catalogue/money-format.ts";
import type { Discount, StoreSettings } from "../catalogue/store-settings.ts";
import type { DiscountError, EnteredDiscount } from "../model/cart.ts";

/** Settings of the shop that the texts depend on. */
export type TermFormat = PriceFormat & Pick<StoreSettings, "timeZone">;

/** A code that does not apply, and why. */
export type RejectedDiscount = { why: DiscountError; discount?: EnteredDiscount["discount"] };

/**
 * Describes the condition that an order does not meet, as the end of "This code is …": "for orders from $50.00", "valid
 * from December 1, 2026". Undefined if the code was rejected for another reason.
 */
export function formatTerm({ why, discount }: RejectedDiscount, format: TermFormat): string | undefined {
  if (why === "below-minimum" && discount?.minimum !== undefined)
    return formatMinimum(discount, discount.minimum, format);
  return why === "not-yet" && discount?.startsAt !== undefined
    ? `valid from ${formatStart(discount.startsAt, format)}`
    : undefined;
}

/** If a code is for certain goods, only these goods count towards its minimum. */
function formatMinimum({ products, value }: Discount, minimum: number, format: PriceFormat): string {
  const least = priceText(minimum, format);
  if (products) return `for orders with at least ${least} of the goods it is for`;
  return value.kind === "free-shipping"
    ? `for orders with at least ${least} of goods that are sent`
    : `for orders from ${least}`;
}

/** The day in the shop's time zone, with the time unless it is midnight. */
function formatStart(instant: string, { language, timeZone }: TermFormat): string {
  const at = new Date(instant);
  const day = formatInstant(at, language, { dateStyle: "long", timeZone });
  if (startOfDay(toDay(at, timeZone), timeZone) === instant) return day;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short", timeZone } as const;
  return `${day}, ${formatInstant(at, language, time)}`;
}
