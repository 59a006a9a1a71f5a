import type { AddressInput } from "../../../shared/addresses/address.ts";
import type { LineChange, NewLine } from "../cart/change-lines.ts";
import type { CheckoutError } from "../checkout/checkout-edits.ts";
import type { Checkout, CheckoutKey, CheckoutResult, Checkouts } from "../checkout/checkouts.ts";
import type { Attribute } from "../model/cart.ts";
import { type CheckoutErrorCode, type CheckoutPlaces, checkoutUserError } from "./checkout-user-errors.ts";
import { checkoutKeyIn, numberIn } from "./ids.ts";
import { attributesOf, lineIn, variantIn } from "./inputs.ts";
import type { RequestContext } from "./request-context.ts";
import type { UserError } from "./user-errors.ts";

type Of<Arguments> = Arguments & { checkoutId: string };
type LineInput = { variantId: string; quantity: number; customAttributes?: Attribute[] | null };
type LineUpdateInput = {
  id?: string | null;
  variantId?: string | null;
  quantity?: number | null;
  customAttributes?: Attribute[] | null;
};
/** Fields of an address on the wire, with country and province by name. */
type AddressWords = Partial<Record<keyof AddressInput, string | null>>;
type CreateInput = {
  email?: string | null;
  lineItems?: LineInput[] | null;
  shippingAddress?: AddressWords | null;
  note?: string | null;
  customAttributes?: Attribute[] | null;
  allowPartialAddresses?: boolean | null;
};
type AttributesInput = {
  note?: string | null;
  customAttributes?: Attribute[] | null;
  allowPartialAddresses?: boolean | null;
};

/** Response to every change of a checkout. */
type CheckoutPayload = {
  checkout: Checkout | null;
  userErrors: UserError<CheckoutErrorCode>[];
  checkoutUserErrors: UserError<CheckoutErrorCode>[];
};

const ARGUMENTS: CheckoutPlaces = { root: [], variantKey: "variantId" };
const INPUT: CheckoutPlaces = { root: ["input"], variantKey: "variantId" };

/**
 * Changes of checkouts. If there are errors, the response has no checkout: shopify-buy treats a response with a
 * checkout as a success, and reads the errors only if there is no checkout.
 */
