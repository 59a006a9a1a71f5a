import { formatNumber } from "@porchlight/protocol/format-number.ts";
import type { MinorUnits } from "@porchlight/protocol/money.ts";
import { INPUT_NAMES } from "../../../shared/addresses/address.ts";
import { type AddressNames, addressNames, withinSentence } from "../../../shared/addresses/field-names.ts";
import type { PriceFormat } from "../catalogue/money-format.ts";
import type { CheckoutError } from "../checkout/checkout-edits.ts";
import type { DiscountError, GiftCardError } from "../model/cart.ts";
import type { PlacingError } from "../orders/orders.ts";
import { formatTerm, type RejectedDiscount, type TermFormat } from "../pricing/discount-terms.ts";
import type { FieldErrors } from "./form.ts";
import { totalText } from "./prices.ts";

const BLANK: Readonly<Record<string, string>> = {
  lastName: "Enter your last name.",
  address1: "Enter the street and number.",
  city: "Enter the town or city.",
  country: "Choose the country.",
};

const UNKNOWN: Readonly<Record<string, string>> = {
  country: "Choose a country from the list.",
};

const DISCOUNTS: Readonly<Record<DiscountError, string>> = {
  "not-found": "We do not know this code. Please check its spelling.",
  "not-yet": "This code is not valid yet.",
  expired: "This code has expired.",
  "used-up": "This code has been used up.",
  "used-by-customer": "This code has been used with your email address before.",
  "below-minimum": "This code is for larger orders.",
  "no-such-product": "This code is for other things than those in your order.",
  "another-is-better": "The code you have already takes more off.",
};

const GIFT_CARDS: Readonly<Record<GiftCardError, string>> = {
  invalid: "A gift card has 8 to 32 letters and digits.",
  "not-found": "We do not know this gift card. Please check its code.",
  expired: "This gift card has expired.",
  depleted: "Nothing is left on this gift card.",
  disabled: "This gift card cannot be used. Please write to us.",
  "already-applied": "This gift card is already part of your order.",
  "other-currency": "This gift card is in another currency than the shop's.",
};

const TOO_MANY_GUESSES = "Too many codes were wrong. Please wait a few minutes, then try again.";

/** Words for why a discount code takes nothing off. */
export function wordsForDiscount(refused: RejectedDiscount, format: TermFormat): string {
  const term = formatTerm(refused, format);
  return term ? `This code is ${term}.` : DISCOUNTS[refused.why];
}

/**
 * Words for the errors of a change of the checkout, by field.
 *
 * @param country code of the address's country, if known
 */
export function wordsForErrors(refusals: readonly CheckoutError[], format: TermFormat, country = ""): FieldErrors {
  const errors: Record<string, string> = {};
  for (const refusal of refusals) {
    const [name, sentence] = wordsFor(refusal, format, country);
    errors[name] ??= sentence;
  }
  return errors;
}

function wordsFor(refusal: CheckoutError, format: TermFormat, country: string): [field: string, sentence: string] {
  switch (refusal.reason) {
    case "bad-email":
      return ["email", "Enter an email address such as ann@example.com."];
    case "bad-address":
      return wordsForAddress(INPUT_NAMES[refusal.field], refusal.problem, addressNames(country, format.language));
    case "no-such-delivery":
      return ["delivery", "Choose how you would like to get it."];
    case "discount":
      return ["discount", wordsForDiscount(refusal, format)];
    case "gift-card":
      return ["giftCard", GIFT_CARDS[refusal.why]];
    case "too-many-guesses":
      return [refusal.kind === "discount" ? "discount" : "giftCard", TOO_MANY_GUESSES];
    case "too-long":
      return [refusal.field, `At most ${formatNumber(refusal.most, format.language)} characters fit here.`];
    case "not-enough":
      return ["", "There are not that many left."];
    case "above-per-order":
      return ["", `One order can have ${refusal.most} of this at most.`];
    case "bad-quantity":
      // The form has already rejected anything but a whole number.
      return ["", "So much cannot be ordered at once. Enter a smaller number."];
    case "already-completed":
      return ["", "This order has already been placed."];
    case "no-such-line":
    case "no-such-variant":
    case "too-many-lines":
    case "too-many":
    case "bad-attributes":
      return ["", "Your order was changed in another window. This is how it is now."];
  }
}

