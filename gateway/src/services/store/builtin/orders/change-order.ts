import { ORDER_MESSAGES, sentMeanwhile } from "@porchlight/protocol/order-messages.ts";
import type { OrderAction, OrderTracking } from "@porchlight/protocol/orders.ts";
import type { Writer } from "../../../../data/statements.ts";
import { forgetReminders } from "../../../shared/forget-reminders.ts";
import type { Order } from "../model/order.ts";
import { returnGiftCards } from "../usage/usage-counters.ts";
import { hasHoldEnded, isReminderDue, remindedHold } from "./hold.ts";
import type { OrderEvent } from "./order-event.ts";
import {
  isErased,
  whyNeverCancelled,
  whyNotCancelled,
  whyNotErased,
  whyNotPaid,
  whyNotPaidByHand,
  whyNotRefunded,
  whyNotShipped,
} from "./order-rules.ts";
import type { OrderChange } from "./orders.ts";
import { addToHistory, removeCartOf, storeErased, updateOrder } from "./stored-orders.ts";
import { returnAll, voidOrder } from "./void-order.ts";

/** An order after a change; `event` is set when there is something to report after the commit. */
type Changed = OrderChange & { event?: OrderEvent["type"] };

/** A change of one order. @param now ISO 8601, UTC */
export type ChangeOrder = (writer: Writer, order: Order, now: string) => Changed;

/** Stores the card processor's session that an order waits for. */
export function awaitCard(sessionId: string): ChangeOrder {
  return (writer, order, now) => {
    if (order.payment.status !== "awaiting-card") return notPossible(ORDER_MESSAGES.notAwaitingCard);
    const changed = { ...order, updatedAt: now, payment: { ...order.payment, sessionId } };
    return { ok: true, order: updateOrder(writer, changed) };
  };
}

/** Marks an order as paid. @param paid the processor's data; undefined if the owner marks it */
export function markPaid(paid: { paymentId: string } | undefined): ChangeOrder {
  return (writer, order, now) => {
    const why = paid ? whyNotPaid(order) : whyNotPaidByHand(order);
    const wasPaid = order.payment.paidAt !== null;
    // The processor repeats its messages, even after a refund. The owner cannot mark a refunded order as paid.
    if (wasPaid && (paid || why === undefined)) return doneBefore(order, "paid");
    if (why !== undefined) return notPossible(why);
    const payment = { ...order.payment, ...paid, status: "paid", paidAt: now } as const;
    removeCartOf(writer, order.id);
    return store(writer, { ...order, updatedAt: now, payment }, "paid");
  };
}

/** Stores a card payment that is refunded, so that the order's page shows it. Ends the order if it waits for a card. */
export function recordLatePayment(paid: { paymentId: string; otherSum: string | null }): ChangeOrder {
  return (writer, order, now) => {
    const { status, paymentId } = order.payment;
    const isWaiting = status === "awaiting-card";
    if (status !== "voided" && !isWaiting) return notPossible(ORDER_MESSAGES.notAwaitingCard);
    if (paymentId !== null && !isWaiting) return { ok: true, order };
    const noted = { ...order, updatedAt: now, payment: { ...order.payment, ...paid } };
    return {
      ok: true,
      order: isWaiting ? voidOrder(writer, noted, now) : updateOrder(writer, noted),
      event: "paid-late",
    };
  };
}

export const voidUnpaid: ChangeOrder = (writer, order, now) => {
  if (order.payment.status === "voided") return { ok: true, order };
  if (order.payment.status !== "awaiting-card") return notPossible(ORDER_MESSAGES.notAwaitingCard);
  return { ok: true, order: voidOrder(writer, order, now) };
};

/** Marks an order as sent, or corrects its tracking. @param replaces the tracking that the owner saw and corrects */
export function ship(tracking: OrderTracking, replaces: OrderTracking | undefined): ChangeOrder {
  return (writer, order, now) => {
    const why = whyNotShipped(order);
    if (why !== undefined) return notPossible(why);
    const sent = order.shipment;
    if (sent && isSame(sent, tracking)) return doneBefore(order, "shipped");
    // Meanwhile the owner marked the order as sent in another window. The buyer has the tracking number from there.
    if (sent && !(replaces && isSame(sent, replaces))) return notPossible(sentMeanwhile(sent, replaces !== undefined));
    const shipment = { shippedAt: sent?.shippedAt ?? now, ...tracking };
    return store(writer, { ...order, updatedAt: now, shipment }, "shipped");
  };
}

