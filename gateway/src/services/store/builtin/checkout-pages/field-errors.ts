import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { INPUT_NAMES } from "../../../shared/addresses/address.ts";
import { addressNames } from "../../../shared/addresses/field-names.ts";
import type { CheckoutError } from "../checkout/checkout-edits.ts";
import type { PlacingError } from "../orders/orders.ts";
import { formatTerm, type RejectedDiscount, type TermFormat } from "../pricing/discount-terms.ts";
import type { FieldErrors } from "./form.ts";
import * as words from "./words.ts";

/** Why a discount code takes nothing off. */
export function describeDiscountError(rejected: RejectedDiscount, format: TermFormat): string {
  const term = formatTerm(rejected, format);
  return term ? words.codeIs(term) : words.discountErrors[rejected.why];
}

/**
 * Turns the errors of a checkout change into messages, by the field they belong to.
 *
 * @param country code of the address's country; empty if it is unknown
 */
export function toFieldErrors(errors: readonly CheckoutError[], format: TermFormat, country = ""): FieldErrors {
  const byField: Record<string, string> = {};
  for (const error of errors) {
    const [name, sentence] = toFieldError(error, format, country);
    byField[name] ??= sentence;
  }
  return byField;
}

function toFieldError(error: CheckoutError, format: TermFormat, country: string): [field: string, sentence: string] {
  switch (error.reason) {
    case "bad-email":
      return ["email", words.enterEmail];
    case "bad-address": {
      const name = INPUT_NAMES[error.field];
      return [name, words.addressError(name, error, addressNames(country, format.language))];
    }
    case "no-such-delivery":
      return ["delivery", words.chooseDelivery];
    case "discount":
      return ["discount", describeDiscountError(error, format)];
    case "gift-card":
      return ["giftCard", words.giftCardErrors[error.why]];
    case "too-many-guesses":
      return [error.kind === "discount" ? "discount" : "giftCard", words.tooManyGuesses];
    case "too-long":
      return [error.field, words.atMostCharacters(formatNumber(error.most, format.language))];
    case "not-enough":
      return ["", words.notThatManyLeft];
    case "above-per-order":
      return ["", words.abovePerOrder(words.thisProduct, error.most)];
    case "bad-quantity":
      // The form has already rejected text that is not a whole number. So this number is too large.
      return ["", words.tooMuchAtOnce];
    case "already-completed":
      return ["", words.alreadyPlaced];
    case "no-such-line":
    case "no-such-variant":
    case "too-many-lines":
    case "too-many":
    case "bad-attributes":
      return ["", words.changedElsewhere];
  }
}

/** Why an order was not placed, by the field it belongs to. */
export function toPlacingErrors(error: PlacingError): FieldErrors {
  switch (error.reason) {
    case "not-enough":
      return toLineErrors(error.lines, ({ title, left }) => words.shortage(title, left));
    case "above-per-order":
      return toLineErrors(error.lines, ({ title, most }) => words.abovePerOrder(title, most));
    case "held-unpaid":
      return toLineErrors(error.lines, ({ title, left }) => words.heldUnpaid(title, left));
    case "held-free":
      return toLineErrors(error.lines, ({ title, left }) => words.heldFree(title, left));
    case "code-held-free":
      return { discount: words.codeHeldFree(error.code) };
    case "code-held-unpaid":
      return { discount: words.codeHeldUnpaid(error.code) };
    case "code-used-before":
      return { discount: words.codeUsedBefore(error.code) };
    case "too-many-lines":
      return { "": words.tooManyLines(error.count, error.most) };
    case "no-delivery":
      return { delivery: words.chooseDelivery };
    case "no-such-payment":
      return { payment: words.choosePayment };
    case "too-many-orders":
      return { "": words.tooManyOrders(error.retryAfterSeconds) };
    default:
      return { "": words.placingErrors[error.reason] };
  }
}

function toLineErrors<Line extends { lineId: string }>(
  lines: readonly Line[],
  describe: (line: Line) => string,
): FieldErrors {
  return Object.fromEntries(lines.map((line) => [`quantity-${line.lineId}`, describe(line)]));
}
