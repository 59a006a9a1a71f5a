import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { ChangeOrder } from "./change-order.ts";
import { updateOrder } from "./stored-orders.ts";
import { withdrawableLines } from "./withdrawal-rules.ts";

/** A buyer's declaration: the name, and the positions of the lines in the order. */
export type WithdrawalStatement = { name: string; lines: readonly number[] };

/**
 * Stores that the buyer withdraws from lines of the order. A buyer withdraws from a line once: a second click, or a
 * second tab, changes nothing and sends no email.
 */
export function withdraw({ name, lines: wanted }: WithdrawalStatement): ChangeOrder {
  return (writer, order, now) => {
    const lines = withdrawableLines(order, new Date(now)).filter((at) => wanted.includes(at));
    if (lines.length === 0) {
      const isDone = order.withdrawals.some((withdrawal) => withdrawal.lines.some((at) => wanted.includes(at)));
      if (isDone) return { ok: true, order };
      return { ok: false, reason: "not-possible-now", message: ORDER_MESSAGES.notWithdrawable };
    }
    const withdrawals = [...order.withdrawals, { at: now, name, lines }];
    return { ok: true, order: updateOrder(writer, { ...order, updatedAt: now, withdrawals }), event: "withdrawn" };
  };
}
