import type { Writer } from "../../../../data/statements.ts";
import type { Order } from "../model/order.ts";
import { returnPieces } from "../stock/levels.ts";
import { returnDiscounts, returnGiftCards } from "../usage/usage-counters.ts";
import { addToHistory, type OrderRow, storeReduced, toOrder, updateOrder } from "./stored-orders.ts";

/**
 * How long goods are held for a card payment that never began, in milliseconds. A payment that began has a session, and
 * the processor reports its end.
 */
export const NOT_BEGUN_AFTER_MS = 24 * 60 * 60 * 1_000;

/** How long an order with an abandoned card payment is stored, in milliseconds: its buyer may reopen its page. */
const GIVEN_UP_STORED_MS = 7 * 24 * 60 * 60 * 1_000;
/** How long an order that ended unpaid is stored in full, in milliseconds: a late transfer has arrived by then. */
const WHOLE_FOR_MS = 30 * 24 * 60 * 60 * 1_000;
/** Maximum number of orders that one change removes or reduces, so that no buyer waits for long. */
export const CLEARED_AT_ONCE = 100;

/** Gives back everything that an order has taken: pieces, amounts of gift cards, uses of codes. */
export function returnAll(writer: Writer, orderId: number): void {
  returnPieces(writer, orderId);
  returnGiftCards(writer, orderId);
  returnDiscounts(writer, orderId);
}

/** Ends an order whose card payment never arrived. Its checkout can be placed again. */
export function voidOrder(writer: Writer, order: Order, now: string): Order {
  returnAll(writer, order.id);
  addToHistory(writer, order.id, now, "voided");
  return updateOrder(writer, { ...order, updatedAt: now, payment: { ...order.payment, status: "voided" } });
}

/**
 * Removes card orders that were given up some days ago, so that abandoned payments do not fill the disk. The processor
 * has closed their pages long before. An order whose payment arrived after its end stays.
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
 * Reduces orders that ended unpaid some weeks ago: nothing was sold, so no tax law requires their data, and anybody can
 * place such orders for free. Orders that the card processor knows stay complete.
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

/** Ends orders whose card payment never began, as after a crash. @returns the ended orders */
export function voidNotBegun(writer: Writer, now: Date): Order[] {
  const rows = writer.all<OrderRow>(
    "SELECT * FROM orders WHERE payment_status = 'awaiting-card' AND session_id IS NULL AND placed_at < ?",
    new Date(now.getTime() - NOT_BEGUN_AFTER_MS).toISOString(),
  );
  return rows.map((row) => voidOrder(writer, toOrder(row), now.toISOString()));
}
