import { findCountry } from "./address/countries.ts";
import { addressInCountry } from "./address/read-address.ts";
import type { CartContents } from "./stored/carts.ts";
import type { CheckoutContents } from "./stored/checkouts.ts";

/**
 * What a checkout holds when its cart is visited: the goods, codes and words of the cart, whatever was changed there
 * since, and what was said at the checkout. Who buys and from which country is taken from the cart until it was said.
 */
export function contentsOfVisit(cart: CartContents, checkout: CheckoutContents): CheckoutContents {
  const { email, countryCode } = cart.buyerIdentity;
  const country = countryCode === null ? undefined : findCountry(countryCode);
  return {
    ...checkout,
    lines: cart.lines,
    discountCodes: cart.discountCodes,
    note: cart.note,
    attributes: cart.attributes,
    email: checkout.email ?? email,
    address: checkout.address ?? (country ? addressInCountry(country.code) : null),
  };
}
