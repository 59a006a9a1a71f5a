import {
  type AttributeInput,
  CART_ATTRIBUTES_UPDATE,
  CART_BUYER_IDENTITY_UPDATE,
  CART_BY_ID,
  CART_CREATE,
  CART_DISCOUNT_CODES_UPDATE,
  CART_LINES_ADD,
  CART_LINES_REMOVE,
  CART_LINES_UPDATE,
  CART_NOTE_UPDATE,
  type CartBuyerIdentityInput,
  type CartErrorFieldsFragment,
  type CartFieldsFragment,
  type CartInput,
  type CartLineInput,
  type CartLineUpdateInput,
} from "./generated.ts";
import { itemsOf } from "./pages.ts";
import { dataOf, StorefrontError } from "./read-answer.ts";
import type { Operation, StorefrontClient } from "./storefront-client.ts";

/** A line of a Storefront cart. */
export type CartLine = CartFieldsFragment["lines"]["edges"][number]["node"];

/** A Storefront cart with its lines, as many as were asked for. */
export type Cart = Omit<CartFieldsFragment, "lines"> & { lines: CartLine[] };

/** A cart after a change, and what stood against the change. A cart that is not there is null. */
export type CartChange = { cart: Cart | null; userErrors: CartErrorFieldsFragment[] };

/** For whom a cart is asked, and how many of its lines. */
export type CartContext = { country?: string; language?: string; numCartLines?: number };

/** Country and language of the store, and lines asked for at once. Source: docs/product.md §9. */
const STORE_CONTEXT = { country: "CA", language: "EN", numCartLines: 250 };

/** The cart with this id; null when there is none, or its order was placed. */
export async function fetchCart(client: StorefrontClient, id: string, context?: CartContext): Promise<Cart | null> {
  const { cart } = dataOf(await client.send(CART_BY_ID, { id, ...STORE_CONTEXT, ...context }));
  return cart && withLines(cart);
}

/** Begins a cart. */
export function createCart(client: StorefrontClient, input: CartInput, context?: CartContext): Promise<CartChange> {
  return change(client, CART_CREATE, { input }, "cartCreate", context);
}

/** Adds lines; one of the same variant and attributes as a line that is there adds to its quantity. */
export function addCartLines(
  client: StorefrontClient,
  cartId: string,
  lines: CartLineInput[],
  context?: CartContext,
): Promise<CartChange> {
  return change(client, CART_LINES_ADD, { cartId, lines }, "cartLinesAdd", context);
}

/** Changes lines by their ids; quantity 0 removes one. */
export function updateCartLines(
  client: StorefrontClient,
  cartId: string,
  lines: CartLineUpdateInput[],
  context?: CartContext,
): Promise<CartChange> {
  return change(client, CART_LINES_UPDATE, { cartId, lines }, "cartLinesUpdate", context);
}

/** Removes lines by their ids. */
export function removeCartLines(
  client: StorefrontClient,
  cartId: string,
  lineIds: string[],
  context?: CartContext,
): Promise<CartChange> {
  return change(client, CART_LINES_REMOVE, { cartId, lineIds }, "cartLinesRemove", context);
}

/** Sets the note to the artist. */
export function updateCartNote(
  client: StorefrontClient,
  cartId: string,
  note: string,
  context?: CartContext,
): Promise<CartChange> {
  return change(client, CART_NOTE_UPDATE, { cartId, note }, "cartNoteUpdate", context);
}

/** Sets who buys. */
export function updateCartBuyerIdentity(
  client: StorefrontClient,
  cartId: string,
  buyerIdentity: CartBuyerIdentityInput,
  context?: CartContext,
): Promise<CartChange> {
  return change(client, CART_BUYER_IDENTITY_UPDATE, { cartId, buyerIdentity }, "cartBuyerIdentityUpdate", context);
}

/** Sets the attributes. */
export function updateCartAttributes(
  client: StorefrontClient,
  cartId: string,
  attributes: AttributeInput[],
  context?: CartContext,
): Promise<CartChange> {
  return change(client, CART_ATTRIBUTES_UPDATE, { cartId, attributes }, "cartAttributesUpdate", context);
}

/** Sets the discount codes; those that do not hold stay in the cart and say so. */
export function updateCartDiscountCodes(
  client: StorefrontClient,
  cartId: string,
  discountCodes: string[],
  context?: CartContext,
): Promise<CartChange> {
  return change(client, CART_DISCOUNT_CODES_UPDATE, { cartId, discountCodes }, "cartDiscountCodesUpdate", context);
}

type CartPayload = { cart: CartFieldsFragment | null; userErrors: CartErrorFieldsFragment[] };

/** @throws {StorefrontError} when the answer has no part for this change: a refusal is no empty cart */
async function change<Mutation extends string, Own extends object>(
  client: StorefrontClient,
  operation: Operation<Record<Mutation, CartPayload | null>, Own & typeof STORE_CONTEXT>,
  own: Own,
  mutation: Mutation,
  context: CartContext | undefined,
): Promise<CartChange> {
  const answer = await client.send(operation, { ...own, ...STORE_CONTEXT, ...context });
  const payload = dataOf(answer)[mutation];
  if (!payload) throw new StorefrontError(answer.errors ?? []);
  return { cart: payload.cart && withLines(payload.cart), userErrors: payload.userErrors };
}

function withLines(cart: CartFieldsFragment): Cart {
  return { ...cart, lines: itemsOf(cart.lines) };
}
