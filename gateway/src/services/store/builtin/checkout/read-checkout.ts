import type { Reader } from "../../../../data/statements.ts";
import type { PricedCart } from "../cart/basket.ts";
import type { Order } from "../orders/order.ts";
import { orderOfCheckout } from "../orders/stored-orders.ts";
import { usableGiftCards } from "../pricing/gift-cards.ts";
import { type PricingContext, priceCart } from "../pricing/price-cart.ts";
import { pricesOfOrder } from "../pricing/prices-of-order.ts";
import { doesKeyFit } from "./checkout-key.ts";
import type { Checkout, CheckoutGiftCard, CheckoutKey } from "./checkouts.ts";
import { type CheckoutContents, readStoredCheckout, type StoredCheckout } from "./stored-checkouts.ts";

/** What a checkout's contents come to at present. */
export type CheckoutPrices = { priced: PricedCart; giftCards: CheckoutGiftCard[] };

/**
 * Reads a checkout with its present prices. Inside a change, with the ledger of its writer, it holds for that change.
 *
 * @returns undefined for one that is not there or whose key does not fit
 */
export function readCheckout(
  reader: Reader,
  { token, key }: CheckoutKey,
  context: PricingContext,
): Checkout | undefined {
  const stored = readStoredCheckout(reader, token);
  if (stored === undefined || !doesKeyFit(key, stored.keyHash)) return undefined;
  const order = orderOfCheckout(reader, stored.token) ?? null;
  return toCheckout(stored, { key, order, prices: priceContents(stored.contents, context) });
}

/** Works out what a checkout's contents come to, paid from the gift cards that can still be used. */
export function priceContents(contents: CheckoutContents, context: PricingContext): CheckoutPrices {
  const giftCards = usableGiftCards(contents.giftCardIds, { ...context, settings: context.snapshot.settings });
  return { giftCards, priced: priceCart({ ...contents, giftCards }, context) };
}

/** A stored checkout as the rest of the store has it. Once its order was placed, its prices are those of the order. */
export function toCheckout(
  { token, cartToken, createdAt, updatedAt, contents }: StoredCheckout,
  { key, order, prices }: { key: string; order: Order | null; prices: CheckoutPrices },
): Checkout {
  const { email, lines, address, deliveryHandle, note, attributes, discountCodes } = contents;
  return {
    token,
    key,
    cartToken,
    createdAt,
    updatedAt,
    email,
    lines,
    address,
    deliveryHandle,
    note,
    attributes,
    discountCodes,
    giftCards: prices.giftCards,
    priced: order ? pricesOfOrder(prices.priced, lines, order) : prices.priced,
    order,
  };
}
