import type {
  AdminOrder,
  AdminOrderLine,
  OrderEntry,
  OrderHistoryEntry,
  UnsentOrderEmail,
} from "@porchlight/protocol/orders.ts";
import { CARD } from "../catalogue/store-settings.ts";
import type { Order, OrderLine } from "../model/order.ts";
import { isHeld } from "./hold.ts";
import { addressLinesOf } from "./order-in-words.ts";
import { actionsFor } from "./order-rules.ts";
import { statusPathOf } from "./status-path.ts";
import { withdrawnPart } from "./withdrawal-rules.ts";

/** An order in the owner's list. */
export function toEntry(order: Order): OrderEntry {
  return {
    id: order.id,
    number: order.number,
    placedAt: order.placedAt,
    email: order.email,
    name: [order.address?.firstName, order.address?.lastName].filter(Boolean).join(" "),
    currency: order.currency,
    total: order.total,
    quantity: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    delivery: order.delivery.kind,
    payment: order.payment.status,
    otherSumPaid: order.payment.otherSum,
    shippedAt: order.shipment?.shippedAt ?? null,
    cancelledAt: order.cancelledAt,
    cancelReason: order.cancelReason,
    withdrawn: withdrawnPart(order),
  };
}

/** An order as the owner sees it, without the checkout's key and the processor's ids. */
export function toAdminOrder(
  order: Order,
  past: { events: readonly OrderHistoryEntry[]; unsentEmails: readonly UnsentOrderEmail[] },
  { canRefundCards, now }: { canRefundCards: boolean; now: Date },
): AdminOrder {
  return {
    ...toEntry(order),
    updatedAt: order.updatedAt,
    lines: order.lines.map(toLine),
    linesSubtotal: order.linesSubtotal,
    subtotal: order.subtotal,
    discount: order.discount,
    discountCodes: [...order.discountCodes],
    deliveryTitle: order.delivery.title,
    deliveryPrice: order.delivery.price,
    taxesIncluded: order.taxesIncluded,
    taxes: [...order.taxes],
    totalTax: order.totalTax,
    giftCards: order.giftCards.map(({ lastCharacters, used }) => ({ lastCharacters, used })),
    due: order.due,
    addressLines: addressLinesOf(order.address),
    phone: order.address?.phone ?? "",
    note: order.note,
    attributes: [...order.attributes],
    paymentTitle: order.payment.title,
    paidAt: order.payment.paidAt,
    heldUntil: isHeld(order) ? order.heldUntil : null,
    refundedAt: order.refundedAt,
    totalRefunded: order.totalRefunded,
    shipment: order.shipment,
    hasDownload: order.lines.some(({ requiresShipping }) => !requiresShipping),
    withdrawals: order.withdrawals.map(({ at, name, lines }) => ({ at, name, lines: [...lines] })),
    events: historyOf(order, past.events),
    unsentEmails: [...past.unsentEmails],
    actions: actionsFor(order, now),
    isRefundedByItself: canRefundCards && order.payment.method === CARD,
    statusPath: statusPathOf(order),
  };
}

/** The events of an order, with the withdrawals from the order itself. */
function historyOf({ withdrawals }: Order, events: readonly OrderHistoryEntry[]): OrderHistoryEntry[] {
  const withdrawn = withdrawals.map(({ at }): OrderHistoryEntry => ({ at, type: "withdrawn" }));
  return [...events, ...withdrawn].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

function toLine(orderLine: OrderLine): AdminOrderLine {
  const { variantId: _, requiresShipping: __, withdrawal: ___, attributes, ...line } = orderLine;
  return { ...line, attributes: [...attributes] };
}
