import type { Order } from "./order.ts";

/** Something that happened to an order, told once it is stored for good. */
export type OrderEvent = { type: "placed" | "paid" | "shipped" | "refunded" | "cancelled"; order: Order };

/** A paid order that is not in the data any more. `number` is what it was called. */
export type LostOrder = { number: string; email: string; paymentId: string };
