import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { OrderAction } from "@porchlight/protocol/orders.ts";
import { hasPassed } from "../../../../lib/has-passed.ts";
import type { Order } from "../model/order.ts";
import { withdrawnPart } from "./withdrawal-rules.ts";

/** Why something cannot be done with an order as it is now, in words for the owner; undefined when it can. */
type Rule = (order: Order) => string | undefined;
/** One that time changes. */
type RuleOfNow = (order: Order, now: Date) => string | undefined;

/** How long only the processor decides on a card payment, in milliseconds; its page is closed long before. */
const WITH_PROCESSOR_MS = 24 * 60 * 60 * 1_000;

/** What stands against noting that the money has come. */
export const whyNotPaid: Rule = ({ cancelledAt, payment }) => {
  if (cancelledAt !== null) return ORDER_MESSAGES.paidWhenCancelled;
  return payment.status === "voided" ? ORDER_MESSAGES.paidWhenVoided : undefined;
};

/** Whether a card payment of another sum has come, which is for the owner to take or to pay back. */
export function hasOtherSum({ payment }: Order): boolean {
  return payment.status === "awaiting-card" && payment.otherSum !== null;
}

/** Whether its buyer is still to pay by card, as far as is known. */
export function isToBePaidByCard(order: Order): boolean {
  return order.payment.status === "awaiting-card" && !hasOtherSum(order);
}

/** Whether it was paid by card, and ended without that counting: the money goes back. */
export function wasPaidInVain({ payment }: Order): boolean {
  return payment.status === "voided" && payment.paymentId !== null;
}

/** What stands against the owner saying so: of a card payment the processor alone knows. */
export const whyNotPaidByHand: Rule = (order) => {
  if (isToBePaidByCard(order)) return ORDER_MESSAGES.paidWhenAwaitingCard;
  const isGivenBack = order.payment.status === "refunded" && order.cancelledAt === null;
  return isGivenBack ? ORDER_MESSAGES.paidWhenRefunded : whyNotPaid(order);
};

/** What stands against sending it, or handing it over. An unpaid one may go: some pay at the pickup, some by invoice. */
export const whyNotShipped: Rule = (order) => {
  const { cancelledAt, payment } = order;
  if (hasOtherSum(order)) return ORDER_MESSAGES.undecidedOtherSum;
  if (cancelledAt !== null || payment.status === "voided") return ORDER_MESSAGES.shippedWhenCancelled;
  if (order.shipment === null && withdrawnPart(order) === "all") return ORDER_MESSAGES.shippedWhenWithdrawn;
  if (payment.status === "awaiting-card") return ORDER_MESSAGES.shippedWhenAwaitingCard;
  return payment.status === "refunded" ? ORDER_MESSAGES.shippedWhenRefunded : undefined;
};

/** What stands against giving the money back. */
export const whyNotRefunded: Rule = (order) => {
  const { payment, total } = order;
  if (hasOtherSum(order)) return ORDER_MESSAGES.undecidedOtherSum;
  if (payment.status !== "paid") return ORDER_MESSAGES.refundedWhenUnpaid;
  return total === 0 ? ORDER_MESSAGES.refundedWhenFree : undefined;
};

/** What stands against cancelling it. */
export const whyNotCancelled: RuleOfNow = (order, now) => {
  if (order.payment.status === "paid" && order.due > 0) {
    return order.shipment ? ORDER_MESSAGES.cancelledWhenShipped : ORDER_MESSAGES.cancelledWhenPaid;
  }
  return whyNeverCancelled(order, now);
};

/** What stands against cancelling it even when its money is given back along with it. */
export const whyNeverCancelled: RuleOfNow = (order, now) => {
  const { shipment, delivery, payment, placedAt } = order;
  if (hasOtherSum(order)) return ORDER_MESSAGES.undecidedOtherSum;
  // What is ready but was never fetched is still here, and what was withdrawn from comes back.
  const isComingBack = delivery.kind === "pickup" || withdrawnPart(order) === "all";
  if (shipment !== null && !(isComingBack && payment.status === "pending")) return ORDER_MESSAGES.cancelledWhenShipped;
  // Without any word after a day, as when the processor was unplugged, it is for the owner to end it.
  const isWithProcessor = !hasPassed(Date.parse(placedAt), now.getTime(), WITH_PROCESSOR_MS);
  if (payment.status === "awaiting-card" && isWithProcessor) return ORDER_MESSAGES.cancelledWhenAwaitingCard;
  return payment.status === "voided" ? ORDER_MESSAGES.cancelledWhenVoided : undefined;
};

/** What the owner can do with an order now. Cancelling gives the money back along with it. */
export function actionsFor(order: Order, now: Date): OrderAction[] {
  const actions: OrderAction[] = [];
  if (order.payment.paidAt === null && whyNotPaidByHand(order) === undefined) actions.push("paid");
  if (whyNotShipped(order) === undefined) actions.push("shipped");
  if (whyNotRefunded(order) === undefined) actions.push("refunded");
  if (order.cancelledAt === null && whyNeverCancelled(order, now) === undefined) actions.push("cancelled");
  return actions;
}
