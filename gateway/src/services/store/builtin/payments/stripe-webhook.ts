/**
 * The events that owners select for their webhook at Stripe. The site handles no others. See docs/running.md, Selling.
 */
export const STRIPE_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.failed",
] as const;
