import { createHash, timingSafeEqual } from "node:crypto";
import { ORDER_NUMBERS_BEGIN_AFTER, type OrderHistoryEntry } from "@porchlight/protocol/orders.ts";
import type { Reader, Writer } from "../../../../data/statements.ts";
import { searchable } from "../../../../lib/searchable.ts";
import type { Order } from "../model/order.ts";
import { countsForHolders, removeHolders } from "./unpaid-share.ts";

/** Maximum number of orders in one batch of those that wait for a card payment. */
const AWAITING_AT_ONCE = 100;

/** Maximum number of holds that one batch checks. */
export const HOLDS_AT_ONCE = 100;

/** The fields of an order that never change. */
export type OrderContents = Pick<
  Order,
  | "email"
  | "currency"
  | "lines"
  | "linesSubtotal"
  | "discount"
  | "discountCodes"
  | "subtotal"
  | "delivery"
  | "taxesIncluded"
  | "taxPlace"
  | "taxes"
  | "totalTax"
  | "total"
  | "giftCards"
  | "due"
  | "address"
  | "note"
  | "attributes"
  | "beginsAtOnce"
> & { payment: Pick<Order["payment"], "method" | "title" | "instructions"> };

/** An order before it is stored. */
export type NewOrder = OrderContents &
  Pick<Order, "statusKey" | "checkoutToken" | "placedAt" | "heldUntil" | "remindAt"> & {
    cartToken: string | null;
    payment: Pick<Order["payment"], "method" | "title" | "instructions" | "status" | "paidAt">;
  };

/** A row of the table `orders`. */
export type OrderRow = {
  id: number;
  status_key: string;
  checkout_token: string;
  placed_at: string;
  contents: string;
  payment_status: Order["payment"]["status"];
  paid_at: string | null;
  session_id: string | null;
  payment_id: string | null;
  other_sum: string | null;
  refunded_at: string | null;
  total_refunded: number;
  shipment: string | null;
  cancelled_at: string | null;
  cancel_reason: Order["cancelReason"];
  held_until: string | null;
  remind_at: string | null;
  withdrawals: string | null;
  updated_at: string;
};

/** The order that was placed from a checkout, if there is one. */
export function orderOfCheckout(reader: Reader, token: string): Order | undefined {
  return orderWhere(reader, "checkout_token = ? AND (payment_status <> 'voided' OR cancelled_at IS NOT NULL)", token);
}

/** An order by its id. */
export function orderById(reader: Reader, id: number): Order | undefined {
  return orderWhere(reader, "id = ?", id);
}

/** The order that waits, or waited, for this session of the card processor. */
export function orderByCardSession(reader: Reader, sessionId: string): Order | undefined {
  return orderWhere(reader, "session_id = ?", sessionId);
}

/**
 * The oldest orders whose buyers went to the card processor before an instant, and whose payment is still undecided.
 *
 * @param after only orders with a greater id
 */
export function ordersAwaitingCard(reader: Reader, before: Date, after = 0): Order[] {
  return reader
    .all<OrderRow>(
      `SELECT * FROM orders WHERE payment_status = 'awaiting-card' AND session_id IS NOT NULL AND placed_at < ?
         AND id > ? ORDER BY id LIMIT ${AWAITING_AT_ONCE}`,
      before.toISOString(),
      after,
    )
    .map(toOrder);
}

/** Ids of orders whose buyer may need a reminder, or whose hold may be over. One batch, the earliest due first. */
export function dueHolds(reader: Reader, now: Date): number[] {
  return reader
    .all<{ id: number }>(
      `SELECT id FROM orders
         WHERE payment_status = 'pending' AND cancelled_at IS NULL AND shipment IS NULL AND held_until IS NOT NULL
           AND CASE WHEN withdrawals IS NULL THEN coalesce(remind_at, held_until) ELSE held_until END <= ?
         ORDER BY held_until LIMIT ${HOLDS_AT_ONCE}`,
      now.toISOString(),
    )
    .map(({ id }) => id);
}

