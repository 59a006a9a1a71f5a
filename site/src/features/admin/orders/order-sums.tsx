import { formatRate } from "@porchlight/protocol/format-number.ts";
import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import * as words from "./words.ts";

type Sum = { term: string; value: string; currency?: string; isTotal?: boolean };

/** The sums of an order, from the subtotal to the amount due and refunds. */
export function OrderSums({ order }: { order: AdminOrder }) {
  const { discount, discountCodes } = order;
  const language = useLanguage();
  // Two gift cards may have the same last characters.
  const sums = sumsOf(order, language).map((sum, at) => ({ ...sum, at }));
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
        <p className="dashboard-note">{words.discountNote(discountCodes, words.amountOf(discount, order, language))}</p>
      )}
    </>
  );
}

function sumsOf(order: AdminOrder, language: string): Sum[] {
  const { currency, delivery, taxesIncluded, giftCards, totalRefunded } = order;
  return [
    { term: words.subtotal, value: words.amountOf(order.subtotal, order, language) },
    ...(delivery === "none"
      ? []
      : [{ term: order.deliveryTitle, value: words.amountOf(order.deliveryPrice, order, language) }]),
    ...order.taxes.map(({ title, rateMillionths, amount }) => ({
      term: words.taxTerm(title, formatRate(rateMillionths, language), taxesIncluded),
      value: words.amountOf(amount, order, language),
    })),
    { term: words.total, value: words.amountOf(order.total, order, language), currency, isTotal: true },
    ...giftCards.map(({ lastCharacters, used }) => ({
      term: words.giftCard(lastCharacters),
      value: words.amountOf(-used, order, language),
    })),
    ...(giftCards.length > 0
      ? [{ term: words.dueAfterGiftCards, value: words.amountOf(order.due, order, language), currency, isTotal: true }]
      : []),
    ...(totalRefunded > 0
      ? [{ term: words.givenBack, value: words.amountOf(totalRefunded, order, language), currency }]
      : []),
  ];
}
