import type { GraphQLResolveInfo } from "graphql";
import type { Checkout } from "../checkout/checkouts.ts";
import type { AppliedGiftCard, CartLine, DeliveryOption, PricedLine } from "../model/cart.ts";
import { statusPathOf } from "../orders/status-path.ts";
import { addressSource } from "./addresses.ts";
import { listOf, type PageArguments, pageOf } from "./connections.ts";
import { allocations, discountApplication } from "./discounts.ts";
import { findOnce } from "./find-once.ts";
import { checkoutId, checkoutKeyIn, globalId } from "./ids.ts";
import { money } from "./money.ts";
import { currencyOf, type RequestContext } from "./request-context.ts";

/** A line and its checkout. It has no prices if its variant is no longer in the catalogue. */
type Line = { checkout: Checkout; line: CartLine; priced: PricedLine | undefined };
type GiftCard = { checkout: Checkout; card: AppliedGiftCard };

/** Title of a line whose variant is no longer in the catalogue. */
const GONE = "No longer available";

const amount =
  (pick: (priced: Checkout["priced"]) => number) =>
  ({ priced }: Checkout, _: unknown, context: RequestContext) =>
    money(pick(priced), context);

const paymentDue = amount(({ due }) => due);
const subtotalPrice = amount(({ subtotal }) => subtotal);
const totalPrice = amount(({ total }) => total);
const totalTax = amount((priced) => priced.totalTax);
const ratePrice = ({ price }: DeliveryOption, _: unknown, context: RequestContext) => money(price, context);
const amountUsed = ({ checkout, card }: GiftCard, _: unknown, context: RequestContext) =>
  money(checkout.priced.giftCards.find(({ id }) => id === card.id)?.used ?? 0, context);
const balance = ({ card }: GiftCard, _: unknown, context: RequestContext) => money(card.balance, context);

/** Resolvers of a checkout. */
export const checkoutTypes = {
  Checkout: {
    id: (checkout: Checkout) => checkoutId(checkout),
    appliedGiftCards: (checkout: Checkout) => checkout.giftCards.map((card): GiftCard => ({ checkout, card })),
    availableShippingRates: ({ address, priced }: Checkout) =>
      address && { ready: true, shippingRates: priced.deliveryOptions },
    buyerIdentity: ({ address }: Checkout) => ({ countryCode: address?.countryCode || null }),
    completedAt: ({ order }: Checkout) => order?.placedAt,
    currencyCode: (_: Checkout, __: unknown, context: RequestContext) => currencyOf(context),
    customAttributes: ({ attributes }: Checkout, _: unknown, context: RequestContext, info: GraphQLResolveInfo) =>
      listOf(attributes, context, info),
    discountApplications: (
      { priced }: Checkout,
      args: PageArguments,
      context: RequestContext,
      info: GraphQLResolveInfo,
    ) => {
      const applications = priced.discounts.map((entered) => discountApplication(entered, context));
      return pageOf(applications, ({ code }) => encodeURIComponent(code).slice(0, 200), args, context, info);
    },
    lineItems: (checkout: Checkout, args: PageArguments, context: RequestContext, info: GraphQLResolveInfo) => {
      const prices = new Map(checkout.priced.lines.map((priced) => [priced.line.id, priced]));
      const lines = checkout.lines.map((line): Line => ({ checkout, line, priced: prices.get(line.id) }));
      return pageOf(lines, ({ line }) => line.id, args, context, info);
    },
    lineItemsSubtotalPrice: amount(({ linesSubtotal }) => linesSubtotal),
    note: ({ note }: Checkout, _: unknown, { cost }: RequestContext) => note && cost.addText(note),
    orderStatusUrl: ({ order }: Checkout, _: unknown, { publicUrl }: RequestContext) =>
      order && `${publicUrl}${statusPathOf(order)}`,
    paymentDue,
    paymentDueV2: paymentDue,
    ready: () => true,
    requiresShipping: ({ priced }: Checkout) => priced.requiresShipping,
    shippingAddress: ({ token, address }: Checkout) => address && addressSource(token, address),
    shippingDiscountAllocations: ({ priced }: Checkout, _: unknown, context: RequestContext) => {
      const free = priced.discounts.filter(({ discount, error }) => !error && isForShipping(discount?.value.kind));
      return allocations(free, priced, context);
    },
    shippingLine: ({ priced }: Checkout) => priced.delivery,
    subtotalPrice,
    subtotalPriceV2: subtotalPrice,
    taxExempt: () => false,
    taxesIncluded: (_: Checkout, __: unknown, { snapshot }: RequestContext) => snapshot.settings.taxesIncluded,
    totalPrice,
    totalPriceV2: totalPrice,
    totalTax,
    totalTaxV2: totalTax,
    webUrl: ({ token, key }: Checkout, _: unknown, { publicUrl }: RequestContext) =>
      `${publicUrl}/checkout/${token}?key=${key}`,
  },
  CheckoutLineItem: {
    id: ({ checkout, line }: Line) => `${globalId("CheckoutLineItem", line.id)}?checkout=${checkout.token}`,
    customAttributes: ({ line }: Line, _: unknown, context: RequestContext, info: GraphQLResolveInfo) =>
      listOf(line.attributes, context, info),
    discountAllocations: ({ checkout, priced }: Line, _: unknown, context: RequestContext) =>
      allocations(priced?.discounts ?? [], checkout.priced, context),
    quantity: ({ line }: Line) => line.quantity,
    title: ({ priced }: Line) => priced?.variant.product.title ?? GONE,
    unitPrice: ({ priced }: Line, _: unknown, context: RequestContext) => priced && money(priced.unitPrice, context),
    variant: ({ priced }: Line) => priced?.variant,
  },
  AppliedGiftCard: {
    id: ({ card }: GiftCard) => globalId("AppliedGiftCard", card.id),
    lastCharacters: ({ card }: GiftCard) => card.lastCharacters,
    amountUsed,
    amountUsedV2: amountUsed,
    presentmentAmountUsed: amountUsed,
    balance,
    balanceV2: balance,
  },
  ShippingRate: { price: ratePrice, priceV2: ratePrice },
  DiscountApplication: { __resolveType: () => "DiscountCodeApplication" },
  PricingValue: {
    __resolveType: (value: object) => ("percentage" in value ? "PricingPercentageValue" : "MoneyV2"),
  },
};

function isForShipping(kind: string | undefined): boolean {
  return kind === "free-shipping";
}

/** Finds the checkout by its id. The key in the id has to match. */
export function checkoutOfId(id: string, context: RequestContext): Promise<Checkout | undefined> | undefined {
  const which = checkoutKeyIn(id);
  if (!which) return undefined;
  const { checkouts } = context.visitorServices();
  return findOnce(context.found.checkouts, `${which.token} ${which.key}`, () => checkouts.find(which), context);
}
