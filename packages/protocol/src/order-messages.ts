/** Sentences that the owner reads about orders. */
export const ORDER_MESSAGES = {
  noSuchOrder: "There is no such order.",

  paidWhenCancelled: "This order was cancelled, so no payment is expected for it.",
  paidWhenAwaitingCard:
    "The buyer is paying this order by card. It is marked as paid by itself once the card processor says so.",
  paidWhenVoided: "The card payment of this order was given up, and its goods are for sale again.",

  shippedWhenCancelled: "This order was cancelled, so there is nothing to send.",
  shippedWhenAwaitingCard: "The buyer is still paying this order by card. Send it once it is paid.",
  shippedWhenRefunded: "The money of this order was given back, so there is nothing to send.",

  refundedWhenUnpaid: "Nothing was paid for this order, so there is nothing to give back. Cancel it instead.",
  refundedWhenFree: "This order cost nothing, so there is nothing to give back.",
  refundUnderWay: "This order is being paid back just now. Look again in a moment.",

  notAwaitingCard: "This order does not wait for a card payment.",

  cancelledWhenShipped: "This order was sent already and cannot be cancelled. Refund it if the buyer returns it.",
  cancelledWhenAwaitingCard:
    "The buyer is paying this order by card just now. If they give up, it ends by itself; if they pay, you can cancel and refund it.",
  cancelledWhenPaid: "This order is paid. Give the money back first, or cancel and refund it in one step.",
  cancelledWhenVoided: "This order was never paid and has ended by itself. There is nothing to cancel.",
} as const;
