import { amountInGroups, type Money, minorDigits, parseAmount } from "@porchlight/protocol/money.ts";

/**
 * Signs of the currencies that most shops here have, as `Intl` writes them: right before the number. A phone's first
 * `Intl.NumberFormat` holds up everything else for some 100 ms, just when the goods begin to answer.
 */
const SIGNS = new Map<string, string>([
  ...["AUD", "CAD", "HKD", "MXN", "NZD", "SGD", "USD"].map((dollars) => [dollars, "$"] as const),
  ["EUR", "€"],
  ["GBP", "£"],
  ["INR", "₹"],
  ["JPY", "¥"],
]);

/** By currency. A shop has one, and to make a formatter takes a phone longer than to draw a product. */
const formats = new Map<string, Intl.NumberFormat>();

/** A price as people read it, with the currency's sign and all of its digits: "$24.50". */
export function formatPrice(price: Money): string {
  // `Money` holds nothing but decimals; formatted as text they never become a float.
  return behindSign(price) ?? formatOf(price.currencyCode).format(price.amount as `${number}`);
}

/** The same with the currency's code, for where a sign alone may be taken for another: "$24.50 CAD". */
export function formatWithCode(price: Money): string {
  return `${formatPrice(price)} ${price.currencyCode}`;
}

/** Undefined where it is not as simple as sign and digits: another currency, less than nothing, something to round. */
function behindSign({ amount, currencyCode }: Money): string | undefined {
  const sign = SIGNS.get(currencyCode);
  const units = amount.startsWith("-") ? undefined : parseAmount(amount, currencyCode);
  return sign === undefined || units === undefined ? undefined : sign + amountInGroups(units, currencyCode);
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
