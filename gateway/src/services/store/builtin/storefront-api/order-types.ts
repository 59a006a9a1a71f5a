import { type MinorUnits, toMoney } from "@porchlight/protocol/money.ts";
import type { PaymentStatus } from "@porchlight/protocol/orders.ts";
import type { GraphQLResolveInfo } from "graphql";
import type { Order, OrderLine } from "../model/order.ts";
import { statusPathOf } from "../orders/status-path.ts";
import { addressSource } from "./addresses.ts";
import { listOf, type PageArguments, pageOf } from "./connections.ts";
import { findOnce } from "./find-once.ts";
import { globalId, numberIn, parseGlobalId } from "./ids.ts";
import type { RequestContext } from "./request-context.ts";

/** A line, its order, and its position there. */
type Line = { order: Order; line: OrderLine; place: number };

/** Orders stay in the currency in which they were placed. */
const amount = (pick: (order: Order) => MinorUnits) => (order: Order) => toMoney(pick(order), order.currency);

const subtotalPrice = amount(({ subtotal }) => subtotal);
const totalPrice = amount(({ total }) => total);
const totalTax = amount((order) => order.totalTax);
const totalRefunded = amount((order) => order.totalRefunded);
const totalShippingPrice = amount(({ delivery }) => delivery.price);
const statusUrl = (order: Order, _: unknown, { publicUrl }: RequestContext) => `${publicUrl}${statusPathOf(order)}`;

const FINANCIAL_STATUS: Readonly<Record<PaymentStatus, string>> = {
  "awaiting-card": "PENDING",
  pending: "PENDING",
  paid: "PAID",
  refunded: "REFUNDED",
  voided: "VOIDED",
};

/** Resolvers of an order. */
export const orderTypes = {
  Order: {
    id: ({ id, statusKey }: Order) => `${globalId("Order", id)}?key=${statusKey}`,
    name: ({ number }: Order) => `#${number}`,
    orderNumber: ({ number }: Order) => number,
    processedAt: ({ placedAt }: Order) => placedAt,
    canceledAt: ({ cancelledAt }: Order) => cancelledAt,
    cancelReason: ({ cancelledAt }: Order) => (cancelledAt === null ? null : "OTHER"),
    currencyCode: ({ currency }: Order) => currency,
    currentSubtotalPrice: subtotalPrice,
    currentTotalPrice: amount((order) => order.total - order.totalRefunded),
    currentTotalTax: totalTax,
    customerUrl: statusUrl,
    statusUrl,
    edited: () => false,
    financialStatus: ({ payment }: Order) => FINANCIAL_STATUS[payment.status],
    fulfillmentStatus: ({ shipment }: Order) => (shipment ? "FULFILLED" : "UNFULFILLED"),
    lineItems: (order: Order, args: PageArguments, context: RequestContext, info: GraphQLResolveInfo) => {
      const lines = order.lines.map((line, place): Line => ({ order, line, place }));
      // The lines of an order never change, so their positions identify them.
      return pageOf(lines, ({ place }) => String(place), args, context, info);
    },
    originalTotalPrice: totalPrice,
    phone: ({ address }: Order) => address?.phone || null,
    shippingAddress: ({ id, address }: Order) => address && addressSource(`order-${id}`, address),
    successfulFulfillments: ({ shipment }: Order) =>
      shipment
        ? [
            {
              trackingCompany: shipment.carrier || null,
              trackingInfo: [{ number: shipment.trackingNumber || null, url: shipment.trackingUrl || null }],
            },
          ]
        : [],
    subtotalPrice,
    subtotalPriceV2: subtotalPrice,
    totalPrice,
    totalPriceV2: totalPrice,
    totalRefunded,
    totalRefundedV2: totalRefunded,
    totalShippingPrice,
    totalShippingPriceV2: totalShippingPrice,
    totalTax,
    totalTaxV2: totalTax,
  },
  OrderLineItem: {
    title: ({ line }: Line) => line.title,
    quantity: ({ line }: Line) => line.quantity,
    currentQuantity: ({ order, line }: Line) => (order.cancelledAt === null ? line.quantity : 0),
    customAttributes: ({ line }: Line, _: unknown, context: RequestContext, info: GraphQLResolveInfo) =>
      listOf(line.attributes, context, info),
    discountedTotalPrice: ({ order, line }: Line) => toMoney(line.total, order.currency),
    originalTotalPrice: ({ order, line }: Line) => toMoney(line.unitPrice * line.quantity, order.currency),
    /** The current variant; null when it is no longer on sale. */
    variant: ({ line }: Line, _: unknown, { snapshot }: RequestContext) => snapshot.variantById(line.variantId),
  },
};

/** Finds the order by its id. The key in the id has to match. */
export function orderOfId(id: string, context: RequestContext): Promise<Order | undefined> | undefined {
  const number = numberIn(id, "Order");
  const key = parseGlobalId(id)?.parameters.get("key");
  if (number === undefined || !key) return undefined;
  const { orders } = context.visitorServices();
  return findOnce(context.found.orders, `${number} ${key}`, () => orders.byStatusKey(number, key), context);
}
