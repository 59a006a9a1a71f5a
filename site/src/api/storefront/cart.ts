import {
  CART_ATTRIBUTES_UPDATE,
  CART_BUYER_IDENTITY_UPDATE,
  CART_BY_ID,
  CART_CREATE,
  CART_DISCOUNT_CODES_UPDATE,
  CART_LINES_ADD,
  CART_LINES_REMOVE,
  CART_LINES_UPDATE,
  CART_NOTE_UPDATE,
  type CartErrorFieldsFragment,
  type CartFieldsFragment,
} from "./generated.ts";
import { readItems } from "./pages.ts";
import { type Operation, requireData, type StorefrontClient, StorefrontError } from "./storefront-client.ts";

type CartLine = CartFieldsFragment["lines"]["edges"][number]["node"];

/** A Storefront cart with the requested lines. */
export type Cart = Omit<CartFieldsFragment, "lines"> & { lines: CartLine[] };

/** The cart after a change, null for an unknown cart, and the reasons why the store rejected the change. */
export type CartChange = { cart: Cart | null; userErrors: CartErrorFieldsFragment[] };

type CartContext = { country?: string; language?: string; numCartLines?: number };

/** Country and language of the store, and the number of lines to read at once. Source: docs/product.md §9. */
const STORE_CONTEXT = { country: "CA", language: "EN", numCartLines: 250 };

/** @returns null for an unknown cart, or one whose order was placed */
export async function fetchCart(client: StorefrontClient, id: string, context?: CartContext): Promise<Cart | null> {
  const { cart } = requireData(await client.send(CART_BY_ID, { id, ...STORE_CONTEXT, ...context }));
  return cart && withLines(cart);
}

export const createCart = cartMutation("cartCreate", CART_CREATE);
/** A line with the variant and attributes of an existing line adds to that line's quantity. */
export const addCartLines = cartMutation("cartLinesAdd", CART_LINES_ADD);
/** Changes lines by their ids; quantity 0 removes a line. */
export const updateCartLines = cartMutation("cartLinesUpdate", CART_LINES_UPDATE);
export const removeCartLines = cartMutation("cartLinesRemove", CART_LINES_REMOVE);
export const updateCartNote = cartMutation("cartNoteUpdate", CART_NOTE_UPDATE);
export const updateCartBuyerIdentity = cartMutation("cartBuyerIdentityUpdate", CART_BUYER_IDENTITY_UPDATE);
export const updateCartAttributes = cartMutation("cartAttributesUpdate", CART_ATTRIBUTES_UPDATE);
/** Codes that do not apply stay in the cart, marked as not applicable. */
export const updateCartDiscountCodes = cartMutation("cartDiscountCodesUpdate", CART_DISCOUNT_CODES_UPDATE);

type CartPayload = { cart: CartFieldsFragment | null; userErrors: CartErrorFieldsFragment[] };

/**
 * Makes the call for one cart mutation. Its variables default to the store's country, language and number of lines.
 * The call throws a {@link StorefrontError} when the response has no part for this mutation: an error is no empty cart.
 */
function cartMutation<Mutation extends string, Variables extends object>(
  mutation: Mutation,
  operation: Operation<Record<Mutation, CartPayload | null>, Variables>,
) {
  return async (client: StorefrontClient, variables: Variables): Promise<CartChange> => {
    const response = await client.send(operation, { ...STORE_CONTEXT, ...variables });
    const payload = requireData(response)[mutation];
    if (!payload) throw new StorefrontError(response.errors ?? []);
    return { cart: payload.cart && withLines(payload.cart), userErrors: payload.userErrors };
  };
}

function withLines(cart: CartFieldsFragment): Cart {
  return { ...cart, lines: readItems(cart.lines) };
}
