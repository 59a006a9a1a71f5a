import type { Order } from "./order.ts";

/** Something that happened to an order, told once it is stored for good. */
export type OrderEvent = { type: "placed" | "paid" | "shipped" | "refunded" | "cancelled"; order: Order };
