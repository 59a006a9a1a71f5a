import type { Order } from "../model/order.ts";

/** Something that happened to an order, told once it is stored for good. */
export type OrderEvent = {
  type:
    | "placed"
    | "paid"
    | "other-sum"
    | "paid-late"
    | "shipped"
    | "refunded"
    | "cancelled"
    | "reminded"
    | "expired"
    | "withdrawn";
  order: Order;
};

/** A paid order that is not in the data any more. `number` is what it was called. */
export type LostOrder = { number: string; email: string; paymentId: string };

/**
 * A payment that is for no order that stands, and that the processor refuses to pay back. `isLost` says that its order is
 * not in the data any more; else it had ended. `amount` is for people to read.
 */
export type RefusedRefund = { number: string; email: string; payment: string; amount: string; isLost: boolean };

/**
 * A refund that this site asked for, that the processor took and that did not reach the buyer. `email` is empty where the
 * order is not in the data any more. `amount` is for people to read.
 */
export type FailedRefund = Omit<RefusedRefund, "isLost">;
