import type { OrderTracking } from "./orders.ts";

/** Sentences that the owner reads about orders. */
export const ORDER_MESSAGES = {
  noSuchOrder: "There is no such order.",

  paidWhenCancelled:
    "This order was cancelled, so no payment is expected for it. If money arrives anyway, send it back.",
  paidWhenRefunded: "This order was paid and then refunded. If more money has arrived, send that back too.",
  paidWhenAwaitingCard:
    "The buyer is paying this order by card. Once the payment has arrived, the order is marked as paid by itself.",
  paidWhenVoided: "The buyer gave up the card payment of this order, and its items are for sale again.",

  shippedWhenCancelled: "This order was cancelled, so there is nothing to send.",
  shippedWhenAwaitingCard: "The buyer is still paying this order by card. Send it once it is paid.",
  shippedWhenRefunded: "This order was refunded, so there is nothing to send.",

  refundedWhenUnpaid: "Nothing was paid for this order, so there is nothing to refund. Cancel it instead.",
  refundedWhenFree: "This order cost nothing, so there is nothing to refund.",
  refundUnderWay: "This order is being refunded right now. Look again in a moment.",

  shippedWhenWithdrawn:
    "The buyer has withdrawn from this order, so there is nothing to send. Cancel it and refund what was paid.",
  notWithdrawable: "Nothing in this order can be withdrawn from any more.",

  withdrawnAll:
    "The buyer has withdrawn from the whole order. Refund what was paid, standard delivery included, within 14 days. You may wait until the goods are back, or until the buyer shows that they were sent.",
  withdrawnSome:
    "The buyer has withdrawn from a part of this order. Refund what was paid for that part within 14 days, in your Stripe dashboard or the way the money came. You may wait until the goods are back, or until the buyer shows that they were sent. The refund button here refunds the whole order.",

  notAwaitingCard: "This order is not waiting for a card payment.",

  reduced: "This order ended unpaid more than 30 days ago. Its items and its buyer were removed.",

  erased: "The buyer’s name, addresses and words were erased. What was sold and what was paid stay for your books.",
  erasedWhenOpen:
    "This order is not finished, so its buyer’s data is still needed. Erase it once the order is paid and sent, refunded or cancelled.",
  erasedWhenGivenUp: "The card payment of this order was given up. The whole order is removed by itself within 7 days.",
  erasedWhenWithdrawable:
    "The buyer can still withdraw from this order, so their data is needed. Erase it once the time for that is over.",
  shippedWhenErased: "The buyer’s data was erased from this order, so there is nobody to send it to.",

  cancelledWhenShipped: "This order was sent already and cannot be cancelled. Refund it if the buyer returns it.",
  cancelledWhenAwaitingCard:
    "The buyer is paying this order by card right now. If they give up, it ends by itself; if they pay, you can cancel and refund it.",
  cancelledWhenPaid: "This order is paid. Refund it first, or cancel and refund it in one step.",
  cancelledWhenVoided: "This order was never paid and has ended by itself. There is nothing to cancel.",
} as const;

/**
 * Tells the owner that somebody else has sent or corrected the order meanwhile.
 *
 * @param isCorrection whether the owner corrected the tracking of an order that was already sent
 */
export function sentMeanwhile(tracking: OrderTracking, isCorrection: boolean): string {
  const what = isCorrection
    ? "Somebody else changed the tracking of this order meanwhile. It is now"
    : "Somebody else marked this order as sent meanwhile, with";
  return `${what} ${trackingInWords(tracking) || "no tracking"}. What you entered was not saved, and no email was sent.`;
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
  changeFailed: "That did not work. Please try again: nothing is done twice.",
  trackingUrlInvalid: "The link has to begin with https:// or http://.",
  addressCopied: "Copied",
  addressMarked: "Your browser does not let this page copy. The address is selected: copy it yourself.",
  fileLoading: "The file is being made…",
  fileSaved: "The file is saved by your browser.",
  fileFailed: "The file could not be made. Please try again.",
} as const;
