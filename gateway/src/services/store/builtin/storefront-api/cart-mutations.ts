import type { BuyerIdentity, Cart, CartResult, Carts } from "../cart/carts.ts";
import type { LineChange, NewLine } from "../cart/change-lines.ts";
import type { Attribute } from "../model/cart.ts";
import { type CartErrorCode, cartUserError } from "./cart-user-errors.ts";
import { nameIn } from "./ids.ts";
import { attributesOf, lineIn, variantIn } from "./inputs.ts";
import type { RequestContext } from "./request-context.ts";
import type { InputPlaces, UserError } from "./user-errors.ts";

type LineInput = { merchandiseId: string; quantity?: number | null; attributes?: Attribute[] | null };
type LineUpdateInput = {
  id: string;
  merchandiseId?: string | null;
  quantity?: number | null;
  attributes?: Attribute[] | null;
};
type IdentityInput = {
  countryCode?: string | null;
  email?: string | null;
  phone?: string | null;
  customerAccessToken?: string | null;
};
type CartInput = {
  lines?: LineInput[] | null;
  note?: string | null;
  attributes?: Attribute[] | null;
  discountCodes?: string[] | null;
  buyerIdentity?: IdentityInput | null;
};

/** Response to every change of a cart. */
type CartPayload = { cart: Cart | null; userErrors: UserError<CartErrorCode>[] };

const ARGUMENTS: InputPlaces = { root: [], variantKey: "merchandiseId" };
const INPUT: InputPlaces = { root: ["input"], variantKey: "merchandiseId" };

/**
 * Changes of carts. If there are errors, the response has the unchanged cart too. If it had no cart, hydrogen-react
 * would conclude that the order was placed, and forget the cart.
 */
export const cartMutations = {
  async cartCreate(_: unknown, { input }: { input?: CartInput | null }, context: RequestContext): Promise<CartPayload> {
    const { lines, note, attributes, discountCodes, buyerIdentity } = input ?? {};
    const result = await context.visitorServices().carts.create({
      lines: (lines ?? []).map(newLine),
      note: note ?? null,
      attributes: attributesOf(attributes),
      discountCodes: discountCodes ?? [],
      buyerIdentity: { countryCode: null, email: null, phone: null, ...identityOf(buyerIdentity ?? {}) },
      client: context.client,
    });
    const payload = payloadOf(result, INPUT, idsOf(lines ?? []));
    return withCustomerError(payload, buyerIdentity, INPUT);
  },

  cartLinesAdd: (_: unknown, { cartId, lines }: { cartId: string; lines: LineInput[] }, context: RequestContext) =>
    change(cartId, context, idsOf(lines), (carts, token) => carts.addLines(token, lines.map(newLine))),

  cartLinesUpdate: (
    _: unknown,
    { cartId, lines }: { cartId: string; lines: LineUpdateInput[] },
    context: RequestContext,
  ) => change(cartId, context, idsOf(lines), (carts, token) => carts.updateLines(token, lines.map(lineChange))),

  cartLinesRemove: (_: unknown, { cartId, lineIds }: { cartId: string; lineIds: string[] }, context: RequestContext) =>
    change(
      cartId,
      context,
      lineIds,
      (carts, token) =>
        carts.removeLines(
          token,
          lineIds.map((id) => lineIn(id, "CartLine")),
        ),
      { ...ARGUMENTS, lines: "lineIds" },
    ),

  cartNoteUpdate: (_: unknown, { cartId, note }: { cartId: string; note?: string | null }, context: RequestContext) =>
    change(cartId, context, [], (carts, token) => carts.setNote(token, note ?? null)),

  cartAttributesUpdate: (
    _: unknown,
    { cartId, attributes }: { cartId: string; attributes: Attribute[] },
    context: RequestContext,
  ) => change(cartId, context, [], (carts, token) => carts.setAttributes(token, attributesOf(attributes))),

  cartDiscountCodesUpdate: (
    _: unknown,
    { cartId, discountCodes }: { cartId: string; discountCodes?: string[] | null },
    context: RequestContext,
  ) =>
    change(cartId, context, [], (carts, token) => carts.setDiscountCodes(token, discountCodes ?? [], context.client)),

  async cartBuyerIdentityUpdate(
    _: unknown,
    { cartId, buyerIdentity }: { cartId: string; buyerIdentity: IdentityInput },
    context: RequestContext,
  ): Promise<CartPayload> {
    const payload = await change(cartId, context, [], (carts, token) =>
      carts.setBuyerIdentity(token, identityOf(buyerIdentity)),
    );
    return withCustomerError(payload, buyerIdentity, ARGUMENTS);
  },
};

async function change(
  cartId: string,
  context: RequestContext,
  ids: readonly string[],
  make: (carts: Carts, token: string) => Promise<CartResult | undefined>,
  places = ARGUMENTS,
): Promise<CartPayload> {
  const token = nameIn(cartId, "Cart");
  const result = token === undefined ? undefined : await make(context.visitorServices().carts, token);
  if (!result) {
    const message = "The specified cart does not exist.";
    return { cart: null, userErrors: [{ code: "INVALID", field: ["cartId"], message }] };
  }
  return payloadOf(result, places, ids);
}

function payloadOf({ cart, errors }: CartResult, places: InputPlaces, ids: readonly string[]): CartPayload {
  return { cart, userErrors: errors.map((error) => cartUserError(error, places, ids)) };
}

/** Adds an error if the input has a customer's token, because the shop has no customer accounts. */
function withCustomerError(
  payload: CartPayload,
  identity: IdentityInput | null | undefined,
  { root }: InputPlaces,
): CartPayload {
  if (!identity?.customerAccessToken) return payload;
  const field = [...root, "buyerIdentity", "customerAccessToken"];
  const message = "There are no customer accounts in this shop.";
  return { ...payload, userErrors: [...payload.userErrors, { code: "INVALID", field, message }] };
}

function newLine({ merchandiseId, quantity, attributes }: LineInput): NewLine {
  return { variantId: variantIn(merchandiseId), quantity: quantity ?? 1, attributes: attributesOf(attributes) };
}

function lineChange({ id, merchandiseId, quantity, attributes }: LineUpdateInput): LineChange {
  return {
    id: lineIn(id, "CartLine"),
    ...(merchandiseId && { variantId: variantIn(merchandiseId) }),
    ...(typeof quantity === "number" && { quantity }),
    ...(attributes && { attributes: attributesOf(attributes) }),
  };
}

/** The ids that messages name: that of a line's merchandise or, if it is absent, of the line itself. */
function idsOf(lines: readonly { id?: string; merchandiseId?: string | null }[]): string[] {
  return lines.map(({ id, merchandiseId }) => merchandiseId ?? id ?? "");
}

/** Absent fields stay as they are; null is a value. */
function identityOf({ countryCode, email, phone }: IdentityInput): Partial<BuyerIdentity> {
  return {
    ...(countryCode !== undefined && { countryCode }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
  };
}
