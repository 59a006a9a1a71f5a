/** What owners have Stripe tell of, which is all that can be acted on. Source: docs/running.md, Selling. */
export const STRIPE_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.failed",
] as const;
