import type { GraphQLResolveInfo } from "graphql";
import type { Cart } from "../cart/carts.ts";
import type { Attribute, PricedLine } from "../model/cart.ts";
import { listOf, type PageArguments, pageOf } from "./connections.ts";
import { findOnce } from "./find-once.ts";
import { globalId, nameIn } from "./ids.ts";
import { money, moneyOrNull } from "./money.ts";
import type { RequestContext } from "./request-context.ts";

/** A line and the cart it is in. */
export type CartLine = { cart: Cart; priced: PricedLine };

/** Root fields that find carts. If the cart is unknown, or its order was placed, they return null without an error. */
export const cartQueries = {
  cart: (_: unknown, { id }: { id: string }, context: RequestContext) => cartOfId(id, context),
};

const totalAmount = ({ priced }: Cart, _: unknown, context: RequestContext) => money(priced.total, context);
const subtotalAmount = ({ priced }: Cart, _: unknown, context: RequestContext) => money(priced.subtotal, context);
/**
 * Goods that need shipping are taxed by the address, which is unknown before the checkout. Others are taxed by the
 * buyer's country.
 */
const totalTaxAmount = ({ priced }: Cart, _: unknown, context: RequestContext) =>
  priced.taxes.length > 0 ? money(priced.totalTax, context) : null;

const attribute = ({ attributes }: { attributes: Cart["attributes"] }, { key }: { key: string }) =>
  attributes.find((one) => one.key === key);

const lineSubtotal = ({ priced }: CartLine, _: unknown, context: RequestContext) => money(priced.subtotal, context);
const lineTotal = ({ priced }: CartLine, _: unknown, context: RequestContext) => money(priced.total, context);
const unitPrice = ({ priced }: CartLine, _: unknown, context: RequestContext) => money(priced.unitPrice, context);
const unitCompareAt = ({ priced }: CartLine, _: unknown, context: RequestContext) =>
  moneyOrNull(priced.variant.compareAtPrice, context);

/** Resolvers of a cart. */
export const cartTypes = {
  Cart: {
    id: ({ token }: Cart) => globalId("Cart", token),
    attribute,
    checkoutUrl: ({ token }: Cart, _: unknown, { publicUrl }: RequestContext) => `${publicUrl}/checkout/cart/${token}`,
    cost: (cart: Cart) => cart,
    estimatedCost: (cart: Cart) => cart,
    // The delivery is chosen on the checkout pages.
    attributes: ({ attributes }: Cart, _: unknown, context: RequestContext, info: GraphQLResolveInfo) =>
      listOf(attributes, context, info),
    deliveryGroups: (_: Cart, args: PageArguments, context: RequestContext, info: GraphQLResolveInfo) =>
      pageOf<never>([], String, args, context, info),
    // Discounts are listed with their lines.
    discountAllocations: () => [],
    discountCodes: ({ priced }: Cart) =>
      priced.discounts.map(({ code, error }) => ({ code, applicable: error === undefined })),
    lines: (cart: Cart, args: PageArguments, context: RequestContext, info: GraphQLResolveInfo) => {
      const lines = cart.priced.lines.map((priced): CartLine => ({ cart, priced }));
      return pageOf(lines, ({ priced }) => priced.line.id, args, context, info);
    },
    note: ({ note }: Cart, _: unknown, { cost }: RequestContext) => note && cost.addText(note),
    totalQuantity: ({ priced }: Cart) => priced.quantity,
  },
  Attribute: {
    key: ({ key }: Attribute, _: unknown, { cost }: RequestContext) => cost.addText(key),
    value: ({ value }: Attribute, _: unknown, { cost }: RequestContext) => cost.addText(value),
  },
  CartCost: {
    checkoutChargeAmount: totalAmount,
    subtotalAmount,
    subtotalAmountEstimated: () => true,
    totalAmount,
    totalAmountEstimated: () => true,
    totalDutyAmountEstimated: () => true,
    totalTaxAmount,
    totalTaxAmountEstimated: () => true,
  },
  CartEstimatedCost: { checkoutChargeAmount: totalAmount, subtotalAmount, totalAmount, totalTaxAmount },
  CartLine: {
    id: ({ cart, priced }: CartLine) => `${globalId("CartLine", priced.line.id)}?cart=${cart.token}`,
    attribute: ({ priced }: CartLine, args: { key: string }) => attribute(priced.line, args),
    attributes: ({ priced }: CartLine, _: unknown, context: RequestContext, info: GraphQLResolveInfo) =>
      listOf(priced.line.attributes, context, info),
    cost: (line: CartLine) => line,
    estimatedCost: (line: CartLine) => line,
    discountAllocations: ({ priced }: CartLine, _: unknown, context: RequestContext) =>
      priced.discounts.map(({ code, amount }) => ({ code, discountedAmount: money(amount, context) })),
    merchandise: ({ priced }: CartLine) => priced.variant,
    quantity: ({ priced }: CartLine) => priced.line.quantity,
  },
  CartLineCost: {
    amountPerQuantity: unitPrice,
    compareAtAmountPerQuantity: unitCompareAt,
    subtotalAmount: lineSubtotal,
    totalAmount: lineTotal,
  },
  CartLineEstimatedCost: {
    amount: unitPrice,
    compareAtAmount: unitCompareAt,
    subtotalAmount: lineSubtotal,
    totalAmount: lineTotal,
  },
  BaseCartLine: { __resolveType: () => "CartLine" },
  CartDiscountAllocation: { __resolveType: () => "CartCodeDiscountAllocation" },
  Merchandise: { __resolveType: () => "ProductVariant" },
};

/** Finds the cart by its id. The id is the cart's only secret. */
export function cartOfId(id: string, context: RequestContext): Promise<Cart | undefined> | undefined {
  const token = nameIn(id, "Cart");
  return token === undefined ? undefined : cartOfToken(token, context);
}

/** Finds the cart by its token. */
export function cartOfToken(token: string, context: RequestContext): Promise<Cart | undefined> {
  const { carts } = context.visitorServices();
  return findOnce(context.found.carts, token, () => carts.find(token), context);
}
