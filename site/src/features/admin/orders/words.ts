import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { formatPrice, formatWithCode, formatWritten } from "@porchlight/protocol/format-price.ts";
import { type MinorUnits, toMoney } from "@porchlight/protocol/money.ts";
import { trackingInWords } from "@porchlight/protocol/order-messages.ts";
import type {
  AdminOrder,
  AdminOrderLine,
  DeliveryKind,
  OrderAction,
  OrderEntry,
  OrderHistoryEntry,
  OrderStatus,
  PaymentStatus,
} from "@porchlight/protocol/orders.ts";
import type { OrderChange } from "../../../api/orders.ts";
import { formatOwnersMoment } from "../shared/moment.tsx";

export const orders = "Orders";
export const downloadCsv = "Download CSV";
export const searchOrders = "Search orders";
export const searchExample = "Number, address or name";
export const everyOrder = "All orders";
export const tableCaption = "Orders, a page at a time";
export const columns = {
  order: "Order",
  placed: "Placed",
  buyer: "Buyer",
  items: "Items",
  status: "Status",
  total: "Total",
} as const;
export const pages = "Pages of orders";

export const backToOrders = "Back to all orders";
export const items = "Items";
export const packingSlip = "Print packing slip";
export const buyer = "Buyer";
export const buyersPage = "The page that the buyer sees";
export const payment = "Payment";
export const delivery = "Delivery";
export const nothingToSend = "Nothing to send by post";
export const copyAddress = "Copy address";
export const followParcel = "Follow the parcel";
export const downloadsLink = "The download’s link";
export const note = "Note";
export const withdrawal = "Withdrawal";
export const history = "History";

/** The sums of an order. */
export const subtotal = "Subtotal";
export const total = "Total";
export const dueAfterGiftCards = "Due after gift cards";
export const refunded = "Refunded";

/** The state of an order: the shape before its words, and the words. */
type OrderState = { shape: "waiting" | "to-do" | "done" | "ended"; words: string };

/** Describes the state of an order. */
export function describeState(order: OrderEntry): OrderState {
  if (order.cancelReason === "unpaid") return { shape: "ended", words: "Not paid in time" };
  if (refundIsDue(order) && order.withdrawn === "all") return { shape: "to-do", words: "Withdrawn, to refund" };
  const { shape, words } = stateWithoutWithdrawal(order);
  if (order.withdrawn === "none" || shape === "ended") return { shape, words };
  return { shape, words: `${words}, ${order.withdrawn === "all" ? "withdrawn" : "partly withdrawn"}` };
}

/** Whether the buyer withdrew from all or a part of the order, and the gateway does not know of a refund. */
export function refundIsDue({ withdrawn, payment, cancelledAt }: OrderEntry): boolean {
  return withdrawn !== "none" && payment === "paid" && cancelledAt === null;
}

/** Describes the state of an order without its withdrawals. */
function stateWithoutWithdrawal({ payment, otherSumPaid, shippedAt, cancelledAt, delivery }: OrderEntry): OrderState {
  if (cancelledAt !== null) {
    return { shape: "ended", words: payment === "refunded" ? "Cancelled, refunded" : "Cancelled" };
  }
  const sent = delivery === "pickup" ? "Ready" : "Sent";
  switch (payment) {
    case "awaiting-card":
      return { shape: "waiting", words: "Card payment under way" };
    case "voided":
      return { shape: "ended", words: otherSumPaid === null ? "Never paid" : "Paid back" };
    case "refunded":
      return { shape: "ended", words: shippedAt === null ? "Refunded" : `${sent}, refunded` };
    case "pending":
      return { shape: "waiting", words: shippedAt === null ? "Unpaid" : `${sent}, unpaid` };
    case "paid":
      if (shippedAt !== null) return { shape: "done", words: sent };
      return { shape: "to-do", words: delivery === "pickup" ? "To make ready" : "To send" };
  }
}

