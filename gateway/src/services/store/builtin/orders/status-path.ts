import type { Order } from "../model/order.ts";

/** Path of an order's page, for anyone who has its link. */
export function statusPathOf({ id, statusKey }: Pick<Order, "id" | "statusKey">): string {
  return `/checkout/orders/${id}?key=${statusKey}`;
}
