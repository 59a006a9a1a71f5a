import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import { amountOf, wholeAmountOf } from "./order-words.ts";

type Sum = { term: string; value: string; isTotal?: boolean };

/** From the goods down to what had to be paid. */
export function OrderSums({ order }: { order: AdminOrder }) {
  const { discount, discountCodes } = order;
  // Two gift cards may end alike.
  const sums = sumsOf(order).map((sum, at) => ({ ...sum, at }));
  return (
    <>
      <dl className="order-sums">
        {sums.map(({ term, value, isTotal, at }) => (
          <div key={at} data-total={isTotal}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {discount > 0 && (
        <p className="desk-note">
          {discountCodes.join(", ")} took off {amountOf(discount, order)}. These sums are after that.
        </p>
      )}
    </>
  );
}

function sumsOf(order: AdminOrder): Sum[] {
  const { delivery, taxesIncluded, giftCards, totalRefunded } = order;
  return [
    { term: "Subtotal", value: amountOf(order.subtotal, order) },
    ...(delivery === "none" ? [] : [{ term: order.deliveryTitle, value: amountOf(order.deliveryPrice, order) }]),
    ...order.taxes.map(({ title, rateMillionths, amount }) => ({
      term: `${title} ${rateMillionths / 10_000}%${taxesIncluded ? ", included" : ""}`,
      value: amountOf(amount, order),
    })),
    { term: "Total", value: wholeAmountOf(order.total, order), isTotal: true },
    ...giftCards.map(({ lastCharacters, used }) => ({
      term: `Gift card ending in ${lastCharacters}`,
      value: amountOf(-used, order),
    })),
    ...(giftCards.length > 0
      ? [{ term: "Due after gift cards", value: wholeAmountOf(order.due, order), isTotal: true }]
      : []),
    ...(totalRefunded > 0 ? [{ term: "Given back", value: wholeAmountOf(totalRefunded, order) }] : []),
  ];
}
