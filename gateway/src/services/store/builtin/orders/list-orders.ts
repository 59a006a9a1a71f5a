import { ORDER_STATUSES, type OrderStatus, type Takings } from "@porchlight/protocol/orders.ts";
import type { Reader, SqlValue } from "../../../../data/statements.ts";
import { searchable } from "../../../../lib/searchable.ts";
import type { OrderFilter, OrderPage } from "./orders.ts";
import { type OrderRow, toOrder } from "./stored-orders.ts";

/** Whether the buyer has withdrawn from every line. A buyer withdraws from each line only once. */
const IS_WITHDRAWN = `(withdrawals IS NOT NULL AND json_array_length(contents, '$.lines') =
  (SELECT sum(json_array_length(value, '$.lines')) FROM json_each(withdrawals)))`;

/** Condition of each status in `ORDER_STATUSES`. */
const CONDITIONS: Record<OrderStatus, string> = {
  open: `cancelled_at IS NULL AND (payment_status = 'pending' OR (payment_status = 'paid' AND shipment IS NULL)
    OR (payment_status = 'paid' AND ${IS_WITHDRAWN}))`,
  unpaid: "cancelled_at IS NULL AND payment_status IN ('pending', 'awaiting-card')",
  "to-send": `cancelled_at IS NULL AND payment_status = 'paid' AND shipment IS NULL AND NOT ${IS_WITHDRAWN}`,
  "to-refund": `cancelled_at IS NULL AND payment_status = 'paid' AND ${IS_WITHDRAWN}`,
  sent: "cancelled_at IS NULL AND shipment IS NOT NULL",
  cancelled: "cancelled_at IS NOT NULL OR payment_status = 'voided'",
};

/** A page of orders, the newest first. */
export function listOrders(
  reader: Reader,
  { search, status }: OrderFilter,
  { before, limit }: { before?: number; limit: number },
): OrderPage {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (status !== undefined) conditions.push(`(${CONDITIONS[status]})`);
  if (search !== undefined) {
    conditions.push("instr(search_text, ?) > 0");
    values.push(searchable(search.trim()));
  }
  const filter = ["1", ...conditions].join(" AND ");

  const counted = reader.get<{ total: number }>(`SELECT count(*) AS total FROM orders WHERE ${filter}`, ...values);
  const rows = reader.all<OrderRow>(
    `SELECT * FROM orders WHERE ${filter} AND id < ? ORDER BY id DESC LIMIT ?`,
    ...values,
    before ?? Number.MAX_SAFE_INTEGER,
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  return {
    orders: shown.map(toOrder),
    total: counted?.total ?? 0,
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Counts the orders of each status, in one pass over all orders. */
export function countByStatus(reader: Reader): Record<OrderStatus, number> {
  const sums = ORDER_STATUSES.map((status) => `coalesce(sum(${CONDITIONS[status]}), 0) AS "${status}"`);
  const counts = reader.get<Record<OrderStatus, number>>(`SELECT ${sums.join(", ")} FROM orders`);
  if (counts === undefined) throw new Error("A sum over all orders has no row");
  return counts;
}

/** Sums what was paid since an instant, ISO 8601, in one currency. Gift cards count when they are sold, not when used. */
export function sumTakings(reader: Reader, since: string, currency: string): Takings {
  const sum = reader.get<{ orders: number; amount: number | null }>(
    `SELECT count(*) AS orders, sum(json_extract(contents, '$.due') - total_refunded) AS amount FROM orders
     WHERE payment_status = 'paid' AND paid_at >= ? AND json_extract(contents, '$.currency') = ?`,
    since,
    currency,
  );
  return { amount: sum?.amount ?? 0, currency, orders: sum?.orders ?? 0 };
}