export const STATUS_WORDS: Record<OrderStatus, string> = {
  open: "Open",
  unpaid: "Unpaid",
  "to-send": "To send or make ready",
  "to-refund": "To refund",
  sent: "Sent or ready",
  cancelled: "Cancelled or never paid",
};

const PAYMENT_WORDS: Record<PaymentStatus, string> = {
  "awaiting-card": "being paid",
  pending: "not paid yet",
  paid: "paid",
  refunded: "refunded",
  voided: "never paid",
};

/** Describes the payment, with its amount if that differs from the amount due. */
export function paymentInWords(order: AdminOrder, language: string): string {
  const { payment, otherSumPaid, due } = order;
  if (order.heldUntil !== null)
    return `${PAYMENT_WORDS[payment]}, held until ${lastDayBefore(order.heldUntil, language)}`;
  if (otherSumPaid === null) return PAYMENT_WORDS[payment];
  const paid = formatWritten(otherSumPaid, language);
  return `${PAYMENT_WORDS.refunded}, ${paid} instead of ${formatSumWithCode(due, order, language)}`;
}

/** The day of an ISO time in the owner's time zone, "Nov 3, 2026". The list of subscribers uses UTC instead. */
export const ownersDay = (iso: string, language: string) => formatInstant(iso, language, { dateStyle: "medium" });

/** The time of day of an ISO time in the owner's time zone, "7:30 PM". */
export const ownersTime = (iso: string, language: string) => formatInstant(iso, language, { timeStyle: "short" });

function lastDayBefore(iso: string, language: string): string {
  return ownersDay(new Date(Date.parse(iso) - 1).toISOString(), language);
}

/** "#1001" */
export const numberOf = ({ number }: Pick<OrderEntry, "number">) => `#${number}`;

/** An amount of an order, "$24.50"; a negative one with the minus sign of typography, "−$24.50". */
export function formatSum(units: MinorUnits, { currency }: Pick<OrderEntry, "currency">, language: string): string {
  return formatPrice(toMoney(units, currency), language).replace("-", "\u2212");
}

/** An amount with its currency code, "$24.50 CAD". */
export function formatSumWithCode(
  units: MinorUnits,
  { currency }: Pick<OrderEntry, "currency">,
  language: string,
): string {
  return formatWithCode(toMoney(units, currency), language).replace("-", "\u2212");
}

/** "1 order", "1,204 orders". */
export function ordersInWords(count: number, language: string): string {
  return `${formatNumber(count, language)} ${count === 1 ? "order" : "orders"}`;
}

/** "1 item", "3 items". */
export function itemsInWords(count: number, language: string): string {
  return `${formatNumber(count, language)} ${count === 1 ? "item" : "items"}`;
}

/** Product and variant of a line, "Lake Effect Tee (Ink / M)". */
export function lineName({ title, variantTitle }: AdminOrderLine): string {
  return variantTitle === "" ? title : `${title} (${variantTitle})`;
}

/** A line of an order with its count, "2 × Lake Effect Tee (Ink / M)". */
export function itemName(line: AdminOrderLine | undefined, language: string): string {
  return line === undefined ? "" : `${formatNumber(line.quantity, language)} × ${lineName(line)}`;
}

/** Describes an event of an order. */
export function eventInWords({ type, tracking }: OrderHistoryEntry, delivery: DeliveryKind): string {
  const words = {
    placed: "Ordered",
    paid: "Paid",
    shipped: delivery === "pickup" ? "Ready for pickup" : "Sent",
    refunded: "Refunded",
    cancelled: "Cancelled",
    voided: "Card payment given up",
    reminded: "Buyer reminded to pay",
    expired: "Ended, because it was not paid in time",
    withdrawn: "The buyer withdrew",
  }[type];
  return tracking ? `${words}: ${trackingInWords(tracking)}` : words;
}

/** Whether the owner has to send the money back: the site sends none, except to cards and gift cards. */
export function isRefundedByHand({ isRefundedByItself, due }: AdminOrder): boolean {
  return !isRefundedByItself && due > 0;
}

