import { formatPrice, formatWithCode, formatWritten } from "@porchlight/protocol/format-price.ts";
import { type MinorUnits, toMoney } from "@porchlight/protocol/money.ts";
import type { Address } from "../../../shared/addresses/address.ts";
import { isPostalCodeFirst } from "../../../shared/addresses/address-format.ts";
import { countryName } from "../../../shared/addresses/countries.ts";
import type { Receipt, ReceiptRow } from "../../../shared/emails/content.ts";
import type { Order, OrderLine } from "../model/order.ts";
import { truncated } from "../truncated.ts";
import * as words from "./words.ts";

/** Maximum number of lines of an order that a receipt names. */
const RECEIPT_LINES_MAX = 60;
/** Longest piece of a buyer's text in an email, in characters. */
const BUYERS_TEXT_MAX_LENGTH = 200;

/** The shop, and how it formats amounts and days. */
export type Sender = {
  shopName: string;
  language: string;
  /** The shop's time zone. */
  timeZone: string;
};

/** An amount in the artist's language: "£22.00", "$24.50 CAD". */
export function inWords(units: MinorUnits, { currency }: Order, language: string): string {
  return formatWithCode(toMoney(units, currency), language);
}

/** The paid amount. In rare cases it differs from the requested amount. */
export function paidInWords(order: Order, language: string): string {
  const { otherSum } = order.payment;
  return otherSum === null ? inWords(order.due, order, language) : formatWritten(otherSum, language);
}

/** The bought goods with their prices. */
export function goodsOf({ lines, currency }: Order, language: string): ReceiptRow[] {
  return lines.map((line) => ({
    words: `${line.quantity} × ${nameOf(line)}`,
    amount: formatPrice(toMoney(line.total, currency), language),
  }));
}

/** The goods on a receipt. With very many lines, only the first are named: Gmail clips emails above 102 kB. */
export function goodsReceipt(order: Order, language: string): ReceiptRow[] {
  const rows = goodsOf(order, language);
  const hidden = rows.length - RECEIPT_LINES_MAX;
  return hidden > 0
    ? [...rows.slice(0, RECEIPT_LINES_MAX), { words: words.moreOnOrderPage(hidden), amount: "" }]
    : rows;
}

/** Product and variant of a line, "Lake Effect tee (S / Ink)". */
export function nameOf({ title, variantTitle }: Pick<OrderLine, "title" | "variantTitle">): string {
  return variantTitle === "" ? title : `${title} (${variantTitle})`;
}

/** The goods, and the sums from them to the total. */
export function receiptOf(order: Order, language: string): Receipt {
  const { currency, delivery, taxesIncluded, giftCards } = order;
  const amount = (units: MinorUnits) => formatPrice(toMoney(units, currency), language);
  const whole = (units: MinorUnits) => inWords(units, order, language);
  const sums: ReceiptRow[] = [{ words: words.subtotal, amount: amount(order.subtotal) }];
  if (delivery.kind !== "none") {
    sums.push({ words: delivery.title, amount: delivery.price === 0 ? words.free : amount(delivery.price) });
  }
  for (const tax of order.taxes) {
    sums.push({ words: taxesIncluded ? words.includedTax(tax.title) : tax.title, amount: amount(tax.amount) });
  }
  const end: ReceiptRow[] = [{ words: words.total, amount: whole(order.total), isTotal: true }];
  for (const { lastCharacters, used } of giftCards) {
    end.push({ words: words.giftCardEndingIn(lastCharacters), amount: `−${amount(used)}` });
  }
  if (giftCards.length > 0) end.push({ words: words.leftToPay, amount: whole(order.due), isTotal: true });
  return { receipt: [goodsReceipt(order, language), sums, end] };
}

/** What discount codes took off the price of the goods; empty without a code. */
export function discountOf(order: Order, language: string): string[] {
  const { discountCodes, discount } = order;
  return discountCodes.length > 0 ? [words.tookOff(discountCodes, inWords(discount, order, language))] : [];
}

/** The recipient's name; empty when there is none. */
export function nameIn(address: Address | null): string {
  return address === null ? "" : oneLine(joined(address.firstName, address.lastName));
}

/** The buyer's address as a line for the owner, "From: ann@example.com". */
export function buyerOf(email: string): string {
  return words.entry(words.buyerFrom, oneLine(email));
}

/**
 * An address as on a parcel, without empty parts. Empty if it has only a name and a country, as for a pickup.
 */
export function addressLinesOf(address: Address | null): string[] {
  if (address === null) return [];
  const { company, address1, address2, city, provinceCode, province, zip, countryCode } = address;
  if (joined(company, address1, address2, city, zip) === "") return [];
  return [
    nameIn(address),
    company,
    address1,
    address2,
    isPostalCodeFirst(countryCode)
      ? joined(zip, city, provinceCode || province)
      : joined(city, provinceCode || province, zip),
    countryName(countryCode),
  ]
    .map(oneLine)
    .filter(Boolean);
}

/** Place of a buyer without a delivery, "Ontario, Canada"; empty when it is unknown. */
export function placeInWords(address: Pick<Address, "countryCode" | "province"> | null): string {
  if (!address?.countryCode) return "";
  return [address.province, countryName(address.countryCode)].filter(Boolean).map(oneLine).join(", ");
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(" ");
}

/** A buyer's text as one short line, so that it cannot look like another part of an email. */
export function oneLine(text: string): string {
  return truncated(text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim(), BUYERS_TEXT_MAX_LENGTH);
}

/** The dots that make text a link: before a letter, between numbers as in `192.0.2.1`, or in a number before a path. */
const LINKING_DOT = /[.。．｡](?=\p{L}|\p{N}+(?:[.。．｡]\p{N}|[/:]))|(?<=[.。．｡]\p{N}+)[.。．｡](?=\p{N})/gu;

/**
 * Removes links from typed text, because a stranger may have this email sent to somebody else. Removes lines with a web
 * address. Changes host names and IP addresses so that mail programs do not turn them into links.
 */
export function withoutLinks(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.includes("://")).map((line) => line.replace(LINKING_DOT, "$& "));
}
