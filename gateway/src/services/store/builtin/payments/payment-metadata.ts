import type { Order } from "../model/order.ts";

/** Metadata by which a payment names its order; the number is for a person who reads it at the processor. */
export const ORDER_ID = "porchlight_order_id";
export const ORDER_NUMBER = "order_number";
/** Metadata by which a site knows its own payments and refunds. */
export const SITE = "porchlight_site";

/** What a payment says of its order. */
export function metadataOf(order: Order): Record<string, string> {
  return { [ORDER_ID]: String(order.id), [ORDER_NUMBER]: String(order.number) };
}

/**
 * The payment behind a checkout session or a refund. One that needed none, or whose payment is not told, stands for
 * itself.
 */
export function paymentIdOf({ id, payment_intent }: { id: string; payment_intent: unknown }): string {
  return idOf(payment_intent) ?? id;
}

/** Stripe names another object by its id, or holds the object itself where that was asked for. */
export function idOf(reference: unknown): string | undefined {
  if (typeof reference === "string") return reference;
  if (typeof reference !== "object" || reference === null || !("id" in reference)) return undefined;
  return typeof reference.id === "string" ? reference.id : undefined;
}
