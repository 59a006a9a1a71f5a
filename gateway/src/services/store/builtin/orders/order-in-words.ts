import { formatInText, formatWritten } from "@porchlight/protocol/format-price.ts";
import { type MinorUnits, toMoney } from "@porchlight/protocol/money.ts";
import type { Address } from "../../../shared/addresses/address.ts";
import { countryName } from "../../../shared/addresses/countries.ts";
import type { Order, OrderLine } from "../model/order.ts";
import { truncated } from "../truncated.ts";
import * as words from "./words.ts";

/** Longest piece of a buyer's text in an email, in characters. */
const BUYERS_TEXT_MAX_LENGTH = 200;

/** An amount in the artist's language: "£22.00", "24.50 CAD". */
export function inWords(units: MinorUnits, { currency }: Order, language: string): string {
  return formatInText(toMoney(units, currency), language);
}

/** The paid amount. In rare cases it differs from the requested amount. */
export function paidInWords(order: Order, language: string): string {
  const { otherSum } = order.payment;
  return otherSum === null ? inWords(order.due, order, language) : formatWritten(otherSum, language);
}

/** The bought goods with their prices, one per line. */
export function goodsOf(order: Order, language: string): string[] {
  return order.lines.map((line) => `${line.quantity} × ${nameOf(line)}: ${inWords(line.total, order, language)}`);
}

/** Product and variant of a line, "Lake Effect tee (S / Ink)". */
export function nameOf({ title, variantTitle }: OrderLine): string {
  return variantTitle === "" ? title : `${title} (${variantTitle})`;
}

/** The sums from the goods to the total, one per line. */
export function sumsOf(order: Order, language: string): string[] {
  const { delivery, taxesIncluded, giftCards, discountCodes } = order;
  const amount = (units: MinorUnits) => inWords(units, order, language);
  const lines = [words.entry(words.subtotal, amount(order.subtotal))];
  if (delivery.kind !== "none") lines.push(words.entry(delivery.title, amount(delivery.price)));
  for (const tax of order.taxes) {
    lines.push(words.entry(taxesIncluded ? words.includedTax(tax.title) : tax.title, amount(tax.amount)));
  }
  lines.push(words.entry(words.total, amount(order.total)));
  for (const { lastCharacters, used } of giftCards) {
    lines.push(words.entry(words.giftCardEndingIn(lastCharacters), `−${amount(used)}`));
  }
  if (giftCards.length > 0) lines.push(words.entry(words.leftToPay, amount(order.due)));
  if (discountCodes.length > 0) lines.push(words.tookOff(discountCodes, amount(order.discount)));
  return lines;
}

/** The recipient's name; empty when there is none. */
export function nameIn(address: Address | null): string {
  return address === null ? "" : oneLine(joined(address.firstName, address.lastName));
}

/** The buyer's address as a line for the owner, "From: ann@example.com". */
export function buyerOf(email: string): string {
  return words.entry(words.buyerFrom, oneLine(email));
}

/** Where an order is picked up, and the name it is held under, one line each. */
export function pickupLines({ delivery, address }: Order): string[] {
  const name = nameIn(address);
  return [words.entry(words.placeOfPickup, delivery.title), ...(name === "" ? [] : [words.entry(words.name, name)])];
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
    joined(city, provinceCode || province, zip),
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

/** The dots that make a link: before a letter, between numbers as in `192.0.2.1`, or in a number before a path. */
const LINKING_DOT = /[.。．｡](?=\p{L}|\p{N}+(?:[.。．｡]\p{N}|[/:]))|(?<=[.。．｡]\p{N}+)[.。．｡](?=\p{N})/gu;

/**
 * Removes links from typed text, because a stranger may have this email sent to somebody else. Removes lines with a web
 * address. Changes host names and IP addresses so that mail programs do not turn them into links.
 */
export function withoutLinks(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.includes("://")).map((line) => line.replace(LINKING_DOT, "$& "));
}
