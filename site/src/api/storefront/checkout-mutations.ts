/**
 * The twelve changes of a checkout. Each answers with the whole checkout, or throws as `checkoutOf` says.
 * The API has had them up to version 2024-04; a hosted store checks out through the cart.
 */
import { type ChangedCheckout, checkoutOf } from "./checkout.ts";
import {
  CHECKOUT_ATTRIBUTES_UPDATE_V2,
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
  CHECKOUT_SHIPPING_ADDRESS_UPDATE_V2,
  type CheckoutAttributesUpdateV2Input,
  type CheckoutCreateInput,
  type CheckoutLineItemInput,
  type CheckoutLineItemUpdateInput,
  type MailingAddressInput,
} from "./generated.ts";
import type { StorefrontClient } from "./storefront-client.ts";

/** Begins a checkout; everything of the input may be absent. */
export async function createCheckout(client: StorefrontClient, input: CheckoutCreateInput): Promise<ChangedCheckout> {
  return checkoutOf(client, "checkoutCreate", await client.send(CHECKOUT_CREATE, { input }));
}

/** Adds lines; one of the same variant and attributes as a line that is there adds to its quantity. */
export async function addCheckoutLines(
  client: StorefrontClient,
  checkoutId: string,
  lineItems: CheckoutLineItemInput[],
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_LINE_ITEMS_ADD, { checkoutId, lineItems });
  return checkoutOf(client, "checkoutLineItemsAdd", answer);
}

/** Removes lines by their ids. */
export async function removeCheckoutLines(
  client: StorefrontClient,
  checkoutId: string,
  lineItemIds: string[],
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_LINE_ITEMS_REMOVE, { checkoutId, lineItemIds });
  return checkoutOf(client, "checkoutLineItemsRemove", answer);
}

/** Puts these lines in the place of all that are there. */
export async function replaceCheckoutLines(
  client: StorefrontClient,
  checkoutId: string,
  lineItems: CheckoutLineItemInput[],
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_LINE_ITEMS_REPLACE, { checkoutId, lineItems });
  return checkoutOf(client, "checkoutLineItemsReplace", answer);
}

/** Changes lines by their ids; quantity 0 removes one. */
export async function updateCheckoutLines(
  client: StorefrontClient,
  checkoutId: string,
  lineItems: CheckoutLineItemUpdateInput[],
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_LINE_ITEMS_UPDATE, { checkoutId, lineItems });
  return checkoutOf(client, "checkoutLineItemsUpdate", answer);
}

/** Sets the note and the attributes. */
export async function updateCheckoutAttributes(
  client: StorefrontClient,
  checkoutId: string,
  input: CheckoutAttributesUpdateV2Input,
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_ATTRIBUTES_UPDATE_V2, { checkoutId, input });
  return checkoutOf(client, "checkoutAttributesUpdateV2", answer);
}

/** Enters a discount code. */
export async function applyCheckoutDiscount(
  client: StorefrontClient,
  checkoutId: string,
  discountCode: string,
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_DISCOUNT_CODE_APPLY_V2, { checkoutId, discountCode });
  return checkoutOf(client, "checkoutDiscountCodeApplyV2", answer);
}

/** Takes the discount code away. */
export async function removeCheckoutDiscount(client: StorefrontClient, checkoutId: string): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_DISCOUNT_CODE_REMOVE, { checkoutId });
  return checkoutOf(client, "checkoutDiscountCodeRemove", answer);
}

/** Enters gift cards by their codes. */
export async function appendCheckoutGiftCards(
  client: StorefrontClient,
  checkoutId: string,
  giftCardCodes: string[],
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_GIFT_CARDS_APPEND, { checkoutId, giftCardCodes });
  return checkoutOf(client, "checkoutGiftCardsAppend", answer);
}

/** Takes a gift card away by the id that it has in the checkout. */
export async function removeCheckoutGiftCard(
  client: StorefrontClient,
  checkoutId: string,
  appliedGiftCardId: string,
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_GIFT_CARD_REMOVE_V2, { checkoutId, appliedGiftCardId });
  return checkoutOf(client, "checkoutGiftCardRemoveV2", answer);
}

/** Sets the buyer's email address. */
export async function updateCheckoutEmail(
  client: StorefrontClient,
  checkoutId: string,
  email: string,
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_EMAIL_UPDATE_V2, { checkoutId, email });
  return checkoutOf(client, "checkoutEmailUpdateV2", answer);
}

/** Sets where the order goes; country and province are names. */
export async function updateCheckoutAddress(
  client: StorefrontClient,
  checkoutId: string,
  shippingAddress: MailingAddressInput,
): Promise<ChangedCheckout> {
  const answer = await client.send(CHECKOUT_SHIPPING_ADDRESS_UPDATE_V2, { checkoutId, shippingAddress });
  return checkoutOf(client, "checkoutShippingAddressUpdateV2", answer);
}
