import type { Money } from "@porchlight/protocol/money.ts";

/** A price as people read it, with the currency's sign and all of its digits: "$24.50". */
export function formatPrice({ amount, currencyCode }: Money): string {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency: currencyCode,
    currencyDisplay: "narrowSymbol",
  });
  // `Money` holds nothing but decimals; formatted as text they never become a float.
  return format.format(amount as `${number}`);
}