function wordsForAddress(
  name: string,
  problem: "blank" | "too-long" | "unknown" | "not-sent-there",
  names: AddressNames,
): [string, string] {
  const postalCode = withinSentence(names.postalCode);
  const blank: Readonly<Record<string, string>> = {
    ...BLANK,
    province: `Enter the ${names.regions}.`,
    zip: `Enter the ${postalCode}.`,
  };
  const unknown: Readonly<Record<string, string>> = {
    ...UNKNOWN,
    province: `We do not know this ${names.regions} of that country.`,
    zip: `This does not look like a ${postalCode} of that country.`,
  };
  switch (problem) {
    case "blank":
      return [name, blank[name] ?? "Enter this too."];
    case "too-long":
      return [name, "At most 255 characters fit here."];
    case "not-sent-there":
      return [name, "We do not send there."];
    case "unknown":
      return [name, unknown[name] ?? "This cannot be read."];
  }
}

/** Words for a card payment that could not begin. What the buyer can do depends on the page. */
export const CARD_NOT_BEGUN = {
  unreachable: "The card processor cannot be reached just now. Nothing was taken.",
  refused: "The card processor refused this payment. Nothing was taken.",
  "with-processor": "Your payment is with the card processor already, and can take some days.",
} as const;

/** Words for a sum that no card can pay exactly. */
export function noCardFor(due: MinorUnits, format: PriceFormat): string {
  return `A card cannot pay exactly ${totalText(due, format)}: the card processor does not count this finely.`;
}

/** Words for a card payment that was made meanwhile, or whose state is unknown. */
export const CARD_NOT_GIVEN_UP =
  "Your payment is with the card processor and cannot be given up just now. Please try again in a few minutes.";

/** Words for a quantity above the stock. */
export function shortageWords(title: string, left: number): string {
  return left <= 0 ? `${title} has sold out.` : `Only ${left} of ${title} left.`;
}

/** Words for a quantity above the limit per order. */
export function abovePerOrderWords(title: string, most: number): string {
  return `One order can have ${most} of ${title} at most.`;
}

function heldUnpaidWords(title: string, left: number): string {
  if (left > 0) return `We can hold ${left} of ${title} for you before payment. Please choose fewer.`;
  return `Unpaid orders from your network or for your email address hold all of ${title} that they can. Please pay for those first, or try again later.`;
}

/** Words with an alternative for a buyer whose order cannot wait for its payment. */
export const CARD_NOT_HELD_UP = "You can pay by card now: such an order does not wait.";

/** Words for why an order was not placed, by field. */
export function wordsForPlacing(refusal: PlacingError): FieldErrors {
  switch (refusal.reason) {
    case "not-enough":
      return Object.fromEntries(
        refusal.lines.map(({ lineId, title, left }) => [`quantity-${lineId}`, shortageWords(title, left)]),
      );
    case "above-per-order":
      return Object.fromEntries(
        refusal.lines.map(({ lineId, title, most }) => [`quantity-${lineId}`, abovePerOrderWords(title, most)]),
      );
    case "held-unpaid":
      return Object.fromEntries(
        refusal.lines.map(({ lineId, title, left }) => [`quantity-${lineId}`, heldUnpaidWords(title, left)]),
      );
    case "code-held-unpaid":
      return {
        discount: `Unpaid orders from your network or for your email address use the code ${refusal.code} as often as they can. Please pay for those first, or remove the code.`,
      };
    case "too-many-unpaid":
      return {
        "": "Many orders from your network or for your email address are not paid yet, so yours was not placed. What you entered is still here: please pay for those first, or try again later.",
      };
    case "empty":
      return { "": "There is nothing in your order that can be bought." };
    case "too-many-lines":
      return {
        "": `One order can have ${refusal.most} lines at most, and yours has ${refusal.count}. Please take some out, or place them as another order.`,
      };
    case "too-much-text":
      return { "": "More words came with this order than we can keep. Please take a line out, or write to us." };
    case "gone":
      return { "": "Something in your order is no longer on sale. Remove it to go on." };
    case "no-email":
      return { "": "Your email address is missing. Enter it in the first step." };
    case "no-address":
      return { "": "Your address is missing. Enter it in the first step." };
    case "no-place":
      return { "": "Your country is missing, or the province by which your taxes go. Enter it in the first step." };
    case "pickup-gone":
      return { "": "Nothing is handed over any more where you wanted to pick it up. Choose another way to get it." };
    case "no-delivery":
      return { delivery: "Choose how you would like to get it." };
    case "no-such-payment":
      return { payment: "Choose how you would like to pay." };
    case "total-changed":
      return { "": "The total has changed since you saw it. Please look at it again, then place your order." };
    case "too-many-orders":
      return { "": tooManyOrders(refusal.retryAfterSeconds) };
  }
}

function tooManyOrders(seconds: number): string {
  const when = seconds < 90 ? `${Math.max(seconds, 2)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many orders were placed just now, and yours was not. What you entered is kept: please try again in ${when}.`;
}
