import { type AddressProblem, INPUT_NAMES } from "../../../shared/addresses/address.ts";
import type { LineError } from "../cart/change-lines.ts";
import { LINES_MAX } from "../cart/limits.ts";
import type { CheckoutError } from "../checkout/checkout-edits.ts";
import type { DiscountError, GiftCardError } from "../model/cart.ts";
import { formatTerm, type TermFormat } from "../pricing/discount-terms.ts";
import { abovePerOrder, BAD_QUANTITY, messageOfText, TOO_MANY_GUESSES } from "./cart-user-errors.ts";
import type { InputPlaces, UserError } from "./user-errors.ts";

/** The used values of `CheckoutErrorCode`. Source: shopify.dev, Storefront API 2023-10, CheckoutErrorCode. */
export type CheckoutErrorCode =
  | "ALREADY_COMPLETED"
  | "BLANK"
  | "CART_DOES_NOT_MEET_DISCOUNT_REQUIREMENTS_NOTICE"
  | "DISCOUNT_DISABLED"
  | "DISCOUNT_EXPIRED"
  | "DISCOUNT_LIMIT_REACHED"
  | "DISCOUNT_NOT_FOUND"
  | "GIFT_CARD_ALREADY_APPLIED"
  | "GIFT_CARD_CODE_INVALID"
  | "GIFT_CARD_CURRENCY_MISMATCH"
  | "GIFT_CARD_DEPLETED"
  | "GIFT_CARD_DISABLED"
  | "GIFT_CARD_EXPIRED"
  | "GIFT_CARD_NOT_FOUND"
  | "GREATER_THAN_OR_EQUAL_TO"
  | "HIGHER_VALUE_DISCOUNT_APPLIED"
  | "INVALID"
  | "INVALID_FOR_COUNTRY_AND_PROVINCE"
  | "LESS_THAN_OR_EQUAL_TO"
  | "LINE_ITEM_NOT_FOUND"
  | "NOT_ENOUGH_IN_STOCK"
  | "NOT_SUPPORTED"
  | "SHIPPING_RATE_EXPIRED"
  | "THROTTLED_DURING_CHECKOUT"
  | "TOO_LONG";

type CodedMessage = { code: CheckoutErrorCode; message: string };

const DISCOUNTS: Readonly<Record<DiscountError, CodedMessage>> = {
  "not-found": { code: "DISCOUNT_NOT_FOUND", message: "There is no such discount code." },
  "not-yet": { code: "DISCOUNT_DISABLED", message: "This discount code cannot be used yet." },
  expired: { code: "DISCOUNT_EXPIRED", message: "This discount code has expired." },
  "used-up": { code: "DISCOUNT_LIMIT_REACHED", message: "This discount code has been used up." },
  "below-minimum": {
    code: "CART_DOES_NOT_MEET_DISCOUNT_REQUIREMENTS_NOTICE",
    message: "This discount code is for larger orders.",
  },
  "no-such-product": {
    code: "CART_DOES_NOT_MEET_DISCOUNT_REQUIREMENTS_NOTICE",
    message: "This discount code is for other products.",
  },
  "another-is-better": {
    code: "HIGHER_VALUE_DISCOUNT_APPLIED",
    message: "Another discount code takes more off.",
  },
};

const GIFT_CARDS: Readonly<Record<GiftCardError, CodedMessage>> = {
  invalid: { code: "GIFT_CARD_CODE_INVALID", message: "This is no code of a gift card." },
  "not-found": { code: "GIFT_CARD_NOT_FOUND", message: "There is no such gift card." },
  expired: { code: "GIFT_CARD_EXPIRED", message: "This gift card has expired." },
  depleted: { code: "GIFT_CARD_DEPLETED", message: "Nothing is left on this gift card." },
  disabled: { code: "GIFT_CARD_DISABLED", message: "This gift card cannot be used." },
  "already-applied": { code: "GIFT_CARD_ALREADY_APPLIED", message: "This gift card is applied already." },
  "other-currency": { code: "GIFT_CARD_CURRENCY_MISMATCH", message: "This gift card is in another currency." },
};

