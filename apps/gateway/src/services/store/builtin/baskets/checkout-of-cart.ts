import { isDeepStrictEqual } from "node:util";
import { findCountry } from "./address/countries.ts";
import { addressInCountry } from "./address/read-address.ts";
import type { CartContents } from "./stored/carts.ts";
import type { CartWords, CheckoutContents } from "./stored/checkouts.ts";

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
