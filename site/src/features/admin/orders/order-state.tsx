import type { OrderEntry } from "@porchlight/protocol/orders.ts";
import { describeState } from "./words.ts";

/** The state of an order as a shape and words. */
export function OrderStateWords({ order }: { order: OrderEntry }) {
  const { shape, words } = describeState(order);
  return (
    <span className="order-state" data-shape={shape}>
      {words}
    </span>
  );
}
