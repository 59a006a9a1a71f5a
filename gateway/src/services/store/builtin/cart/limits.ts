import type { Attribute, CartLine } from "./basket.ts";
import type { TextRefusal } from "./carts.ts";

/** Lines in one basket at most. */
export const LINES_MAX = 1_000;
/** Lines of one order at most: carts and checkouts go with time, and orders stay. */
export const ORDER_LINES_MAX = 100;
/** Pieces of one line at most. */
export const QUANTITY_MAX = 1_000_000;
/** Attributes of a basket, or of one of its lines, at most. */
const ATTRIBUTES_MAX = 50;
/** Longest key or value of an attribute, in characters. */
const ATTRIBUTE_MAX_LENGTH = 500;
/**
 * Characters of the attributes of all lines together at most, as the data file has them: empty ones take room there too.
 * With a thousand lines a stranger can so store some 250,000 characters in one basket.
 */
export const LINE_ATTRIBUTES_MAX_LENGTH = 100_000;
/**
 * Characters of all attributes of an order at most, its own and those of its lines, as the data file has them: baskets go
 * with time, and orders stay.
 */
const ORDER_ATTRIBUTES_MAX_LENGTH = 10_000;
/** Longest note, in characters. Source: shopify.dev, changelog, "Note length is now validated". */
export const NOTE_MAX_LENGTH = 5_000;
/** Discount codes of one basket at most. */
const CODES_MAX = 20;
/** Longest discount code, in characters. */
const CODE_MAX_LENGTH = 255;
/** Gift cards added in one change at most. */
const GIFT_CARDS_AT_ONCE_MAX = 10;
/** Longest telephone number, in characters; E.164 has 16, people add spaces and extensions. */
const PHONE_MAX_LENGTH = 50;

/** Whether attributes can be kept. */
export function areAttributesFine(attributes: readonly Attribute[]): boolean {
  return attributes.length <= ATTRIBUTES_MAX && attributes.every(isAttributeFine);
}

/** Characters of the attributes of lines together, as the data file has them. */
export function lengthOfAttributes(lines: readonly { attributes: readonly Attribute[] }[]): number {
  return lines.reduce((length, { attributes }) => length + JSON.stringify(attributes).length, 0);
}

/** Whether an order can keep all attributes of a basket. */
export function fitAnOrder(basket: { lines: readonly CartLine[]; attributes: readonly Attribute[] }): boolean {
  return lengthOfAttributes([basket, ...basket.lines]) <= ORDER_ATTRIBUTES_MAX_LENGTH;
}

/** Says what of the words of a basket is beyond its bounds. Words that are absent are fine. */
export function refuseText(words: {
  note?: string | null | undefined;
  attributes?: readonly Attribute[] | undefined;
  discountCodes?: readonly string[] | undefined;
  giftCardCodes?: readonly string[] | undefined;
  phone?: string | null | undefined;
}): TextRefusal[] {
  const { note, attributes = [], discountCodes = [], giftCardCodes = [], phone } = words;
  const refusals: (TextRefusal | false)[] = [
    isLonger(note, NOTE_MAX_LENGTH) && { reason: "too-long", field: "note", most: NOTE_MAX_LENGTH },
    attributes.length > ATTRIBUTES_MAX && { reason: "too-many", field: "attributes", most: ATTRIBUTES_MAX },
    !attributes.every(isAttributeFine) && { reason: "too-long", field: "attributes", most: ATTRIBUTE_MAX_LENGTH },
    discountCodes.length > CODES_MAX && { reason: "too-many", field: "discountCodes", most: CODES_MAX },
    discountCodes.some((code) => isLonger(code, CODE_MAX_LENGTH)) && {
      reason: "too-long",
      field: "discountCodes",
      most: CODE_MAX_LENGTH,
    },
    giftCardCodes.length > GIFT_CARDS_AT_ONCE_MAX && {
      reason: "too-many",
      field: "giftCardCodes",
      most: GIFT_CARDS_AT_ONCE_MAX,
    },
    isLonger(phone, PHONE_MAX_LENGTH) && { reason: "too-long", field: "phone", most: PHONE_MAX_LENGTH },
  ];
  return refusals.filter((refusal) => refusal !== false);
}

function isAttributeFine({ key, value }: Attribute): boolean {
  return key.length <= ATTRIBUTE_MAX_LENGTH && value.length <= ATTRIBUTE_MAX_LENGTH;
}

function isLonger(text: string | null | undefined, most: number): boolean {
  return (text?.length ?? 0) > most;
}
