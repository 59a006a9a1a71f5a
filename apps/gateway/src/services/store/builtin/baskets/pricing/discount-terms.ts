import { type PriceFormat, priceText } from "../../catalogue/money-format.ts";
import type { Discount } from "../../catalogue/store-settings.ts";
import type { DiscountRefusal, EnteredDiscount } from "../basket.ts";

const DAY = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en", { timeStyle: "short", hourCycle: "h23", timeZone: "UTC" });
const DAY_MS = 24 * 60 * 60 * 1000;

/** A code that does not hold, and why. */
export type RefusedDiscount = { why: DiscountRefusal; discount?: EnteredDiscount["discount"] };

/**
 * What an order would have to be for a code to hold, as words that follow "This code is": "for orders from $50.00",
 * "valid from December 1, 2026". Undefined where it was refused for something else.
 */
export function termOf({ why, discount }: RefusedDiscount, format: PriceFormat): string | undefined {
  if (why === "below-minimum" && discount?.minimum !== undefined) return minimumOf(discount, discount.minimum, format);
  return why === "not-yet" && discount?.startsAt !== undefined ? `valid from ${startOf(discount.startsAt)}` : undefined;
}

/** Where a code is for some of the goods, its minimum counts these alone. */
function minimumOf({ products, value }: Discount, minimum: number, format: PriceFormat): string {
  const least = priceText(minimum, format);
  if (products) return `for orders with at least ${least} of the goods it is for`;
  return value.kind === "free-shipping"
    ? `for orders with at least ${least} of goods that are sent`
    : `for orders from ${least}`;
}

/** The day, with the time where it is not that day's beginning. */
function startOf(instant: string): string {
  const at = new Date(instant);
  return at.getTime() % DAY_MS === 0 ? DAY.format(at) : `${DAY.format(at)}, ${TIME.format(at)} UTC`;
}