export const checkoutMutations = {
  async checkoutCreate(
    _: unknown,
    { input }: { input: CreateInput },
    context: RequestContext,
  ): Promise<CheckoutPayload> {
    const result = await context.visitorServices().checkouts.create({
      email: input.email || null,
      lines: (input.lineItems ?? []).map(newLine),
      address: input.shippingAddress ? addressOf(input.shippingAddress) : null,
      note: input.note ?? null,
      attributes: attributesOf(input.customAttributes),
      allowPartialAddress: input.allowPartialAddresses ?? false,
      client: context.client,
    });
    return payloadOf(result, INPUT, context);
  },

  checkoutLineItemsAdd: (
    _: unknown,
    { checkoutId, lineItems }: Of<{ lineItems: LineInput[] }>,
    context: RequestContext,
  ) => change(checkoutId, context, (checkouts, key) => checkouts.addLines(key, lineItems.map(newLine))),

  checkoutLineItemsReplace: (
    _: unknown,
    { checkoutId, lineItems }: Of<{ lineItems: LineInput[] }>,
    context: RequestContext,
  ) => change(checkoutId, context, (checkouts, key) => checkouts.replaceLines(key, lineItems.map(newLine))),

  checkoutLineItemsUpdate: (
    _: unknown,
    { checkoutId, lineItems }: Of<{ lineItems: LineUpdateInput[] }>,
    context: RequestContext,
  ) => change(checkoutId, context, (checkouts, key) => checkouts.updateLines(key, lineItems.map(lineChange))),

  checkoutLineItemsRemove: (
    _: unknown,
    { checkoutId, lineItemIds }: Of<{ lineItemIds: string[] }>,
    context: RequestContext,
  ) => {
    const ids = lineItemIds.map((id) => lineIn(id, "CheckoutLineItem"));
    const places = { ...ARGUMENTS, lines: "lineItemIds" };
    return change(checkoutId, context, (checkouts, key) => checkouts.removeLines(key, ids), places);
  },

  checkoutAttributesUpdateV2: (
    _: unknown,
    { checkoutId, input }: Of<{ input: AttributesInput }>,
    context: RequestContext,
  ) => {
    const changes = {
      ...(input.note !== undefined && { note: input.note }),
      ...(input.customAttributes && { attributes: attributesOf(input.customAttributes) }),
      allowPartialAddress: input.allowPartialAddresses ?? false,
    };
    return change(checkoutId, context, (checkouts, key) => checkouts.setAttributes(key, changes), INPUT);
  },

  checkoutEmailUpdateV2: (_: unknown, { checkoutId, email }: Of<{ email: string }>, context: RequestContext) =>
    change(checkoutId, context, (checkouts, key) => checkouts.setEmail(key, email)),

  checkoutShippingAddressUpdateV2: (
    _: unknown,
    { checkoutId, shippingAddress }: Of<{ shippingAddress: AddressWords }>,
    context: RequestContext,
  ) => change(checkoutId, context, (checkouts, key) => checkouts.setAddress(key, addressOf(shippingAddress))),

  checkoutShippingLineUpdate: (
    _: unknown,
    { checkoutId, shippingRateHandle }: Of<{ shippingRateHandle: string }>,
    context: RequestContext,
  ) => change(checkoutId, context, (checkouts, key) => checkouts.setDelivery(key, shippingRateHandle)),

  /** The exception: for a code that does not apply, hosted stores return errors and the unchanged checkout. */
  async checkoutDiscountCodeApplyV2(
    _: unknown,
    { checkoutId, discountCode }: Of<{ discountCode: string }>,
    context: RequestContext,
  ): Promise<CheckoutPayload> {
    const payload = await change(checkoutId, context, (checkouts, key) =>
      checkouts.applyDiscount(key, discountCode, context.client),
    );
    const isOfCode = payload.checkoutUserErrors.some(({ field }) => field[0] === "discountCode");
    const key = isOfCode ? checkoutKeyIn(checkoutId) : undefined;
    return key ? { ...payload, checkout: context.visitorServices().checkouts.find(key) ?? null } : payload;
  },

  checkoutDiscountCodeRemove: (_: unknown, { checkoutId }: Of<object>, context: RequestContext) =>
    change(checkoutId, context, (checkouts, key) => checkouts.removeDiscounts(key)),

  checkoutGiftCardsAppend: (
    _: unknown,
    { checkoutId, giftCardCodes }: Of<{ giftCardCodes: string[] }>,
    context: RequestContext,
  ) => {
    const places: CheckoutPlaces = { ...ARGUMENTS, giftCard: (at) => ["giftCardCodes", String(at)] };
    return change(
      checkoutId,
      context,
      (checkouts, key) => checkouts.appendGiftCards(key, giftCardCodes, context.client),
      places,
    );
  },

  checkoutGiftCardRemoveV2: (
    _: unknown,
    { checkoutId, appliedGiftCardId }: Of<{ appliedGiftCardId: string }>,
    context: RequestContext,
  ) => {
    // No gift card has the number -1.
    const number = numberIn(appliedGiftCardId, "AppliedGiftCard") ?? -1;
    const places: CheckoutPlaces = { ...ARGUMENTS, giftCard: () => ["appliedGiftCardId"] };
    return change(checkoutId, context, (checkouts, key) => checkouts.removeGiftCard(key, number), places);
  },
};

async function change(
  id: string,
  context: RequestContext,
  make: (checkouts: Checkouts, key: CheckoutKey) => Promise<CheckoutResult | undefined>,
  places = ARGUMENTS,
): Promise<CheckoutPayload> {
  const key = checkoutKeyIn(id);
  const result = key && (await make(context.visitorServices().checkouts, key));
  if (!result) return refused([{ code: "INVALID", field: ["checkoutId"], message: "There is no such checkout." }]);
  return payloadOf(result, places, context);
}

function payloadOf(result: CheckoutResult, places: CheckoutPlaces, { snapshot }: RequestContext): CheckoutPayload {
  if (result.ok) return { checkout: result.checkout, userErrors: [], checkoutUserErrors: [] };
  const errorOf = (error: CheckoutError) => checkoutUserError(error, places, snapshot.settings);
  return refused(result.errors.map(errorOf));
}

function refused(errors: UserError<CheckoutErrorCode>[]): CheckoutPayload {
  return { checkout: null, userErrors: errors, checkoutUserErrors: errors };
}

function newLine({ variantId, quantity, customAttributes }: LineInput): NewLine {
  return { variantId: variantIn(variantId), quantity, attributes: attributesOf(customAttributes) };
}

function lineChange({ id, variantId, quantity, customAttributes }: LineUpdateInput): LineChange {
  return {
    id: lineIn(id, "CheckoutLineItem"),
    ...(variantId && { variantId: variantIn(variantId) }),
    ...(typeof quantity === "number" && { quantity }),
    ...(customAttributes && { attributes: attributesOf(customAttributes) }),
  };
}

/** Leaves out fields that are null. */
function addressOf(words: AddressWords): AddressInput {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => typeof word === "string"));
}
