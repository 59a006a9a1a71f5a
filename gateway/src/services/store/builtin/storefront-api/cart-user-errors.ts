import type { CartError } from "../cart/carts.ts";
import type { LineError } from "../cart/change-lines.ts";
import type { TextError } from "../cart/limits.ts";
import { LINE_QUANTITY_MAX, LINES_MAX } from "../cart/limits.ts";
import type { InputPlaces, UserError } from "./user-errors.ts";

/** The used values of `CartErrorCode`. Source: shopify.dev, Storefront API, CartErrorCode. */
export type CartErrorCode = "INVALID" | "INVALID_MERCHANDISE_LINE" | "LESS_THAN";

/** The error of a rejected change. `ids` are the ids of the request's lines, for the message. */
export function cartUserError(error: CartError, places: InputPlaces, ids: readonly string[]): UserError<CartErrorCode> {
  switch (error.reason) {
    case "bad-email":
      return { code: "INVALID", field: [...places.root, "buyerIdentity", "email"], message: "Email is invalid" };
    case "too-many-guesses":
      return { code: "INVALID", field: [...places.root, "discountCodes"], message: TOO_MANY_GUESSES };
    case "too-long":
    case "too-many":
      return { code: "INVALID", field: fieldOfText(error, places), message: messageOfText(error) };
    default:
      return lineError(error, places, ids[error.at] ?? "");
  }
}

function lineError(error: LineError, places: InputPlaces, id: string): UserError<CartErrorCode> {
  const line = [...places.root, places.lines ?? "lines", String(error.at)];
  switch (error.reason) {
    case "no-such-variant":
      return {
        code: "INVALID",
        field: [...line, places.variantKey],
        message: `The merchandise with id ${id} does not exist.`,
      };
    case "bad-quantity":
      return { code: "LESS_THAN", field: [...line, "quantity"], message: BAD_QUANTITY };
    case "not-enough":
      return { code: "INVALID", field: [...line, "quantity"], message: "There are not so many left." };
    case "above-per-order":
      return { code: "INVALID", field: [...line, "quantity"], message: abovePerOrder(error.most) };
    case "no-such-line":
      return { code: "INVALID_MERCHANDISE_LINE", field: line, message: "This line is not in the cart." };
    case "too-many-lines":
      return { code: "INVALID", field: line, message: `A cart can have ${LINES_MAX} lines at most.` };
    case "bad-attributes":
      return { code: "INVALID", field: [...line, "attributes"], message: "These attributes are too many or too long." };
  }
}

function fieldOfText({ field }: TextError, { root }: InputPlaces): string[] {
  return field === "phone" ? [...root, "buyerIdentity", "phone"] : [...root, field];
}

/** Message for a quantity that no line can have. */
export const BAD_QUANTITY = `The quantity has to be from 1 to ${LINE_QUANTITY_MAX}.`;
/** Message for a quantity above the limit per order. */
export function abovePerOrder(most: number): string {
  return `One order can have ${most} of this at most.`;
}
/** Message for a client after too many wrong codes, whether or not this code is right. */
export const TOO_MANY_GUESSES = "Too many codes were wrong. Please wait a few minutes.";

const TEXTS = {
  note: "The note",
  attributes: "Attributes",
  discountCodes: "Discount codes",
  giftCardCodes: "Gift cards added at once",
  phone: "The phone number",
};

/** Message for a text or a list that is too long. */
export function messageOfText({ reason, field, most }: TextError): string {
  const bound = reason === "too-many" ? `${most} at most` : `at most ${most} characters long`;
  return `${TEXTS[field]} can be ${bound}.`;
}
