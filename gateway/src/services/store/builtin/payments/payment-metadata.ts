import type { Order } from "../model/order.ts";

/** Metadata that names the order of a payment. The number is for people who read it at the processor. */
export const ORDER_ID = "porchlight_order_id";
export const ORDER_NUMBER = "order_number";
/** Metadata that marks a site's own payments and refunds. */
export const SITE = "porchlight_site";

/** The order in a payment's metadata. */
export function metadataOf(order: Order): Record<string, string> {
  return { [ORDER_ID]: String(order.id), [ORDER_NUMBER]: String(order.number) };
}

/**
 * The id of the payment of a checkout session or a refund. If it has no payment, its own id.
 */
export function paymentIdOf({ id, payment_intent }: { id: string; payment_intent: unknown }): string {
  return idOf(payment_intent) ?? id;
}

/** The id in a reference of Stripe's. If the request expands the reference, it is the object itself. */
export function idOf(reference: unknown): string | undefined {
  if (typeof reference === "string") return reference;
  if (typeof reference !== "object" || reference === null || !("id" in reference)) return undefined;
  return typeof reference.id === "string" ? reference.id : undefined;
}
