import type { Writer } from "../../../../data/statements.ts";
import { returnDiscounts, returnGiftCards } from "../ledger/record-uses.ts";
import { returnPieces } from "../stock/levels.ts";
import type { Order } from "./order.ts";
import { addToHistory, type OrderRow, toOrder, updateOrder } from "./stored-orders.ts";

/**
 * How long goods are held for a card payment that never began, in milliseconds. One that began has a session, and the
 * processor says how that ended.
 */
export const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1_000;

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

/** Ends orders that a crash, or a buyer on the way to the card processor, left behind. @returns them */
export function voidForgotten(writer: Writer, now: Date): Order[] {
  const rows = writer.all<OrderRow>(
    "SELECT * FROM orders WHERE payment_status = 'awaiting-card' AND session_id IS NULL AND placed_at < ?",
    new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString(),
  );
  return rows.map((row) => voidOrder(writer, toOrder(row), now.toISOString()));
}
