import { formatInstant } from "@porchlight/protocol/format-date.ts";
import type { DiscountRefusal, EnteredDiscount } from "../cart/basket.ts";
import { type PriceFormat, priceText } from "../catalogue/money-format.ts";
import type { Discount, StoreSettings } from "../catalogue/store-settings.ts";
import { startOfDay, toDay } from "../catalogue/time-zone.ts";

/** What of the shop's settings terms are worded by. */
export type TermFormat = PriceFormat & Pick<StoreSettings, "timeZone">;

/** A code that does not hold, and why. */
export type RefusedDiscount = { why: DiscountRefusal; discount?: EnteredDiscount["discount"] };

/**
 * What an order would have to be for a code to hold, as words that follow "This code is": "for orders from $50.00",
 * "valid from December 1, 2026". Undefined where it was refused for something else.
 */
export function termOf({ why, discount }: RefusedDiscount, format: TermFormat): string | undefined {
  if (why === "below-minimum" && discount?.minimum !== undefined) return minimumOf(discount, discount.minimum, format);
  return why === "not-yet" && discount?.startsAt !== undefined
    ? `valid from ${startOf(discount.startsAt, format)}`
    : undefined;
}

/** Where a code is for some of the goods, its minimum counts these alone. */
function minimumOf({ products, value }: Discount, minimum: number, format: PriceFormat): string {
  const least = priceText(minimum, format);
  if (products) return `for orders with at least ${least} of the goods it is for`;
  return value.kind === "free-shipping"
    ? `for orders with at least ${least} of goods that are sent`
    : `for orders from ${least}`;
}

/** The day in the shop's time zone, with the time where it is not that day's beginning. */
function startOf(instant: string, { language, timeZone }: TermFormat): string {
  const at = new Date(instant);
  const day = formatInstant(at, language, { dateStyle: "long", timeZone });
  if (startOfDay(toDay(at, timeZone), timeZone) === instant) return day;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short", timeZone } as const;
  return `${day}, ${formatInstant(at, language, time)}`;
}
