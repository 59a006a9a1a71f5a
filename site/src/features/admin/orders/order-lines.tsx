import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { AdminOrder, AdminOrderLine } from "@porchlight/protocol/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import { amountOf, discountOfLine, nameOf, priceOfEach } from "./words.ts";

/** The lines of an order, with the names and prices of that time. */
export function OrderLines({ order }: { order: AdminOrder }) {
  const language = useLanguage();
  if (order.lines.length === 0) return <p className="dashboard-note">{ORDER_MESSAGES.reduced}</p>;
  // A product may have two lines. Lines of an order never change, so the place is a key.
  const lines = order.lines.map((line, at) => ({ line, at }));
  return (
    <ul className="order-lines">
      {lines.map(({ line, at }) => (
        <li key={at}>
          <p className="order-line-name">
            <span className="order-line-count">{formatNumber(line.quantity, language)} ×</span>{" "}
            <span>{nameOf(line)}</span>
          </p>
          <p className="order-line-total">{amountOf(line.total, order, language)}</p>
          <LineDetails line={line} order={order} />
        </li>
      ))}
    </ul>
  );
}

/** Details and cost of a line; the packing slip has no cost. */
function LineDetails({ line, order }: { line: AdminOrderLine; order: AdminOrder }) {
  const { sku, quantity, unitPrice, discount, attributes } = line;
  const language = useLanguage();
  const what = [sku && `SKU ${sku}`, ...attributes.map(({ key, value }) => `${key}: ${value}`)].filter(Boolean);
  const cost = [
    quantity > 1 && priceOfEach(amountOf(unitPrice, order, language)),
    discount > 0 && discountOfLine(amountOf(discount, order, language)),
  ].filter(Boolean);
  if (what.length + cost.length === 0) return null;
  return (
    <p className="order-line-more">
      {what.join(" · ")}
      {what.length > 0 && cost.length > 0 && <span className="order-line-cost"> · </span>}
      <span className="order-line-cost">{cost.join(" · ")}</span>
    </p>
  );
}
