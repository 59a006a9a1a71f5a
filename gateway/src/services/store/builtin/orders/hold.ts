import { formatInstant } from "@porchlight/protocol/format-date.ts";
import type { StoreSettings } from "../catalogue/store-settings.ts";
import { startOfDay, toDay } from "../catalogue/time-zone.ts";
import type { Order } from "../model/order.ts";
import { isFullTotalDue } from "./withdrawal-rules.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long before the end of its hold a buyer is reminded, in milliseconds; half of the time where that is shorter. */
const REMINDED_BEFORE_MS = 2 * DAY_MS;

/** Until when an unpaid order is held, and when its buyer is reminded. */
export type Hold = Pick<Order, "heldUntil" | "remindAt">;

/** Of an order that never ends by itself. */
export const NO_HOLD: Hold = { heldUntil: null, remindAt: null };

/**
 * How long a new order is held that is to be paid in a manual way. It ends with a whole day of the shop's, so that the day
 * that the buyer reads can be used to its end.
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
 * The hold of an order whose buyer is reminded now. A reminder that comes late, as after the site was down, leaves as
 * much time as one in time would have.
 */
export function remindedHold({ heldUntil, remindAt }: Hold, now: Date, timeZone: string): Hold {
  if (heldUntil === null || remindAt === null) return NO_HOLD;
  const remindBefore = Date.parse(heldUntil) - Date.parse(remindAt);
  const isInTime = now.getTime() - Date.parse(remindAt) <= remindBefore / 2;
  const lateEnd = endOfDay(new Date(now.getTime() + remindBefore), timeZone);
  return { heldUntil: isInTime ? heldUntil : lateEnd, remindAt: null };
}

/** Whether its goods are held for a buyer who has still to pay. What was sent, or is ready, is the owner's to end. */
export function isHeld({ payment, shipment, cancelledAt, heldUntil }: Order): boolean {
  return payment.status === "pending" && shipment === null && cancelledAt === null && heldUntil !== null;
}

/** Whether its buyer is to be reminded now. Who withdrew from it is not asked to pay. */
export function isReminderDue(order: Order, now: Date): boolean {
  return (
    isHeld(order) && isFullTotalDue(order) && order.remindAt !== null && Date.parse(order.remindAt) <= now.getTime()
  );
}

/** Whether its hold is over. An order ends only once its buyer was reminded, or has withdrawn from it. */
export function hasHoldEnded(order: Order, now: Date): boolean {
  const { heldUntil, remindAt } = order;
  const wasReminded = remindAt === null || !isFullTotalDue(order);
  return isHeld(order) && wasReminded && heldUntil !== null && Date.parse(heldUntil) <= now.getTime();
}

/** The last day of a hold for people to read, "November 28, 2026"; undefined where it is not held, or has no end. */
export function lastDayOfHold(order: Order, language: string, timeZone: string): string | undefined {
  if (!isHeld(order) || order.heldUntil === null) return undefined;
  const last = new Date(Date.parse(order.heldUntil) - 1);
  return formatInstant(last.toISOString(), language, { dateStyle: "long", timeZone });
}

function endOfDay(instant: Date, timeZone: string): string {
  // Days differ in length, by an hour or two: whatever the clocks do, this is within the next one.
  const next = new Date(Date.parse(startOfDay(toDay(instant, timeZone), timeZone)) + 1.25 * DAY_MS);
  return startOfDay(toDay(next, timeZone), timeZone);
}
