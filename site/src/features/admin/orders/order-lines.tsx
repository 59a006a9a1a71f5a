import { formatNumber, formatRate } from "@porchlight/protocol/format-number.ts";
import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { AdminOrder, AdminOrderLine } from "@porchlight/protocol/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import * as words from "./words.ts";

/** The lines of an order, with the names and prices of that time. */
export function OrderLines({ order }: { order: AdminOrder }) {
  const language = useLanguage();
  if (order.lines.length === 0) return <p className="dashboard-note">{ORDER_MESSAGES.reduced}</p>;
  // A product may have two lines. Lines of an order never change, so the index can be the key.
  const lines = order.lines.map((line, at) => ({ line, at }));
  return (
    <ul className="order-lines">
      {lines.map(({ line, at }) => (
        <li key={at}>
          <p className="order-line-name">
            <span className="order-line-count">{formatNumber(line.quantity, language)} ×</span>{" "}
            <span>{words.lineName(line)}</span>
          </p>
          <p className="order-line-total">{words.formatSum(line.total, order, language)}</p>
          <LineDetails line={line} order={order} />
          {line.attributes.length > 0 && <Wishes wishes={line.attributes} />}
        </li>
      ))}
    </ul>
  );
}

/** Details and cost of a line. The packing slip does not show the cost. */
function LineDetails({ line, order }: { line: AdminOrderLine; order: AdminOrder }) {
  const { sku, quantity, unitPrice, discount } = line;
  const language = useLanguage();
  const cost = [
    quantity > 1 && words.priceOfEach(words.formatSum(unitPrice, order, language)),
    discount > 0 && words.discountOfLine(words.formatSum(discount, order, language)),
  ].filter(Boolean);
  if (!sku && cost.length === 0) return null;
  return (
    <p className="order-line-more">
      {sku && words.skuOf(sku)}
      {sku && cost.length > 0 && <span className="order-line-cost"> · </span>}
      <span className="order-line-cost">{cost.join(" · ")}</span>
    </p>
  );
}

/** The buyer's wishes for a line, such as a name to print. Set apart, so they do not look like the site's words. */
function Wishes({ wishes }: { wishes: AdminOrderLine["attributes"] }) {
  return (
    <p className="order-line-more order-line-wishes">
      {[words.fromBuyer, ...wishes.map(({ key, value }) => `${key}: ${value}`.replace(/\s+/g, " "))].join("\n")}
    </p>
  );
}

type Sum = { term: string; value: string; currency?: string; isTotal?: boolean };

/** The sums of an order, from the subtotal to the amount due and refunds. */
export function OrderSums({ order }: { order: AdminOrder }) {
  const { discount, discountCodes } = order;
  const language = useLanguage();
  // Two gift cards may have the same last characters.
  const sums = listSums(order, language).map((sum, at) => ({ ...sum, at }));
  return (
    <>
      <dl className="order-sums">
        {sums.map(({ term, value, currency, isTotal, at }) => (
          <div key={at} data-total={isTotal}>
            <dt>{term}</dt>
            <dd>
              {value}
              {currency && <span className="unit"> {currency}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {discount > 0 && (
        <p className="dashboard-note">
          {words.discountNote(discountCodes, words.formatSum(discount, order, language))}
        </p>
      )}
    </>
  );
}

function listSums(order: AdminOrder, language: string): Sum[] {
  const { currency, delivery, taxesIncluded, giftCards, totalRefunded } = order;
  return [
    { term: words.subtotal, value: words.formatSum(order.subtotal, order, language) },
    ...(delivery === "none"
      ? []
      : [{ term: order.deliveryTitle, value: words.formatSum(order.deliveryPrice, order, language) }]),
    ...order.taxes.map(({ title, rateMillionths, amount }) => ({
      term: words.taxTerm(title, formatRate(rateMillionths, language), taxesIncluded),
      value: words.formatSum(amount, order, language),
    })),
    { term: words.total, value: words.formatSum(order.total, order, language), currency, isTotal: true },
    ...giftCards.map(({ lastCharacters, used }) => ({
      term: words.giftCard(lastCharacters),
      value: words.formatSum(-used, order, language),
    })),
    ...(giftCards.length > 0
      ? [{ term: words.dueAfterGiftCards, value: words.formatSum(order.due, order, language), currency, isTotal: true }]
      : []),
    ...(totalRefunded > 0
      ? [{ term: words.refunded, value: words.formatSum(totalRefunded, order, language), currency }]
      : []),
  ];
}
