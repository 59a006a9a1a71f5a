import type { Address, AddressError, AddressInput } from "../../../shared/addresses/address.ts";
import { addressInCountry, parseAddress, parseName, parsePlace } from "../../../shared/addresses/address.ts";
import { parseBuyerEmail } from "../cart/carts.ts";
import type { ChangedLines, LineError } from "../cart/change-lines.ts";
import type { CodeKind, CodeTries, GuessError } from "../cart/code-guesses.ts";
import { checkText, type TextError } from "../cart/limits.ts";
import type { DiscountError, EnteredDiscount, GiftCardError, PricedCart } from "../model/cart.ts";
import { findZone } from "../pricing/delivery.ts";
import { findGiftCard } from "../pricing/gift-cards.ts";
import type { PricingContext } from "../pricing/price-cart.ts";
import { isTaxedByProvince } from "../pricing/taxes.ts";
import { codeKey } from "../usage/usage-counters.ts";
import type { CheckoutContents } from "./stored-checkouts.ts";

/** Why a checkout could not be changed. `at` is the index in the request's list. */
export type CheckoutError =
  | LineError
  | TextError
  | GuessError
  | AddressError
  | { reason: "already-completed" }
  | { reason: "bad-email" }
  | { reason: "discount"; code: string; why: DiscountError; discount?: EnteredDiscount["discount"] }
  | { reason: "gift-card"; at: number; why: GiftCardError }
  | { reason: "no-such-delivery" };

/** A change of a checkout. It is stored if it has no `errors` and, after pricing, `checkPrices` finds none. */
export type CheckoutEdit = {
  changes: Partial<CheckoutContents>;
  errors: readonly CheckoutError[];
  checkPrices?: (priced: PricedCart) => readonly CheckoutError[];
};

export function withLines({ lines, errors }: ChangedLines): CheckoutEdit {
  return { changes: { lines }, errors };
}

export function withEmail(typed: string): CheckoutEdit {
  const email = parseBuyerEmail(typed);
  return email === undefined ? { changes: {}, errors: [{ reason: "bad-email" }] } : { changes: { email }, errors: [] };
}

/** Sets the note, the attributes, and whether addresses may be partial. */
export function withTexts({
  allowsPartialAddress,
  ...texts
}: Partial<Pick<CheckoutContents, "note" | "attributes" | "allowsPartialAddress">>): CheckoutEdit {
  const changes = allowsPartialAddress === undefined ? texts : { ...texts, allowsPartialAddress };
  return { changes, errors: checkText(texts) };
}

/** Sets the address. Rejects an address if the goods can be neither shipped there nor picked up. */
export function withAddress(input: AddressInput, allowsBlank: boolean, { snapshot }: PricingContext): CheckoutEdit {
  const { address, errors } = parseAddress(input, { allowsBlank });
  return {
    changes: { address },
    errors,
    checkPrices({ requiresShipping, deliveryOptions }) {
      const isOutOfReach =
        requiresShipping &&
        deliveryOptions.length === 0 &&
        address.countryCode !== "" &&
        findZone(address.countryCode, snapshot.settings.shipping) === undefined;
      return isOutOfReach ? [{ reason: "bad-address", field: "countryCode", problem: "not-sent-there" }] : [];
    },
  };
}

/** Sets the name; the rest of the address stays. */
export function withName(
  input: Pick<AddressInput, "firstName" | "lastName">,
  known: Address | null,
  { snapshot }: PricingContext,
): CheckoutEdit {
  const { name, errors } = parseName(input);
  return { changes: { address: { ...(known ?? addressInCountry(snapshot.settings.country)), ...name } }, errors };
}

/** Sets the buyer's place. A different place clears the address except for the name. */
export function withPlace(
  input: Pick<AddressInput, "country" | "province">,
  known: Address | null,
  { snapshot }: PricingContext,
): CheckoutEdit {
  const { place, errors } = parsePlace(input, (countryCode) => isTaxedByProvince(countryCode, snapshot.settings.taxes));
  const isSame = known?.countryCode === place.countryCode && known.provinceCode === place.provinceCode;
  if (isSame) return { changes: {}, errors };
  const { firstName = "", lastName = "" } = known ?? {};
  return { changes: { address: { ...addressInCountry(place.countryCode), firstName, lastName, ...place } }, errors };
}

export function withDelivery(deliveryHandle: string): CheckoutEdit {
  return {
    changes: { deliveryHandle },
    errors: [],
    checkPrices: ({ delivery }) => (delivery ? [] : [{ reason: "no-such-delivery" }]),
  };
}

/** Replaces all discount codes by one code. */
export function withDiscount(code: string, tries: CodeTries): CheckoutEdit {
  if (!tries.mayTry()) return { changes: {}, errors: [tooManyGuesses("discount")] };
  return {
    changes: { discountCodes: [code.trim()] },
    errors: checkText({ discountCodes: [code] }),
    checkPrices({ discounts }) {
      if (discounts.some(({ error }) => error === "not-found")) tries.countWrong();
      return discounts.flatMap(({ error, discount }) =>
        error ? [{ reason: "discount", code, why: error, discount }] : [],
      );
    },
  };
}

/** @param code the code to remove; if it is undefined, all codes are removed */
export function withoutDiscounts({ discountCodes }: CheckoutContents, code: string | undefined): CheckoutEdit {
  const remaining = code === undefined ? [] : discountCodes.filter((entered) => codeKey(entered) !== codeKey(code));
  return { changes: { discountCodes: remaining }, errors: [] };
}

/** Adds all gift cards, or none if a code has an error. */
export function withGiftCards(
  codes: readonly string[],
  { giftCardIds }: CheckoutContents,
  { tries, ...context }: PricingContext & { tries: CodeTries },
): CheckoutEdit {
  const textErrors = checkText({ giftCardCodes: codes });
  if (textErrors.length > 0) return { changes: {}, errors: textErrors };
  const giftCardContext = { ...context, settings: context.snapshot.settings };
  const ids = [...giftCardIds];
  const errors: CheckoutError[] = [];
  for (const [at, code] of codes.entries()) {
    // The limit is checked before each code. Otherwise one list could try more codes than the limit allows.
    if (!tries.mayTry()) return { changes: {}, errors: [...errors, tooManyGuesses("gift-card")] };
    const found = findGiftCard(code, ids, giftCardContext);
    if ("id" in found) ids.push(found.id);
    else errors.push({ reason: "gift-card", at, why: found.error });
    if ("error" in found && found.error === "not-found") tries.countWrong();
  }
  return { changes: { giftCardIds: ids }, errors };
}

function tooManyGuesses(kind: CodeKind): GuessError {
  return { reason: "too-many-guesses", kind };
}
