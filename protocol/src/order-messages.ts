import type { OrderTracking } from "./orders.ts";

/** Sentences that the owner reads about orders. */
export const ORDER_MESSAGES = {
  noSuchOrder: "There is no such order.",

  paidWhenCancelled:
    "This order was cancelled, so no payment is expected for it. If money has come all the same, give it back.",
  paidWhenRefunded:
    "This order was paid, and its money was given back since. If more money has come, give that back as well.",
  paidWhenAwaitingCard:
    "The buyer is paying this order by card. It is marked as paid by itself once the card processor says so.",
  paidWhenVoided: "The card payment of this order was given up, and its goods are for sale again.",

  shippedWhenCancelled: "This order was cancelled, so there is nothing to send.",
  shippedWhenAwaitingCard: "The buyer is still paying this order by card. Send it once it is paid.",
  shippedWhenRefunded: "The money of this order was given back, so there is nothing to send.",

  refundedWhenUnpaid: "Nothing was paid for this order, so there is nothing to give back. Cancel it instead.",
  refundedWhenFree: "This order cost nothing, so there is nothing to give back.",
  refundUnderWay: "This order is being paid back just now. Look again in a moment.",

  shippedWhenWithdrawn:
    "The buyer has withdrawn from this order, so there is nothing to send. Cancel it, and give back what was paid.",
  notWithdrawable: "There is nothing in this order that can be withdrawn from any more.",

  withdrawnAll:
    "The buyer has withdrawn from all of this order. Give back what was paid, its standard delivery included, within 14 days; you may wait until the goods are back, or were shown to be sent.",
  withdrawnSome:
    "The buyer has withdrawn from a part of this order. Give back what was paid for it within 14 days, in your Stripe dashboard or the way the money came; you may wait until the goods are back, or were shown to be sent. Refund gives back the whole order.",

  notAwaitingCard: "This order does not wait for a card payment.",

  reduced: "This order ended unpaid more than 30 days ago. Its items and its buyer were removed.",

  cancelledWhenShipped: "This order was sent already and cannot be cancelled. Refund it if the buyer returns it.",
  cancelledWhenAwaitingCard:
    "The buyer is paying this order by card just now. If they give up, it ends by itself; if they pay, you can cancel and refund it.",
  cancelledWhenPaid: "This order is paid. Give the money back first, or cancel and refund it in one step.",
  cancelledWhenVoided: "This order was never paid and has ended by itself. There is nothing to cancel.",
} as const;

/**
 * Tells the owner that somebody else has sent or corrected the order meanwhile.
 *
 * @param isCorrection whether the owner corrected the tracking of an order that was already sent
 */
export function sentMeanwhile(tracking: OrderTracking, isCorrection: boolean): string {
  const what = isCorrection
    ? "The tracking of this order was changed meanwhile, and is now"
    : "This order was marked as sent meanwhile, with";
  return `${what} ${trackingInWords(tracking) || "no tracking"}. Nothing of yours was stored and no email was sent.`;
}

/**
 * Joins the parts of a tracking: "Canada Post, CP-777". The tracking link replaces a missing number; a download's link
 * comes last. Empty without any part.
 */
export function trackingInWords({ carrier, trackingNumber, trackingUrl, downloadUrl = "" }: OrderTracking): string {
  return [carrier, trackingNumber || trackingUrl, downloadUrl].filter((text) => text !== "").join(", ");
}

/** Sentences of the dashboard's tab Orders. The gateway's responses have other sentences. */
export const ORDERS_TAB_MESSAGES = {
  noOrders: "No orders yet.",
  noMatch: "No orders match.",
  listFailed: "The orders could not be loaded.",
  orderFailed: "This order could not be loaded. What you see may be out of date.",
  changeFailed: "That could not be done just now. Please try again; nothing is ever done twice.",
  trackingUrlInvalid: "The link has to begin with https:// or http://.",
  addressCopied: "Copied",
  addressMarked: "This browser does not let the page copy. The address is marked for you, so that you can copy it.",
  fileLoading: "The file is being made…",
  fileSaved: "Your browser has the file.",
  fileFailed: "The file could not be made. Please try again.",
} as const;
