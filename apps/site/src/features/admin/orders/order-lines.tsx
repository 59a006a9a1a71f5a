import type { AdminOrder, AdminOrderLine } from "@porchlight/protocol/orders.ts";
import { formatNumber } from "../dashboard/format.ts";
import { amountOf, nameOf } from "./order-words.ts";

/** What was bought, as it was called and cost then. */
export function OrderLines({ order }: { order: AdminOrder }) {
  // A product may stand on two lines, so a line's place is its name; lines of an order never change.
  const lines = order.lines.map((line, at) => ({ line, at }));
  return (
    <ul className="order-lines">
      {lines.map(({ line, at }) => (
        <li key={at}>
          <p className="order-line-name">
            <span className="order-line-count">{formatNumber(line.quantity)} ×</span> {nameOf(line)}
          </p>
          <p className="order-line-total">{amountOf(line.total, order)}</p>
          <p className="order-line-more">{moreOf(line, order)}</p>
        </li>
      ))}
    </ul>
  );
}

function moreOf({ sku, quantity, unitPrice, discount, attributes }: AdminOrderLine, order: AdminOrder): string {
  return [
    sku && `SKU ${sku}`,
    quantity > 1 && `${amountOf(unitPrice, order)} each`,
    discount > 0 && `${amountOf(discount, order)} off`,
    ...attributes.map(({ key, value }) => `${key}: ${value}`),
  ]
    .filter(Boolean)
    .join(" · ");
}
