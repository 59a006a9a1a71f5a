import { type Money, parseAmount } from "@porchlight/protocol/money.ts";
import type { ShopVariant } from "@porchlight/protocol/shop.ts";
import { formatPrice } from "../../lib/format-price.ts";

/** What a variant costs, and what it cost before where that was more. */
export function Price({ variant: { price, compareAtPrice } }: { variant: ShopVariant }) {
  if (!compareAtPrice || !isMore(compareAtPrice, price)) return <p className="price">{formatPrice(price)}</p>;
  return (
    <p className="price" data-reduced="true">
      <span className="visually-hidden">Now </span>
      {formatPrice(price)}
      <span className="visually-hidden">, before </span>
      <s>{formatPrice(compareAtPrice)}</s>
    </p>
  );
}

function isMore(money: Money, other: Money): boolean {
  const [units, otherUnits] = [money, other].map(({ amount, currencyCode }) => parseAmount(amount, currencyCode));
  return units !== undefined && otherUnits !== undefined && units > otherUnits;
}
