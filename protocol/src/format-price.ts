/** Money as people read it. The one place for both sides. */
import { isPlainEnglish, localesFor, oncePerKey } from "./language.ts";
import { amountInGroups, type Money, minorDigits, parseAmount } from "./money.ts";

/**
 * Signs of the currencies that most shops here have, as `Intl` writes them in plain English: right before the number.
 * A sign is the narrow one, "$" for every dollar. `Intl`'s others differ between its versions ("A$", "AU$", "AUD"), so
 * that the gateway and a browser would not agree; where "$" could be another's, the code stands behind the amount.
 */
const SIGNS = new Map<string, string>([
  ...["AUD", "CAD", "HKD", "MXN", "NZD", "SGD", "USD"].map((dollars) => [dollars, "$"] as const),
  ["EUR", "€"],
  ["GBP", "£"],
  ["INR", "₹"],
  ["JPY", "¥"],
]);

/** Signs that several currencies share. The pound is taken for sterling. */
const SHARED_SIGN = /[$¥￥]|kr|Rs/i;

const formatOf = oncePerKey(
  (language: string, currency: string) =>
    new Intl.NumberFormat(localesFor(language), {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      // The checkout shows them too, and a browser alone would round "1990.50" of HUF.
      minimumFractionDigits: minorDigits(currency),
    }),
);

/** A price with the currency's sign and all of its digits: "$24.50", and in German "24,50 €". */
export function formatPrice(price: Money, language: string): string {
  const plain = isPlainEnglish(language) ? behindSign(price) : undefined;
  // `Money` holds nothing but decimals; formatted as text they never become a float.
  return plain ?? sameSpaces(formatOf(language, price.currencyCode).format(price.amount as `${number}`));
}

/** The same with the currency's code where its sign alone may be taken for another's: "$24.50 CAD", but "£22.00". */
export function formatWithCode(price: Money, language: string): string {
  return withCode(formatPrice(price, language), price.currencyCode);
}

/** A written price with the code behind it where that is needed. */
export function withCode(text: string, currencyCode: string): string {
  return hasSharedSign(text, currencyCode) ? `${text} ${currencyCode}` : text;
}

/** A price in running text, as in an email: "£22.00", and "24.50 CAD" where the sign may be taken for another's. */
export function formatInText(price: Money, language: string): string {
  const text = formatPrice(price, language);
  const { currencyCode } = price;
  return hasSharedSign(text, currencyCode) ? `${formatAmountAlone(price, language)} ${currencyCode}` : text;
}

/** The number of a price, without the currency's sign: "1,024.50". */
export function formatAmountAlone(price: Money, language: string): string {
  const parts = formatOf(language, price.currencyCode).formatToParts(price.amount as `${number}`);
  return sameSpaces(parts.map(({ type, value }) => (type === "currency" ? "" : value)).join("")).trim();
}

function hasSharedSign(text: string, currencyCode: string): boolean {
  if (text.includes(currencyCode)) return false;
  return SHARED_SIGN.test(text) || (text.includes("£") && currencyCode !== "GBP");
}

/** Undefined where it is not as simple as sign and digits: another currency, less than nothing, something to round. */
function behindSign({ amount, currencyCode }: Money): string | undefined {
  const sign = SIGNS.get(currencyCode);
  const units = amount.startsWith("-") ? undefined : parseAmount(amount, currencyCode);
  return sign === undefined || units === undefined ? undefined : sign + amountInGroups(units, currencyCode);
}

/** Versions of `Intl` differ in how narrow a space they write; the gateway and a browser must print the same. */
function sameSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

/** The same of a price that is stored as text, "53.29 CAD". What is no such text stays as it is. */
export function formatWritten(written: string, language: string): string {
  const [, amount, currencyCode] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(written) ?? [];
  if (amount === undefined || currencyCode === undefined) return written;
  return formatInText({ amount, currencyCode }, language);
}
