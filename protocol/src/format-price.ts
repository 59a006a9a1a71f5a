/** Formats money for people, on the gateway and in the browser. */
import { cachePerKey, isPlainEnglish, localesFor } from "./language.ts";
import { formatGrouped, type Money, minorDigits, parseAmount } from "./money.ts";

/**
 * Symbols of common currencies, as `Intl` writes them in plain English: right before the number. They are the narrow
 * symbols, "$" for every dollar. Longer symbols differ between versions of `Intl` ("A$", "AU$", "AUD"), so gateway and
 * browser would print different texts. Where "$" is ambiguous, the code follows the amount.
 */
const SYMBOLS = new Map<string, string>([
  ...["AUD", "CAD", "HKD", "MXN", "NZD", "SGD", "USD"].map((dollars) => [dollars, "$"] as const),
  ["EUR", "€"],
  ["GBP", "£"],
  ["INR", "₹"],
  ["JPY", "¥"],
]);

/** Symbols that several currencies share. The pound sign is not included: alone it means sterling. */
const SHARED_SYMBOL = /[$¥￥]|kr|Rs/i;
/** A language in whose country "kr" means this currency. */
const OWN_KRONE = /^(n[bno]\b.* NOK|sv\b.* SEK|da\b.* DKK|is\b.* ISK)$/;

const findFormat = cachePerKey(
  (language: string, currency: string) =>
    new Intl.NumberFormat(localesFor(language), {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      // As at the checkout. By default, `Intl` would round "1990.50" of HUF.
      minimumFractionDigits: minorDigits(currency),
    }),
);

/** Formats a price with the currency's symbol and all its digits: "$24.50", in German "24,50 €". */
export function formatPrice(price: Money, language: string): string {
  const plain = isPlainEnglish(language) ? formatPlain(price) : undefined;
  // The amount is a decimal string; formatting a string avoids floats.
  return plain ?? normaliseSpaces(findFormat(language, price.currencyCode).format(price.amount as `${number}`));
}

/** Adds the currency's code where its symbol is ambiguous: "$24.50 CAD", but "£22.00". */
export function formatWithCode(price: Money, language: string): string {
  return withCode(formatPrice(price, language), price.currencyCode, language);
}

/** Adds the code to a formatted price where its symbol is ambiguous. */
export function withCode(text: string, currencyCode: string, language: string): string {
  return hasSharedSymbol(text, currencyCode) && !OWN_KRONE.test(`${language} ${currencyCode}`)
    ? `${text} ${currencyCode}`
    : text;
}

/** Formats a price without the currency's symbol: "1,024.50". */
export function formatNumberOnly(price: Money, language: string): string {
  const parts = findFormat(language, price.currencyCode).formatToParts(price.amount as `${number}`);
  return normaliseSpaces(parts.map(({ type, value }) => (type === "currency" ? "" : value)).join("")).trim();
}

function hasSharedSymbol(text: string, currencyCode: string): boolean {
  if (text.includes(currencyCode)) return false;
  return SHARED_SYMBOL.test(text) || (text.includes("£") && currencyCode !== "GBP");
}

/** @returns undefined for other currencies, negative amounts, and amounts that need rounding */
function formatPlain({ amount, currencyCode }: Money): string | undefined {
  const symbol = SYMBOLS.get(currencyCode);
  const units = amount.startsWith("-") ? undefined : parseAmount(amount, currencyCode);
  return symbol === undefined || units === undefined ? undefined : symbol + formatGrouped(units, currencyCode);
}

/** Replaces special spaces by plain ones: versions of `Intl` differ, but gateway and browser have to print the same. */
function normaliseSpaces(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

/** Formats a price that is stored as text, "53.29 CAD". Other text does not change. */
export function formatWritten(written: string, language: string): string {
  const [, amount, currencyCode] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(written) ?? [];
  if (amount === undefined || currencyCode === undefined) return written;
  return formatWithCode({ amount, currencyCode }, language);
}