const ADDRESS_PROBLEMS: Readonly<Record<AddressProblem, CodedMessage>> = {
  blank: { code: "BLANK", message: "can't be blank" },
  "too-long": { code: "TOO_LONG", message: "is too long" },
  unknown: { code: "INVALID", message: "is not one we know" },
  elsewhere: { code: "INVALID_FOR_COUNTRY_AND_PROVINCE", message: "is in another province" },
  "not-sent-there": { code: "NOT_SUPPORTED", message: "is not one we send to" },
};

/** Paths of input fields that only checkouts have. */
export type CheckoutPlaces = InputPlaces & {
  /** The gift card's code or id. */
  giftCard?: (at: number) => string[];
};

/** The error of a rejected change, with amounts in the shop's format. */
export function checkoutUserError(
  error: CheckoutError,
  places: CheckoutPlaces,
  format: TermFormat,
): UserError<CheckoutErrorCode> {
  const { root } = places;
  switch (error.reason) {
    case "already-completed":
      return { code: "ALREADY_COMPLETED", field: ["checkoutId"], message: "The order has been placed already." };
    case "bad-email":
      return { code: "INVALID", field: [...root, "email"], message: "Email is invalid" };
    case "bad-address": {
      const { code, message } = ADDRESS_PROBLEMS[error.problem];
      const name = INPUT_NAMES[error.field];
      return { code, field: [...root, "shippingAddress", name], message: `${inWords(name)} ${message}` };
    }
    case "discount": {
      const { code, message } = DISCOUNTS[error.why];
      const term = formatTerm(error, format);
      return { code, field: ["discountCode"], message: term ? `This discount code is ${term}.` : message };
    }
    case "gift-card":
      return { ...GIFT_CARDS[error.why], field: places.giftCard?.(error.at) ?? [] };
    case "too-many-guesses": {
      const field = error.kind === "discount" ? "discountCode" : "giftCardCodes";
      return { code: "THROTTLED_DURING_CHECKOUT", field: [field], message: TOO_MANY_GUESSES };
    }
    case "no-such-delivery":
      return { code: "SHIPPING_RATE_EXPIRED", field: ["shippingRateHandle"], message: "This delivery is not offered." };
    case "too-long":
    case "too-many": {
      const field = error.field === "attributes" ? "customAttributes" : error.field;
      const code = error.reason === "too-long" ? "TOO_LONG" : "LESS_THAN_OR_EQUAL_TO";
      return { code, field: [...root, field], message: messageOfText(error) };
    }
    default:
      return lineError(error, places);
  }
}

function lineError(error: LineError, { root, lines = "lineItems", variantKey }: InputPlaces) {
  const line = [...root, lines, String(error.at)];
  return { ...messageOfLine(error), field: fieldOfLine(error.reason, line, variantKey) };
}

/** Reasons about a line's quantity. */
const OF_QUANTITY: ReadonlySet<LineError["reason"]> = new Set(["bad-quantity", "not-enough", "above-per-order"]);

function messageOfLine(error: LineError): CodedMessage {
  switch (error.reason) {
    case "no-such-variant":
      return { code: "INVALID", message: "Variant is invalid" };
    case "bad-quantity":
      return { code: "GREATER_THAN_OR_EQUAL_TO", message: BAD_QUANTITY };
    case "not-enough":
      return { code: "NOT_ENOUGH_IN_STOCK", message: "There are not so many left." };
    case "above-per-order":
      return { code: "LESS_THAN_OR_EQUAL_TO", message: abovePerOrder(error.most) };
    case "no-such-line":
      return { code: "LINE_ITEM_NOT_FOUND", message: "This line is not in the checkout." };
    case "too-many-lines":
      return { code: "LESS_THAN_OR_EQUAL_TO", message: `A checkout can have ${LINES_MAX} lines at most.` };
    case "bad-attributes":
      return { code: "TOO_LONG", message: "These attributes are too many or too long." };
  }
}

function fieldOfLine(reason: LineError["reason"], line: string[], variantKey: string): string[] {
  if (reason === "no-such-variant") return [...line, variantKey];
  if (reason === "bad-attributes") return [...line, "customAttributes"];
  return OF_QUANTITY.has(reason) ? [...line, "quantity"] : line;
}

/** "firstName" becomes "First name". */
function inWords(name: string): string {
  const words = name.replace(/([A-Z1-9])/g, " $1").toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
