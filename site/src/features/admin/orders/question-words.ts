/** Sentences of the confirmations before a change of an order. */
import type { AdminOrder, OrderAction, OrderEntry } from "@porchlight/protocol/orders.ts";
import { formatSumWithCode, isRefundedByHand, numberOf } from "./words.ts";

export const goBack = "Go back";
export const markAsPaid = "Mark as paid";
export const cancelOrder = "Cancel order";
export const eraseBuyer = "Erase buyer’s data";
export const stillSold = "The items still count as sold.";
export const forSaleAgain = "The items are for sale again.";
export const erasedForGood =
  "Name, addresses, telephone, tracking and everything that the buyer wrote are erased from this order for good. " +
  "The items and the sums stay for your books. The buyer gets no email.";
export const erasedElsewhere =
  "Emails that were sent, files that you exported and older backups still name the buyer, and so does the payment provider.";
/** Words while a change is being made. */
export const busy: Record<OrderAction, string> = {
  paid: "Marking…",
  shipped: "Marking…",
  refunded: "Refunding…",
  cancelled: "Cancelling…",
  erased: "Erasing…",
};

/** Words on the button of an action while the change is being made. */
export function busyVerb(action: OrderAction, order: AdminOrder): string {
  return busy[action === "refunded" && isRefundedByHand(order) ? "paid" : action];
}

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
  return `Has the ${formatSumWithCode(order.due, order, language)} arrived?`;
}

/** Names the order and where the owner looks for the money. */
export function onceArrived(order: AdminOrder): string {
  return `Mark order ${numberOf(order)} as paid once you have the money (${order.paymentTitle}).`;
}

/** Asks whether an order is sent or ready for pickup. */
export function shippedQuestion({ delivery, number }: Pick<OrderEntry, "delivery" | "number">): string {
  const name = `order ${numberOf({ number })}`;
  return {
    shipping: `Have you sent ${name}?`,
    pickup: `Is ${name} ready for pickup?`,
    none: `Have you sent ${name}?`,
  }[delivery];
}

/** Title of the form for an order that is already sent. */
export function changeTitle(order: AdminOrder): string {
  return `Change the ${order.delivery === "shipping" ? "tracking" : "download link"} of order ${numberOf(order)}`;
}

/** Explains the form. @param emailNote a note on the buyer's email, undefined if the email is sent at once */
export function shipmentNote(isParcel: boolean, emailNote: string | undefined): string {
  const optional = isParcel
    ? "You can leave all of it empty."
    : "You can leave the link empty if you send the download yourself.";
  if (emailNote === undefined)
    return `${optional} The buyer gets an email with ${isParcel ? "what you enter here" : "the link"}.`;
  return `${optional} What you enter is shown on the buyer’s page. ${emailNote}`;
}

/** Names the button that refunds an order, and says where the money goes. */
export function refundVerb(order: AdminOrder, language: string): string {
  if (isRefundedByHand(order)) return "Mark as refunded";
  return order.due === 0 ? "Refund" : `Refund ${formatSumWithCode(order.due, order, language)} to the card`;
}

export function refundQuestion(order: AdminOrder, language: string): string {
  if (!isRefundedByHand(order)) return `Refund order ${numberOf(order)}?`;
  return `Have you sent the ${formatSumWithCode(order.due, order, language)} back?`;
}

export function cancelAndRefund(order: AdminOrder): string {
  return isRefundedByHand(order) ? "Cancel and mark as refunded" : "Cancel and refund";
}

export function cancelQuestion(order: AdminOrder, isRefund: boolean): string {
  return `Cancel order ${numberOf(order)}${isRefund && !isRefundedByHand(order) ? " and refund it" : ""}?`;
}

export const eraseQuestion = (order: AdminOrder) => `Erase the buyer’s data from order ${numberOf(order)}?`;

/** Says how the buyer is refunded. */
export function moneyBack(order: AdminOrder, language: string): string {
  const amount = formatSumWithCode(order.due, order, language);
  return order.isRefundedByItself
    ? `${amount} goes back to the buyer’s card. That can take a few days.`
    : `The site cannot send this money. Send the ${amount} yourself, the way it came (${order.paymentTitle}), and then mark the order here.`;
}

/** @param amount as {@link formatSumWithCode} writes it */
export function backOnGiftCard(amount: string, lastCharacters: string): string {
  return `${amount} goes back onto the gift card ending in ${lastCharacters}.`;
}
