import type { Writer } from "../../../../data/statements.ts";
import type { Order } from "../model/order.ts";
import { returnPieces } from "../stock/levels.ts";
import { returnDiscounts, returnGiftCards } from "../usage/usage-counters.ts";
import { addToHistory, type OrderRow, storeReduced, toOrder, updateOrder } from "./stored-orders.ts";

/**
 * How long goods are held for a card payment that never began, in milliseconds. One that began has a session, and the
 * processor says how that ended.
 */
export const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1_000;

/** How long an order by card that was given up is stored, in milliseconds: its buyer may come back to its page. */
const GIVEN_UP_STORED_MS = 7 * 24 * 60 * 60 * 1_000;
/** How long an order that ended unpaid is stored whole, in milliseconds: a late transfer has come by then. */
const WHOLE_FOR_MS = 30 * 24 * 60 * 60 * 1_000;
/** Most that are removed, or reduced, in one change, so that no buyer waits for many. */
export const CLEARED_AT_ONCE = 100;

/** Gives back all that an order has taken: pieces, amounts of gift cards, uses of codes. */
export function returnAll(writer: Writer, orderId: number): void {
  returnPieces(writer, orderId);
  returnGiftCards(writer, orderId);
  returnDiscounts(writer, orderId);
}

/** Ends an order whose card payment never came. Its checkout can be placed again. */
export function voidOrder(writer: Writer, order: Order, now: string): Order {
  returnAll(writer, order.id);
  addToHistory(writer, order.id, now, "voided");
  return updateOrder(writer, { ...order, updatedAt: now, payment: { ...order.payment, status: "voided" } });
}

/**
 * Removes orders by card that were given up some days ago, so that visits to the card processor leave nothing for ever.
 * The processor has closed their pages long before; what it took after an order ended stays with that order.
 *
 * @returns how many were removed, at most {@link CLEARED_AT_ONCE}
 */
export function removeGivenUp(writer: Writer, now: Date): number {
  const before = new Date(now.getTime() - GIVEN_UP_STORED_MS).toISOString();
  const ids = writer
    .all<{ id: number }>(
      `SELECT id FROM orders
         WHERE payment_status = 'voided' AND cancelled_at IS NULL AND payment_id IS NULL AND updated_at < ?
         ORDER BY updated_at LIMIT ${CLEARED_AT_ONCE}`,
      before,
    )
    .map(({ id }) => id);
  for (const id of ids) {
    for (const table of ["order_events", "letters_due", "owner_summary", "unpaid_holders"]) {
      writer.run(`DELETE FROM ${table} WHERE order_id = ?`, id);
    }
    writer.run("DELETE FROM orders WHERE id = ?", id);
  }
  return ids.length;
}

/**
 * Reduces orders that ended unpaid some weeks ago: nothing was sold, so that no tax law asks for them, and anybody can
 * place them for nothing. What the card processor knows of stays whole.
 *
 * @returns how many were reduced, at most {@link CLEARED_AT_ONCE}
 */
export function reduceEnded(writer: Writer, now: Date): number {
  const rows = writer.all<OrderRow>(
    `SELECT * FROM orders
       WHERE payment_status = 'voided' AND cancelled_at IS NOT NULL AND paid_at IS NULL AND payment_id IS NULL
         AND session_id IS NULL AND is_reduced = 0 AND cancelled_at < ?
       ORDER BY cancelled_at LIMIT ${CLEARED_AT_ONCE}`,
    new Date(now.getTime() - WHOLE_FOR_MS).toISOString(),
  );
  for (const row of rows) storeReduced(writer, row);
  return rows.length;
}

/** Ends orders that a crash, or a buyer on the way to the card processor, left behind. @returns them */
export function voidForgotten(writer: Writer, now: Date): Order[] {
  const rows = writer.all<OrderRow>(
    "SELECT * FROM orders WHERE payment_status = 'awaiting-card' AND session_id IS NULL AND placed_at < ?",
    new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString(),
  );
  return rows.map((row) => voidOrder(writer, toOrder(row), now.toISOString()));
}
