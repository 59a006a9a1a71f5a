import { addressInCountry, readAddress, readName, readPlace } from "../../../shared/addresses/read-address.ts";
import type { Address, PricedCart } from "../cart/basket.ts";
import { readBuyerEmail } from "../cart/buyer-email.ts";
import type { GuessRefusal } from "../cart/carts.ts";
import type { ChangedLines } from "../cart/change-lines.ts";
import { refuseText } from "../cart/limits.ts";
import { zoneOf } from "../pricing/delivery.ts";
import { findGiftCard } from "../pricing/gift-cards.ts";
import type { PricingContext } from "../pricing/price-cart.ts";
import { isTaxedByProvince } from "../pricing/taxes.ts";
import { codeKey } from "../usage/keys.ts";
import type { AddressInput, CheckoutRefusal } from "./checkouts.ts";
import type { CodeKind, CodeTries } from "./code-guesses.ts";
import type { CheckoutContents } from "./stored-checkouts.ts";

/** What a change makes of a checkout. It is stored when nothing stands against it, before or after it was priced. */
export type CheckoutEdit = {
  changes: Partial<CheckoutContents>;
  refusals: readonly CheckoutRefusal[];
  judge?: (priced: PricedCart) => readonly CheckoutRefusal[];
};

/** Lines as they were changed. */
export function withLines({ lines, refusals }: ChangedLines): CheckoutEdit {
  return { changes: { lines }, refusals };
}

/** The address that letters about the order go to. */
export function withEmail(typed: string): CheckoutEdit {
  const email = readBuyerEmail(typed);
  return email === undefined
    ? { changes: {}, refusals: [{ reason: "bad-email" }] }
    : { changes: { email }, refusals: [] };
}

/** Words that are kept with a checkout, and whether its addresses may be partial from now on. */
export function withWords({
  allowsPartialAddress,
  ...words
}: Partial<Pick<CheckoutContents, "note" | "attributes" | "allowsPartialAddress">>): CheckoutEdit {
  const changes = allowsPartialAddress === undefined ? words : { ...words, allowsPartialAddress };
  return { changes, refusals: refuseText(words) };
}

/** Where the parcel goes. Refused where none is sent and nothing can be fetched either. */
export function withAddress(input: AddressInput, allowsBlank: boolean, { snapshot }: PricingContext): CheckoutEdit {
  const { address, refusals } = readAddress(input, { allowsBlank });
  return {
    changes: { address },
    refusals,
    judge({ requiresShipping, deliveryOptions }) {
      const isOutOfReach =
        requiresShipping &&
        deliveryOptions.length === 0 &&
        address.countryCode !== "" &&
        zoneOf(address.countryCode, snapshot.settings.shipping) === undefined;
      return isOutOfReach ? [{ reason: "bad-address", field: "countryCode", problem: "not-sent-there" }] : [];
    },
  };
}

/** The name of whoever comes for it; the rest of the address stays as it was. */
export function withName(
  input: Pick<AddressInput, "firstName" | "lastName">,
  known: Address | null,
  { snapshot }: PricingContext,
): CheckoutEdit {
  const { name, refusals } = readName(input);
  return { changes: { address: { ...(known ?? addressInCountry(snapshot.settings.country)), ...name } }, refusals };
}

/** Where the buyer is; another place than before leaves no more of the address than the name. */
export function withPlace(
  input: Pick<AddressInput, "country" | "province">,
  known: Address | null,
  { snapshot }: PricingContext,
): CheckoutEdit {
  const { place, refusals } = readPlace(input, (countryCode) =>
    isTaxedByProvince(countryCode, snapshot.settings.taxes),
  );
  const isSame = known?.countryCode === place.countryCode && known.provinceCode === place.provinceCode;
  if (isSame) return { changes: {}, refusals };
  const { firstName = "", lastName = "" } = known ?? {};
  return { changes: { address: { ...addressInCountry(place.countryCode), firstName, lastName, ...place } }, refusals };
}

/** The chosen way to have the order. */
export function withDelivery(deliveryHandle: string): CheckoutEdit {
  return {
    changes: { deliveryHandle },
    refusals: [],
    judge: ({ delivery }) => (delivery ? [] : [{ reason: "no-such-delivery" }]),
  };
}

/** A discount code instead of those that were there. */
export function withDiscount(code: string, tries: CodeTries): CheckoutEdit {
  if (!tries.mayTry()) return { changes: {}, refusals: [tooManyGuesses("discount")] };
  return {
    changes: { discountCodes: [code.trim()] },
    refusals: refuseText({ discountCodes: [code] }),
    judge({ discounts }) {
      if (discounts.some(({ refusal }) => refusal === "not-found")) tries.countWrong();
      return discounts.flatMap(({ refusal, discount }) =>
        refusal ? [{ reason: "discount", code, why: refusal, discount }] : [],
      );
    },
  };
}

/** Without one of the discount codes that were there, or without any. */
export function withoutDiscounts({ discountCodes }: CheckoutContents, code: string | undefined): CheckoutEdit {
  const kept = code === undefined ? [] : discountCodes.filter((entered) => codeKey(entered) !== codeKey(code));
  return { changes: { discountCodes: kept }, refusals: [] };
}

/** Further gift cards, all of them or none. */
export function withGiftCards(
  codes: readonly string[],
  { giftCardIds }: CheckoutContents,
  { tries, ...context }: PricingContext & { tries: CodeTries },
): CheckoutEdit {
  const beyond = refuseText({ giftCardCodes: codes });
  if (beyond.length > 0) return { changes: {}, refusals: beyond };
  const circumstances = { ...context, settings: context.snapshot.settings };
  const ids = [...giftCardIds];
  const refusals: CheckoutRefusal[] = [];
  for (const [at, code] of codes.entries()) {
    // Asked before each code, or one list would tell of more of them than many lists may.
    if (!tries.mayTry()) return { changes: {}, refusals: [...refusals, tooManyGuesses("gift-card")] };
    const found = findGiftCard(code, ids, circumstances);
    if ("id" in found) ids.push(found.id);
    else refusals.push({ reason: "gift-card", at, why: found.refusal });
    if ("refusal" in found && found.refusal === "not-found") tries.countWrong();
  }
  return { changes: { giftCardIds: ids }, refusals };
}

function tooManyGuesses(kind: CodeKind): GuessRefusal {
  return { reason: "too-many-guesses", kind };
}