/** Reports a change. @param order before the change */
export function doneWords(order: AdminOrder, change: OrderChange): string {
  const name = `Order ${numberOf(order)}`;
  switch (change.action) {
    case "paid":
      return `${name} is marked as paid.`;
    case "shipped":
      if (order.shipment) {
        const what = order.delivery === "shipping" ? "tracking" : "download link";
        return `The ${what} of order ${numberOf(order)} is changed.`;
      }
      return `${name} is marked as ${order.delivery === "pickup" ? "ready" : "sent"}.`;
    case "refunded":
      return `${name} is ${refundedWord(order)}.`;
    case "cancelled":
      return change.body.refund ? `${name} is cancelled and ${refundedWord(order)}.` : `${name} is cancelled.`;
    case "erased":
      return `The buyer’s data is erased from order ${numberOf(order)}.`;
  }
}

function refundedWord(order: AdminOrder): string {
  return isRefundedByHand(order) ? "marked as refunded" : "refunded";
}

/**
 * Reports a change that was made before, and when.
 *
 * @param order the order after the change
 * @param doneBefore the parts of the change that were made before
 */
export function doneBeforeWords(
  order: AdminOrder,
  change: OrderChange,
  doneBefore: readonly OrderAction[],
  language: string,
): string {
  const name = `Order ${numberOf(order)}`;
  const already = (what: string, at: string | null) =>
    `was ${what} already${at ? `: ${formatOwnersMoment(at, language)}` : ""}.`;
  if (doneBefore.includes("refunded")) {
    const since = already(
      doneBefore.includes("cancelled") ? `cancelled and ${refundedWord(order)}` : refundedWord(order),
      order.refundedAt,
    );
    const isCancelledNow = change.action === "cancelled" && !doneBefore.includes("cancelled");
    const words = isCancelledNow ? `${name} is cancelled. It ${since}` : `${name} ${since}`;
    if (!isRefundedByHand(order)) return words;
    return `${words} Send the ${formatSumWithCode(order.due, order, language)} back only once.`;
  }
  if (doneBefore.includes("cancelled")) return `${name} ${already("cancelled", order.cancelledAt)}`;
  if (doneBefore.includes("erased")) return `The buyer’s data was erased from order ${numberOf(order)} already.`;
  if (doneBefore.includes("paid")) return `${name} ${already("marked as paid", order.paidAt)}`;
  return `${name} ${already(`marked as ${order.delivery === "pickup" ? "ready" : "sent"}`, order.shippedAt)}`;
}

/** Reports a failed change of an order that is not the open one. */
export function failureElsewhere({ order, message }: { order: AdminOrder; message: string }): string {
  return `Order ${numberOf(order)}: ${message}`;
}

export const orderTitle = (order: Pick<OrderEntry, "number">) => `Order ${numberOf(order)}`;
export const openOrder = (order: Pick<OrderEntry, "number">) => `Open order ${numberOf(order)}`;

/** Shown after the time of a withdrawal. */
export const skuOf = (sku: string) => `SKU ${sku}`;
export const fromBuyer = "The buyer wrote:";
export const byBuyer = (name: string) => ` by ${name}`;

/** @param rate "8.25%" */
export function taxTerm(title: string, rate: string, isIncluded: boolean): string {
  return `${title} ${rate}${isIncluded ? ", included" : ""}`;
}

export const giftCard = (lastCharacters: string) => `Gift card ending in ${lastCharacters}`;

/** @param amount from {@link formatSum}, here and in the next two functions */
export function discountNote(codes: readonly string[], amount: string): string {
  return `${codes.join(", ")} took ${amount} off. The sums above include that.`;
}

export const priceOfEach = (amount: string) => `${amount} each`;
export const discountOfLine = (amount: string) => `${amount} off`;

export function matchesInWords(matches: number, language: string): string {
  return `${ordersInWords(matches, language)} ${matches === 1 ? "matches" : "match"}`;
}
