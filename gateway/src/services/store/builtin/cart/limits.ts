import type { Attribute, CartLine } from "../model/cart.ts";

/** Why a text could not be stored. `most` is the limit: characters of a text, entries of a list. */
export type TextError = {
  reason: "too-long" | "too-many";
  field: "note" | "attributes" | "discountCodes" | "giftCardCodes" | "phone";
  most: number;
};

/**
 * Maximum number of lines of a cart or a checkout, for any client. Our site's cart sends fewer: `FOLLOWED_LINES_MAX`.
 */
export const LINES_MAX = 1_000;
/** Maximum number of lines of an order, lower because orders are stored permanently. */
export const ORDER_LINES_MAX = 100;
/** Highest quantity of a line, for any client. Our site's cart sends less: `ITEM_QUANTITY_MAX`. */
export const LINE_QUANTITY_MAX = 1_000_000;
/** Maximum number of attributes of a cart, of a checkout or of one of its lines. */
const ATTRIBUTES_MAX = 50;
/** Maximum length of an attribute's key or value, in characters. */
const ATTRIBUTE_MAX_LENGTH = 500;
/**
 * Maximum number of characters of the attributes of all lines together, as stored JSON. There, even empty attributes
 * take space. So with a thousand lines, a stranger can store some 250,000 characters in one cart.
 */
export const LINE_ATTRIBUTES_MAX_LENGTH = 100_000;
/**
 * Maximum number of characters of an order's attributes and those of its lines, as stored JSON. Orders are stored
 * permanently.
 */
const ORDER_ATTRIBUTES_MAX_LENGTH = 10_000;
/** Longest note, in characters. Source: shopify.dev, changelog, "Note length is now validated". */
export const NOTE_MAX_LENGTH = 5_000;
/** Maximum number of discount codes of a cart or a checkout. */
const CODES_MAX = 20;
/** Longest discount code, in characters. */
const CODE_MAX_LENGTH = 255;
/** Maximum number of gift cards added in one change. */
const GIFT_CARDS_AT_ONCE_MAX = 10;
/** Longest telephone number, in characters; E.164 allows 16; people add spaces and extensions. */
const PHONE_MAX_LENGTH = 50;

export function areAttributesValid(attributes: readonly Attribute[]): boolean {
  return attributes.length <= ATTRIBUTES_MAX && attributes.every(isAttributeValid);
}

/** Characters of the attributes of all lines, as stored JSON. */
export function measureAttributes(lines: readonly { attributes: readonly Attribute[] }[]): number {
  return lines.reduce((length, { attributes }) => length + JSON.stringify(attributes).length, 0);
}

/** Whether the attributes of a checkout and of its lines fit in an order. */
export function fitsInOrder(checkout: { lines: readonly CartLine[]; attributes: readonly Attribute[] }): boolean {
  return measureAttributes([checkout, ...checkout.lines]) <= ORDER_ATTRIBUTES_MAX_LENGTH;
}

/** Checks the texts that a buyer adds to a cart or a checkout. Absent texts are valid. */
export function checkText(texts: {
  note?: string | null | undefined;
  attributes?: readonly Attribute[] | undefined;
  discountCodes?: readonly string[] | undefined;
  giftCardCodes?: readonly string[] | undefined;
  phone?: string | null | undefined;
}): TextError[] {
  const { note, attributes = [], discountCodes = [], giftCardCodes = [], phone } = texts;
  const errors: (TextError | false)[] = [
    isLonger(note, NOTE_MAX_LENGTH) && { reason: "too-long", field: "note", most: NOTE_MAX_LENGTH },
    attributes.length > ATTRIBUTES_MAX && { reason: "too-many", field: "attributes", most: ATTRIBUTES_MAX },
    !attributes.every(isAttributeValid) && { reason: "too-long", field: "attributes", most: ATTRIBUTE_MAX_LENGTH },
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
  return errors.filter((error) => error !== false);
}

function isAttributeValid({ key, value }: Attribute): boolean {
  return key.length <= ATTRIBUTE_MAX_LENGTH && value.length <= ATTRIBUTE_MAX_LENGTH;
}

function isLonger(text: string | null | undefined, most: number): boolean {
  return (text?.length ?? 0) > most;
}
