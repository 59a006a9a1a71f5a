import { formatPrice } from "@porchlight/protocol/format-price.ts";
import { type Money, parseAmount } from "@porchlight/protocol/money.ts";
import type { ShopVariant } from "@porchlight/protocol/shop.ts";
import { useLanguage } from "../../ui/language.ts";

/**
 * What a variant costs, and what it cost before where that was more. A browser that lacks the artist's language leaves
 * what the gateway wrote.
 */
export function Price({ variant: { price, compareAtPrice } }: { variant: ShopVariant }) {
  const language = useLanguage();
  if (!compareAtPrice || !isMore(compareAtPrice, price)) {
    return (
      <p className="price" suppressHydrationWarning>
        {formatPrice(price, language)}
      </p>
    );
  }
  return (
    <p className="price" data-reduced="true" suppressHydrationWarning>
      <span className="visually-hidden">Now </span>
      {formatPrice(price, language)}
      <span className="visually-hidden">, before </span>
      <s suppressHydrationWarning>{formatPrice(compareAtPrice, language)}</s>
    </p>
  );
}

function isMore(money: Money, other: Money): boolean {
  const [units, otherUnits] = [money, other].map(({ amount, currencyCode }) => parseAmount(amount, currencyCode));
  return units !== undefined && otherUnits !== undefined && units > otherUnits;
}