/** The order with this id, if the status key is right. The duration of the comparison reveals nothing about the key. */
export function orderByStatusKey(reader: Reader, id: number, statusKey: string): Order | undefined {
  const order = orderById(reader, id);
  return order && timingSafeEqual(digestOf(order.statusKey), digestOf(statusKey)) ? order : undefined;
}

function orderWhere(reader: Reader, condition: string, value: string | number): Order | undefined {
  const row = reader.get<OrderRow>(`SELECT * FROM orders WHERE ${condition}`, value);
  return row && toOrder(row);
}

/** Stores an order and begins its history. */
export function insertOrder(writer: Writer, order: NewOrder): Order {
  const { statusKey, checkoutToken, cartToken, placedAt, payment, heldUntil, remindAt, ...rest } = order;
  const { status, paidAt, ...howToPay } = payment;
  const contents: OrderContents = { ...rest, payment: howToPay };
  const row = writer.get<OrderRow>(
    `INSERT INTO orders (status_key, checkout_token, cart_token, placed_at, contents, search_text, payment_status,
       paid_at, held_until, remind_at, updated_at) VALUES (?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?) RETURNING *`,
    statusKey,
    checkoutToken,
    cartToken,
    placedAt,
    JSON.stringify(contents),
    status,
    paidAt,
    heldUntil,
    remindAt,
    placedAt,
  );
  if (row === undefined) throw new Error("A stored order has no row");
  const stored = toOrder(row);
  writer.run("UPDATE orders SET search_text = ? WHERE id = ?", searchTextOf(stored), stored.id);
  addToHistory(writer, stored.id, placedAt, "placed");
  return stored;
}

/** Stores the fields of an order that can change. */
export function updateOrder(writer: Writer, order: Order): Order {
  const { payment } = order;
  writer.run(
    `UPDATE orders SET payment_status = ?, paid_at = ?, session_id = ?, payment_id = ?, other_sum = ?,
       refunded_at = ?, total_refunded = ?, shipment = ?, cancelled_at = ?, cancel_reason = ?,
       held_until = ?, remind_at = ?, withdrawals = ?, updated_at = ? WHERE id = ?`,
    payment.status,
    payment.paidAt,
    payment.sessionId,
    payment.paymentId,
    payment.otherSum,
    order.refundedAt,
    order.totalRefunded,
    order.shipment && JSON.stringify(order.shipment),
    order.cancelledAt,
    order.cancelReason,
    order.heldUntil,
    order.remindAt,
    order.withdrawals.length > 0 ? JSON.stringify(order.withdrawals) : null,
    order.updatedAt,
    order.id,
  );
  if (!countsForHolders(order)) removeHolders(writer, order.id);
  return order;
}

/** Stores an order without its buyer and its lines. Number, day, sums, delivery, payment and history stay. */
export function storeReduced(writer: Writer, row: OrderRow): void {
  // The cast holds: only this file writes the column.
  const contents = JSON.parse(row.contents) as OrderContents;
  const reduced: OrderContents = {
    ...contents,
    email: "",
    lines: [],
    discountCodes: [],
    giftCards: [],
    address: null,
    note: null,
    attributes: [],
    delivery: { ...contents.delivery, instructions: "" },
    payment: { ...contents.payment, instructions: "" },
  };
  writer.run(
    "UPDATE orders SET contents = ?, search_text = ?, withdrawals = NULL, is_reduced = 1 WHERE id = ?",
    JSON.stringify(reduced),
    searchTextOf({ ...reduced, number: numberOf(row) }),
    row.id,
  );
}

/**
 * Stores an order without its buyer's personal data, here and where else the data file has it. Country and province
 * stay, because the taxes depend on them.
 */
