import type { OrderEntry } from "@porchlight/protocol/orders.ts";
import { stateOf } from "./words.ts";

/** Where an order stands: a shape, and words that need no colour. */
export function OrderStateWords({ order }: { order: OrderEntry }) {
  const { shape, words } = stateOf(order);
  return (
    <span className="order-state" data-shape={shape}>
      {words}
    </span>
  );
}
