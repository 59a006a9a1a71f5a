import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { startOfDay, toDay } from "../../../../lib/time-zone.ts";
import type { StoreSettings } from "../catalogue/store-settings.ts";
import type { Order } from "../model/order.ts";
import { isFullTotalDue } from "./withdrawal-rules.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long before the end of a hold the buyer is reminded, in milliseconds; at most half of the hold. */
const REMINDED_BEFORE_MS = 2 * DAY_MS;

/** Until when an unpaid order is held, and when its buyer is reminded. */
type Hold = Pick<Order, "heldUntil" | "remindAt">;

/** The hold of an order that never ends automatically. */
export const NO_HOLD: Hold = { heldUntil: null, remindAt: null };

/**
 * The hold of a new order with a manual payment. It ends at the end of a day in the shop's time zone, so that the buyer
 * has all of the last day to pay.
 */
export function holdOf(method: string, settings: StoreSettings, placedAt: Date): Hold {
  const { payments, unpaidOrdersExpireAfter, timeZone } = settings;
  const { unpaidOrdersExpireAfter: days = unpaidOrdersExpireAfter } =
    payments.find(({ handle }) => handle === method) ?? {};
  if (days === null) return NO_HOLD;
  const heldUntil = endOfDay(new Date(placedAt.getTime() + days * DAY_MS), timeZone);
  const remindBefore = Math.min(REMINDED_BEFORE_MS, (days * DAY_MS) / 2);
  return { heldUntil, remindAt: new Date(Date.parse(heldUntil) - remindBefore).toISOString() };
}

/**
 * The hold of an order whose buyer is reminded now. If the reminder is late, for example because the site was down, the
 * hold is extended, so that the buyer has as much time as after a punctual reminder.
 */
export function remindedHold({ heldUntil, remindAt }: Hold, now: Date, timeZone: string): Hold {
  if (heldUntil === null || remindAt === null) return NO_HOLD;
  const remindBefore = Date.parse(heldUntil) - Date.parse(remindAt);
  const isInTime = now.getTime() - Date.parse(remindAt) <= remindBefore / 2;
  const lateEnd = endOfDay(new Date(now.getTime() + remindBefore), timeZone);
  return { heldUntil: isInTime ? heldUntil : lateEnd, remindAt: null };
}

/** Whether the order is held until its buyer pays. Only the owner ends an order that was sent or is ready. */
export function isHeld({ payment, shipment, cancelledAt, heldUntil }: Order): boolean {
  return payment.status === "pending" && shipment === null && cancelledAt === null && heldUntil !== null;
}

/** Whether the buyer is to be reminded now. A buyer who withdrew gets no reminder. */
export function isReminderDue(order: Order, now: Date): boolean {
  return (
    isHeld(order) && isFullTotalDue(order) && order.remindAt !== null && Date.parse(order.remindAt) <= now.getTime()
  );
}

/** Whether the hold is over. It ends only after the buyer was reminded or has withdrawn. */
export function hasHoldEnded(order: Order, now: Date): boolean {
  const { heldUntil, remindAt } = order;
  const wasReminded = remindAt === null || !isFullTotalDue(order);
  return isHeld(order) && wasReminded && heldUntil !== null && Date.parse(heldUntil) <= now.getTime();
}

/** The last day of a hold, "November 28, 2026"; undefined when the order is not held, or the hold has no end. */
export function lastDayOfHold(order: Order, language: string, timeZone: string): string | undefined {
  if (!isHeld(order) || order.heldUntil === null) return undefined;
  const last = new Date(Date.parse(order.heldUntil) - 1);
  return formatInstant(last.toISOString(), language, { dateStyle: "long", timeZone });
}

function endOfDay(instant: Date, timeZone: string): string {
  // When the clocks change, a day is an hour or two longer or shorter. This instant is within the next day anyway.
  const next = new Date(Date.parse(startOfDay(toDay(instant, timeZone), timeZone)) + 1.25 * DAY_MS);
  return startOfDay(toDay(next, timeZone), timeZone);
}
