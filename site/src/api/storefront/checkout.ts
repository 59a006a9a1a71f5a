import {
  CHECKOUT_ATTRIBUTES_UPDATE_V2,
  CHECKOUT_BY_ID,
  CHECKOUT_CREATE,
  CHECKOUT_DISCOUNT_CODE_APPLY_V2,
  CHECKOUT_DISCOUNT_CODE_REMOVE,
  CHECKOUT_EMAIL_UPDATE_V2,
  CHECKOUT_GIFT_CARD_REMOVE_V2,
  CHECKOUT_GIFT_CARDS_APPEND,
  CHECKOUT_LINE_ITEMS_ADD,
  CHECKOUT_LINE_ITEMS_REMOVE,
  CHECKOUT_LINE_ITEMS_REPLACE,
  CHECKOUT_LINE_ITEMS_UPDATE,
  CHECKOUT_LINES,
  CHECKOUT_SHIPPING_ADDRESS_UPDATE_V2,
  type CheckoutFieldsFragment,
  type CheckoutLinePageFragment,
  type CheckoutPayload,
  type ErrorFieldsFragment,
} from "./generated.ts";
import { allItems, FOLLOW_UP_PAGE } from "./pages.ts";
import { type Operation, requireData, type StorefrontClient, type StorefrontErrorEntry } from "./storefront-client.ts";

type CheckoutLine = CheckoutLinePageFragment["edges"][number]["node"];

/** A checkout with all of its lines. */
export type Checkout = Omit<CheckoutFieldsFragment, "lineItems"> & { lineItems: CheckoutLine[] };

/** A checkout after a mutation, with the errors that the response has beside it. */
export type ChangedCheckout = Checkout & { errors?: StorefrontErrorEntry[]; userErrors: ErrorFieldsFragment[] };

/** The part of a response for one mutation. `checkoutLineItemsReplace` has no `checkoutUserErrors`. */
type Payload = Omit<CheckoutPayload, "checkoutUserErrors"> & Partial<CheckoutPayload>;

/** @returns null for an unknown checkout */
export async function fetchCheckout(client: StorefrontClient, id: string): Promise<Checkout | null> {
  const { node } = requireData(await client.send(CHECKOUT_BY_ID, { id }));
  return node && "id" in node ? withAllLines(client, node) : null;
}

// The API has these mutations up to version 2024-04. A hosted store checks out through the cart.
export const createCheckout = checkoutMutation("checkoutCreate", CHECKOUT_CREATE);
/** Adds lines. If an existing line has the same variant and attributes, its quantity grows instead. */
export const addCheckoutLines = checkoutMutation("checkoutLineItemsAdd", CHECKOUT_LINE_ITEMS_ADD);
export const removeCheckoutLines = checkoutMutation("checkoutLineItemsRemove", CHECKOUT_LINE_ITEMS_REMOVE);
/** Replaces all lines by these. */
export const replaceCheckoutLines = checkoutMutation("checkoutLineItemsReplace", CHECKOUT_LINE_ITEMS_REPLACE);
/** Changes lines by their ids. Quantity 0 removes a line. */
export const updateCheckoutLines = checkoutMutation("checkoutLineItemsUpdate", CHECKOUT_LINE_ITEMS_UPDATE);
/** Sets the note and the attributes. */
export const updateCheckoutAttributes = checkoutMutation("checkoutAttributesUpdateV2", CHECKOUT_ATTRIBUTES_UPDATE_V2);
export const applyCheckoutDiscount = checkoutMutation("checkoutDiscountCodeApplyV2", CHECKOUT_DISCOUNT_CODE_APPLY_V2);
export const removeCheckoutDiscount = checkoutMutation("checkoutDiscountCodeRemove", CHECKOUT_DISCOUNT_CODE_REMOVE);
export const appendCheckoutGiftCards = checkoutMutation("checkoutGiftCardsAppend", CHECKOUT_GIFT_CARDS_APPEND);
/** Removes a gift card by its id in the checkout. */
export const removeCheckoutGiftCard = checkoutMutation("checkoutGiftCardRemoveV2", CHECKOUT_GIFT_CARD_REMOVE_V2);
export const updateCheckoutEmail = checkoutMutation("checkoutEmailUpdateV2", CHECKOUT_EMAIL_UPDATE_V2);
/** Sets the shipping address. Country and province are names. */
export const updateCheckoutAddress = checkoutMutation(
  "checkoutShippingAddressUpdateV2",
  CHECKOUT_SHIPPING_ADDRESS_UPDATE_V2,
);

/**
 * Creates the call for one checkout mutation. The call returns the checkout if the response has one, even beside
 * errors. Otherwise it throws the first of these lists that is not empty: the response's errors, the checkout's errors,
 * the input's errors. The error's message is that list as JSON. Source: docs/product.md §8.
 */
function checkoutMutation<Mutation extends string, Variables>(
  mutation: Mutation,
  operation: Operation<Record<Mutation, Payload | null>, Variables>,
) {
  return async (client: StorefrontClient, variables: Variables): Promise<ChangedCheckout> => {
    const { data, errors } = await client.send(operation, variables);
    const payload = data?.[mutation];
    if (payload?.checkout) {
      const checkout = await withAllLines(client, payload.checkout);
      return { ...checkout, userErrors: payload.userErrors, ...(errors && { errors }) };
    }
    const reasons = [errors, payload?.checkoutUserErrors, payload?.userErrors].find((list) => list?.length);
    throw new Error(reasons ? JSON.stringify(reasons) : `The ${mutation} mutation failed due to an unknown error.`);
  };
}

async function withAllLines(client: StorefrontClient, checkout: CheckoutFieldsFragment): Promise<Checkout> {
  const lineItems = await allItems(checkout.lineItems, async (after) => {
    const variables = { id: checkout.id, first: FOLLOW_UP_PAGE, after };
    const { node } = requireData(await client.send(CHECKOUT_LINES, variables));
    return node && "lineItems" in node ? node.lineItems : undefined;
  });
  return { ...checkout, lineItems };
}
