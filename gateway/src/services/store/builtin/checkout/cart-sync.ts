import { isDeepStrictEqual } from "node:util";
import { addressInCountry } from "../../../shared/addresses/address.ts";
import { findCountry } from "../../../shared/addresses/countries.ts";
import type { CartContents } from "../cart/carts.ts";
import { type LineContext, updateLines } from "../cart/change-lines.ts";
import type { CartLine } from "../model/cart.ts";
import type { CartTexts, CheckoutContents } from "./stored-checkouts.ts";

/**
 * Contents of a checkout when a buyer opens it from the cart: the cart's lines, and the latest codes and texts of the
 * cart and the checkout. Email and country come from the cart until the buyer enters them at the checkout.
 */
export function mergeCartIntoCheckout(cart: CartContents, checkout: CheckoutContents): CheckoutContents {
  const { email, countryCode } = cart.buyerIdentity;
  const country = countryCode === null ? undefined : findCountry(countryCode);
  const { note, attributes, discountCodes } = cart;
  return {
    ...checkout,
    ...changedTexts({ note, attributes, discountCodes }, checkout.wordsOfCart),
    wordsOfCart: { note, attributes, discountCodes },
    lines: cart.lines,
    email: checkout.email ?? email,
    address: checkout.address ?? (country ? addressInCountry(country.code) : null),
  };
}

/** The texts that changed in the cart since the last visit; all of them at the first visit. */
function changedTexts(texts: CartTexts, before: CartTexts | undefined): Partial<CartTexts> {
  if (before === undefined) return texts;
  return {
    ...(texts.note !== before.note && { note: texts.note }),
    ...(!isDeepStrictEqual(texts.attributes, before.attributes) && { attributes: texts.attributes }),
    ...(!isDeepStrictEqual(texts.discountCodes, before.discountCodes) && { discountCodes: texts.discountCodes }),
  };
}

/**
 * Applies the quantities and removals of a checkout to its cart. Lines that were added to the cart, or removed from it,
 * since the last visit are not touched.
 *
 * @returns undefined if the cart does not change, or if the change would exceed a limit
 */
export function mergeLinesIntoCart(
  cart: readonly CartLine[],
  { before, after }: { before: readonly CartLine[]; after: readonly CartLine[] },
  context: LineContext,
): readonly CartLine[] | undefined {
  const inCart = new Set(cart.map(({ id }) => id));
  const quantities = new Map(after.map(({ id, quantity }) => [id, quantity]));
  const changes = before.flatMap(({ id, quantity: was }) => {
    const quantity = quantities.get(id) ?? 0;
    return inCart.has(id) && quantity !== was ? [{ id, quantity }] : [];
  });
  const { lines, errors } = updateLines(cart, changes, context);
  return changes.length > 0 && errors.length === 0 ? lines : undefined;
}