export function storeErased(writer: Writer, order: Order): Order {
  const { id, checkoutToken, shipment } = order;
  const erased: Order = {
    ...order,
    email: "",
    address: null,
    note: null,
    attributes: [],
    lines: order.lines.map((line) => ({ ...line, attributes: [] })),
    withdrawals: order.withdrawals.map((withdrawal) => ({ ...withdrawal, name: "" })),
    shipment: shipment && { shippedAt: shipment.shippedAt, carrier: "", trackingNumber: "", trackingUrl: "" },
  };
  const { email, address, note, attributes, lines } = erased;
  const row = writer.get<Pick<OrderRow, "contents">>("SELECT contents FROM orders WHERE id = ?", id);
  // The cast holds: only this file writes the column.
  const contents = JSON.parse(row?.contents ?? "{}") as OrderContents;
  writer.run(
    "UPDATE orders SET contents = ?, search_text = ? WHERE id = ?",
    JSON.stringify({ ...contents, email, address, note, attributes, lines } satisfies OrderContents),
    searchTextOf(erased),
    id,
  );
  // A tracking number leads to the buyer's address.
  writer.run("UPDATE order_events SET shipment = NULL WHERE order_id = ?", id);
  writer.run("UPDATE discount_uses SET email = '' WHERE order_id = ?", id);
  writer.run(
    `DELETE FROM checkouts WHERE token = ? AND NOT EXISTS
       (SELECT 1 FROM orders WHERE checkout_token = checkouts.token AND id <> ?)`,
    checkoutToken,
    id,
  );
  return updateOrder(writer, erased);
}

/** Removes the Storefront cart from which an order was placed. */
export function removeCartOf(writer: Writer, orderId: number): void {
  writer.run("DELETE FROM carts WHERE token = (SELECT cart_token FROM orders WHERE id = ?)", orderId);
}

/** Adds an event to the history that the owner sees. @param shipment for the event `shipped` */
export function addToHistory(
  writer: Writer,
  orderId: number,
  at: string,
  type: OrderHistoryEntry["type"],
  shipment: Order["shipment"] = null,
): void {
  writer.run(
    "INSERT INTO order_events (order_id, at, type, shipment) VALUES (?, ?, ?, ?)",
    orderId,
    at,
    type,
    shipment && JSON.stringify(shipment),
  );
}

/** The history of an order, the first event first. */
export function historyOf(reader: Reader, orderId: number): OrderHistoryEntry[] {
  return reader
    .all<{ at: string; type: OrderHistoryEntry["type"]; shipment: string | null }>(
      "SELECT at, type, shipment FROM order_events WHERE order_id = ? ORDER BY id",
      orderId,
    )
    .map(({ at, type, shipment }) => ({ at, type, ...trackingOf(shipmentOf(shipment)) }));
}

function trackingOf(shipment: Order["shipment"]): Pick<OrderHistoryEntry, "tracking"> {
  if (shipment === null) return {};
  const { shippedAt: _, ...tracking } = shipment;
  return Object.values(tracking).some((text) => text !== "") ? { tracking } : {};
}

/** The cast below holds: only this file writes the column. */
function shipmentOf(stored: string | null): Order["shipment"] {
  return stored === null ? null : (JSON.parse(stored) as Order["shipment"]);
}

/** Converts a row to an order. */
export function toOrder(row: OrderRow): Order {
  // The cast holds: only this file writes the column.
  const contents = JSON.parse(row.contents) as OrderContents;
  return {
    ...contents,
    id: row.id,
    number: numberOf(row),
    statusKey: row.status_key,
    checkoutToken: row.checkout_token,
    placedAt: row.placed_at,
    payment: {
      ...contents.payment,
      status: row.payment_status,
      paidAt: row.paid_at,
      sessionId: row.session_id,
      paymentId: row.payment_id,
      otherSum: row.other_sum,
    },
    refundedAt: row.refunded_at,
    totalRefunded: row.total_refunded,
    shipment: shipmentOf(row.shipment),
    cancelledAt: row.cancelled_at,
    cancelReason: row.cancel_reason,
    heldUntil: row.held_until,
    remindAt: row.remind_at,
    // The cast holds: only this file writes the column.
    withdrawals: row.withdrawals === null ? [] : (JSON.parse(row.withdrawals) as Order["withdrawals"]),
    updatedAt: row.updated_at,
  };
}

function numberOf({ id }: OrderRow): number {
  return id + ORDER_NUMBERS_BEGIN_AFTER;
}

function searchTextOf({ number, email, address }: Pick<Order, "number" | "email" | "address">): string {
  const parts = [`#${number}`, email, address?.firstName, address?.lastName, address?.company];
  return searchable(parts.filter(Boolean).join(" "));
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
