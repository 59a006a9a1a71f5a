import { type Money, minorDigits } from "@porchlight/protocol/money.ts";

/** By currency. A shop has one, and to make a formatter takes a phone longer than to draw a product. */
const formats = new Map<string, Intl.NumberFormat>();

/** A price as people read it, with the currency's sign and all of its digits: "$24.50". */
export function formatPrice({ amount, currencyCode }: Money): string {
  // `Money` holds nothing but decimals; formatted as text they never become a float.
  return formatOf(currencyCode).format(amount as `${number}`);
}

/** The same with the currency's code, for where a sign alone may be taken for another: "$24.50 CAD". */
export function formatWithCode(price: Money): string {
  return `${formatPrice(price)} ${price.currencyCode}`;
}

function formatOf(currency: string): Intl.NumberFormat {
  const kept = formats.get(currency);
  if (kept) return kept;
  const made = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    // The checkout shows them too, and a browser alone would round "1990.50" of HUF.
    minimumFractionDigits: minorDigits(currency),
  });
  formats.set(currency, made);
  return made;
}
