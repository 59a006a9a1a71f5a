import { formatPrice } from "@porchlight/protocol/format-price.ts";
import { type Money, parseAmount } from "@porchlight/protocol/money.ts";
import type { ShopVariant } from "@porchlight/protocol/shop.ts";
import { useLanguage } from "../../ui/language.ts";
import * as words from "./words.ts";

/**
 * The price of a variant, and its earlier price if that was higher. If a browser does not know the site's language, the
 * gateway's text stays.
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
      <span className="visually-hidden">{words.now}</span>
      {formatPrice(price, language)}
      <span className="visually-hidden">{words.before}</span>
      <s suppressHydrationWarning>{formatPrice(compareAtPrice, language)}</s>
    </p>
  );
}

function isMore(money: Money, other: Money): boolean {
  const [units, otherUnits] = [money, other].map(({ amount, currencyCode }) => parseAmount(amount, currencyCode));
  return units !== undefined && otherUnits !== undefined && units > otherUnits;
}
