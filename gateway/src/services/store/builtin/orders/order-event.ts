import type { Order } from "../model/order.ts";

/** An event of an order, reported after its commit. */
export type OrderEvent = {
  type: "placed" | "paid" | "paid-late" | "shipped" | "refunded" | "cancelled" | "reminded" | "expired" | "withdrawn";
  order: Order;
};

/** A paid order that is missing in the data file. `number` is its former number. */
export type LostOrder = { number: string; email: string; paymentId: string };

/**
 * A payment without an active order that the processor does not refund. `isLost`: its order is missing in the data
 * file; otherwise the order has ended. `amount` is formatted.
 */
export type RefusedRefund = { number: string; email: string; payment: string; amount: string; isLost: boolean };

/**
 * A refund that the processor accepted, but that did not reach the buyer. `email` is empty when the order is missing in
 * the data file. `amount` is formatted.
 */
export type FailedRefund = Omit<RefusedRefund, "isLost">;
