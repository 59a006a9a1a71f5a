import { isDeepStrictEqual } from "node:util";
import { findCountry } from "../../../shared/addresses/countries.ts";
import { addressInCountry } from "../../../shared/addresses/read-address.ts";
import type { CartLine } from "../cart/basket.ts";
import { type Shelf, updateLines } from "../cart/change-lines.ts";
import type { CartContents } from "../cart/stored-carts.ts";
import type { CartWords, CheckoutContents } from "./stored-checkouts.ts";

/**
 * What a checkout holds when its cart is visited: the goods of the cart, and of its codes and words what was said last,
 * there or at the checkout. Who buys and from which country is taken from the cart until it was said.
 */
export function contentsOfVisit(cart: CartContents, checkout: CheckoutContents): CheckoutContents {
  const { email, countryCode } = cart.buyerIdentity;
  const country = countryCode === null ? undefined : findCountry(countryCode);
  const { note, attributes, discountCodes } = cart;
  return {
    ...checkout,
    ...changedWords({ note, attributes, discountCodes }, checkout.wordsOfCart),
    wordsOfCart: { note, attributes, discountCodes },
    lines: cart.lines,
    email: checkout.email ?? email,
    address: checkout.address ?? (country ? addressInCountry(country.code) : null),
  };
}

/** What a cart says otherwise than at the last visit. At the first that is all of it. */
function changedWords(words: CartWords, before: CartWords | undefined): Partial<CartWords> {
  if (before === undefined) return words;
  return {
    ...(words.note !== before.note && { note: words.note }),
    ...(!isDeepStrictEqual(words.attributes, before.attributes) && { attributes: words.attributes }),
    ...(!isDeepStrictEqual(words.discountCodes, before.discountCodes) && { discountCodes: words.discountCodes }),
  };
}

/**
 * The lines of a cart once they were changed as those of its checkout were: how many of each, and which were taken out.
 * What came into the cart or left it since the checkout was visited stays so.
 *
 * @returns undefined where nothing of the cart changes, or where it has meanwhile grown too large for it
 */
export function linesAfterCheckout(
  cart: readonly CartLine[],
  { before, after }: { before: readonly CartLine[]; after: readonly CartLine[] },
  shelf: Shelf,
): readonly CartLine[] | undefined {
  const inCart = new Set(cart.map(({ id }) => id));
  const left = new Map(after.map(({ id, quantity }) => [id, quantity]));
  const changes = before.flatMap(({ id, quantity: was }) => {
    const quantity = left.get(id) ?? 0;
    return inCart.has(id) && quantity !== was ? [{ id, quantity }] : [];
  });
  const { lines, refusals } = updateLines(cart, changes, shelf);
  return changes.length > 0 && refusals.length === 0 ? lines : undefined;
}