/** Marks an order as refunded. Gift cards get their amounts back; the stock stays as it is. */
export const refund: ChangeOrder = (writer, order, now) => {
  if (order.payment.status === "refunded") return doneBefore(order, "refunded");
  const why = whyNotRefunded(order);
  if (why !== undefined) return notPossible(why);
  returnGiftCards(writer, order.id);
  return store(writer, refunded(order, now), "refunded");
};

/** Marks an order as paid and refunded. Only the refund causes an email. */
export function markPaidBack(paid: { paymentId: string }): ChangeOrder {
  return (writer, order, now) => {
    const noted = markPaid(paid)(writer, order, now);
    return noted.ok ? refund(writer, noted.order, now) : noted;
  };
}

/**
 * Cancels an order. This gives gift cards their amounts back.
 *
 * @param isRefunded whether the buyer's money has been refunded too
 */
export function cancel(isRefunded: boolean): ChangeOrder {
  return (writer, order, now) => {
    const isMoneyBack = isRefunded && order.payment.status === "refunded";
    if (order.cancelledAt !== null) {
      return isMoneyBack ? doneBefore(order, "cancelled", "refunded") : doneBefore(order, "cancelled");
    }
    const why = isRefunded ? whyNeverCancelled(order, new Date(now)) : whyNotCancelled(order, new Date(now));
    if (why !== undefined) return notPossible(why);
    returnAll(writer, order.id);
    const ended = endedPayment(order, now);
    if (ended.refundedAt !== order.refundedAt) addToHistory(writer, order.id, now, "refunded");
    const changed = store(writer, { ...ended, cancelledAt: now, updatedAt: now }, "cancelled");
    return isMoneyBack ? { ...changed, doneBefore: ["refunded"] } : changed;
  };
}

/** Removes the buyer's personal data from an order that is finished. Goods and amounts stay for the books. */
export const erase: ChangeOrder = (writer, order, now) => {
  if (isErased(order)) return doneBefore(order, "erased");
  const why = whyNotErased(order, new Date(now));
  if (why !== undefined) return notPossible(why);
  removeCartOf(writer, order.id);
  forgetReminders(writer, order.email);
  return { ok: true, order: storeErased(writer, { ...order, updatedAt: now }) };
};

/** Reminds the buyer that the hold ends, if the reminder is due. */
export function remind(timeZone: string): ChangeOrder {
  return (writer, order, now) => {
    if (!isReminderDue(order, new Date(now))) return { ok: true, order };
    const hold = remindedHold(order, new Date(now), timeZone);
    return store(writer, { ...order, ...hold, updatedAt: now }, "reminded");
  };
}

/** Ends an order that was not paid during its hold. Stock, gift cards and codes go back, as in a cancellation. */
export const expire: ChangeOrder = (writer, order, now) => {
  if (!hasHoldEnded(order, new Date(now))) return { ok: true, order };
  returnAll(writer, order.id);
  const ended = { ...endedPayment(order, now), cancelledAt: now, cancelReason: "unpaid", updatedAt: now } as const;
  return store(writer, ended, "expired");
};

function store(
  writer: Writer,
  order: Order,
  event: Exclude<OrderAction, "erased"> | "reminded" | "expired",
): Extract<Changed, { ok: true }> {
  addToHistory(writer, order.id, order.updatedAt, event, event === "shipped" ? order.shipment : null);
  return { ok: true, order: updateOrder(writer, order), event };
}

function doneBefore(order: Order, ...actions: OrderAction[]): Changed {
  return { ok: true, order, doneBefore: actions };
}

function refunded(order: Order, now: string): Order {
  return {
    ...order,
    updatedAt: now,
    refundedAt: now,
    totalRefunded: order.total,
    payment: { ...order.payment, status: "refunded" },
  };
}

function endedPayment(order: Order, now: string): Order {
  if (order.payment.status === "refunded") return order;
  if (order.payment.status === "paid" && order.total > 0) return refunded(order, now);
  return { ...order, payment: { ...order.payment, status: "voided" } };
}

function isSame(shipment: OrderTracking, tracking: OrderTracking): boolean {
  return (
    shipment.carrier === tracking.carrier &&
    shipment.trackingNumber === tracking.trackingNumber &&
    shipment.trackingUrl === tracking.trackingUrl &&
    (shipment.downloadUrl ?? "") === (tracking.downloadUrl ?? "")
  );
}

function notPossible(message: string): Changed {
  return { ok: false, reason: "not-possible-now", message };
}
