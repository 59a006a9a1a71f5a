import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { OrderAction } from "@porchlight/protocol/orders.ts";
import { hasPassed } from "../../../../lib/has-passed.ts";
import type { Order } from "../model/order.ts";
import { withdrawableLines, withdrawnPart } from "./withdrawal-rules.ts";

/** Why a change of an order is not possible now, as a sentence for the owner; undefined when it is. */
type Rule = (order: Order) => string | undefined;
/** A rule that depends on the time. */
type RuleOfNow = (order: Order, now: Date) => string | undefined;

/** How long only the processor decides about a card payment, in milliseconds. Its page closes long before that. */
const WITH_PROCESSOR_MS = 24 * 60 * 60 * 1_000;

/** Why an order cannot be marked as paid. */
export const whyNotPaid: Rule = ({ cancelledAt, payment }) => {
  if (cancelledAt !== null) return ORDER_MESSAGES.paidWhenCancelled;
  return payment.status === "voided" ? ORDER_MESSAGES.paidWhenVoided : undefined;
};

/** Whether a card payment is expected. */
export function isToBePaidByCard({ payment }: Order): boolean {
  return payment.status === "awaiting-card";
}

/** Whether a card payment arrived after its order had ended, so that the money is refunded. */
export function wasPaidInVain({ payment }: Order): boolean {
  return payment.status === "voided" && payment.paymentId !== null;
}

/** Why the owner cannot mark an order as paid: only the processor knows about card payments. */
export const whyNotPaidByHand: Rule = (order) => {
  if (isToBePaidByCard(order)) return ORDER_MESSAGES.paidWhenAwaitingCard;
  const isGivenBack = order.payment.status === "refunded" && order.cancelledAt === null;
  return isGivenBack ? ORDER_MESSAGES.paidWhenRefunded : whyNotPaid(order);
};

/** Why an order cannot be sent or handed over. It may be unpaid: some buyers pay at the pickup, others by invoice. */
export const whyNotShipped: Rule = (order) => {
  const { cancelledAt, payment } = order;
  if (cancelledAt !== null || payment.status === "voided") return ORDER_MESSAGES.shippedWhenCancelled;
  if (isErased(order)) return ORDER_MESSAGES.shippedWhenErased;
  if (order.shipment === null && withdrawnPart(order) === "all") return ORDER_MESSAGES.shippedWhenWithdrawn;
  if (payment.status === "awaiting-card") return ORDER_MESSAGES.shippedWhenAwaitingCard;
  return payment.status === "refunded" ? ORDER_MESSAGES.shippedWhenRefunded : undefined;
};

/** Why an order cannot be refunded. */
export const whyNotRefunded: Rule = (order) => {
  const { payment, total } = order;
  if (payment.status !== "paid") return ORDER_MESSAGES.refundedWhenUnpaid;
  return total === 0 ? ORDER_MESSAGES.refundedWhenFree : undefined;
};

/** Why an order cannot be cancelled without a refund. */
export const whyNotCancelled: RuleOfNow = (order, now) => {
  if (order.payment.status === "paid" && order.due > 0) {
    return order.shipment ? ORDER_MESSAGES.cancelledWhenShipped : ORDER_MESSAGES.cancelledWhenPaid;
  }
  return whyNeverCancelled(order, now);
};

/** Why an order cannot be cancelled, even with a refund. */
export const whyNeverCancelled: RuleOfNow = (order, now) => {
  const { shipment, delivery, payment, placedAt } = order;
  // The owner still has goods that were not picked up, and gets withdrawn goods back.
  const isComingBack = delivery.kind === "pickup" || withdrawnPart(order) === "all";
  if (shipment !== null && !(isComingBack && payment.status === "pending")) return ORDER_MESSAGES.cancelledWhenShipped;
  // After a day without a message, the owner may end the order: perhaps the processor is no longer in the settings.
  const isWithProcessor = !hasPassed(Date.parse(placedAt), now.getTime(), WITH_PROCESSOR_MS);
  if (payment.status === "awaiting-card" && isWithProcessor) return ORDER_MESSAGES.cancelledWhenAwaitingCard;
  return payment.status === "voided" ? ORDER_MESSAGES.cancelledWhenVoided : undefined;
};

/** Whether the buyer's data was removed from an order. */
export function isErased({ email }: Order): boolean {
  return email === "";
}

/** Why the buyer's data cannot be removed: the owner or the buyer still needs it. */
export const whyNotErased: RuleOfNow = (order, now) => {
  const { cancelledAt, payment, shipment } = order;
  if (cancelledAt === null) {
    const isWithoutRefund = payment.status === "paid" && (shipment === null || withdrawnPart(order) === "all");
    if (isWithoutRefund || payment.status === "pending" || isToBePaidByCard(order))
      return ORDER_MESSAGES.erasedWhenOpen;
    if (payment.status === "voided" && !wasPaidInVain(order)) return ORDER_MESSAGES.erasedWhenGivenUp;
  }
  return withdrawableLines(order, now).length > 0 ? ORDER_MESSAGES.erasedWhenWithdrawable : undefined;
};

/** What the owner can do with an order now. Cancelling includes a refund. */
export function actionsFor(order: Order, now: Date): OrderAction[] {
  const actions: OrderAction[] = [];
  if (order.payment.paidAt === null && whyNotPaidByHand(order) === undefined) actions.push("paid");
  if (whyNotShipped(order) === undefined) actions.push("shipped");
  if (whyNotRefunded(order) === undefined) actions.push("refunded");
  if (order.cancelledAt === null && whyNeverCancelled(order, now) === undefined) actions.push("cancelled");
  if (!isErased(order) && whyNotErased(order, now) === undefined) actions.push("erased");
  return actions;
}

/**
 * The paragraphs that say how to pay by hand. The owner's text after an empty line says what happens next, so it is left
 * out once the order has been sent.
 */
export function instructionsOf({ payment, shipment }: Order): string[] {
  const paragraphs = payment.instructions.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return shipment === null ? paragraphs : paragraphs.slice(0, 1);
}
