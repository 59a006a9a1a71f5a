/** Sentences of the confirmations before a change of an order. */
import type { AdminOrder, OrderAction, OrderEntry } from "@porchlight/protocol/orders.ts";
import { formatSumWithCode, numberOf } from "./words.ts";

export const goBack = "Go back";
export const markAsPaid = "Mark as paid";
export const refund = "Refund";
export const cancelOrder = "Cancel order";
export const cancelAndRefund = "Cancel and refund";
export const stillSold = "The items still count as sold.";
export const forSaleAgain = "The items are for sale again.";
/** Words on the button while a change is being made. */
export const busy: Record<OrderAction, string> = {
  paid: "Marking…",
  shipped: "Marking…",
  refunded: "Refunding…",
  cancelled: "Cancelling…",
};

export const carrier = "Carrier";
export const trackingNumber = "Tracking number";
export const trackingLink = "Tracking link";
export const downloadLink = "Download link";
/** The hint in an empty field for a link. */
export const linkExample = "https://";

/** Names the button that marks an order as sent or ready for pickup. */
export function shippedVerb({ delivery, shippedAt }: Pick<OrderEntry, "delivery" | "shippedAt">): string {
  if (shippedAt === null) return delivery === "pickup" ? "Mark as ready" : "Mark as sent";
  return delivery === "shipping" ? "Change tracking" : "Change download link";
}

/** Names the button that stores tracking or the link of a download. */
export function submitVerb(order: AdminOrder): string {
  if (order.shipment === null) return shippedVerb(order);
  return order.delivery === "shipping" ? "Save tracking" : "Save link";
}

export function paidQuestion(order: AdminOrder, language: string): string {
  return `Have ${formatSumWithCode(order.due, order, language)} for order ${numberOf(order)} come?`;
}

/** Asks whether an order is sent or ready for pickup. */
export function shippedQuestion({ delivery, number }: Pick<OrderEntry, "delivery" | "number">): string {
  const name = `order ${numberOf({ number })}`;
  return {
    shipping: `Is ${name} on its way?`,
    pickup: `Is ${name} ready to be fetched?`,
    none: `Has ${name} been sent?`,
  }[delivery];
}

/** Title of the form for an order that is already sent. */
export function changeTitle(order: AdminOrder): string {
  return `Change the ${order.delivery === "shipping" ? "tracking" : "download link"} of order ${numberOf(order)}`;
}

/** Explains the form. @param emailNote a note on the buyer's email, undefined if the email is sent at once */
export function shipmentNote(isParcel: boolean, emailNote: string | undefined): string {
  const optional = isParcel ? "All of it may stay empty" : "The link may stay empty if you send it yourself";
  if (emailNote === undefined)
    return `${optional}. The buyer is told by mail, with ${isParcel ? "what you say here" : "the link"}.`;
  return `${optional}; what you enter stands on the buyer’s page. ${emailNote}`;
}

export const refundQuestion = (order: AdminOrder) => `Give the money of order ${numberOf(order)} back?`;

export function cancelQuestion(order: AdminOrder, isRefund: boolean): string {
  return `Cancel order ${numberOf(order)}${isRefund ? " and give the money back" : ""}?`;
}

/** Says how the buyer is refunded. */
export function moneyBack(order: AdminOrder, language: string): string {
  const amount = formatSumWithCode(order.due, order, language);
  return order.isRefundedByItself
    ? `${amount} go back to the buyer’s card by themselves, which can take a few days.`
    : `You have to pay ${amount} back yourself, the way they came (${order.paymentTitle}). Here it is only noted.`;
}

/** @param amount as {@link formatSumWithCode} writes it */
export function backOnGiftCard(amount: string, lastCharacters: string): string {
  return `${amount} go back onto the gift card ending in ${lastCharacters}.`;
}
