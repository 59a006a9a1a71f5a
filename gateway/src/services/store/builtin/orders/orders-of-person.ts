import type { Reader } from "../../../../data/statements.ts";
import type { Order } from "../model/order.ts";
import { type OrderRow, toOrder } from "./stored-orders.ts";

/** The orders that were placed with an address, the earliest first, without keys and ids of the card processor. */
export function readOrders(reader: Reader, email: string): object[] {
  return reader
    .all<OrderRow>("SELECT * FROM orders WHERE lower(contents ->> '$.email') = ? ORDER BY id", email)
    .map((row) => toPlainOrder(toOrder(row)));
}

/** Amounts are in the smallest unit of the currency. */
function toPlainOrder(order: Order): object {
  const { number, placedAt, email, currency, lines, total, totalRefunded, delivery, address, note, attributes } = order;
  const { payment, shipment, cancelledAt, withdrawals } = order;
  return {
    number,
    placedAt,
    email,
    currency,
    lines: lines.map(({ title, variantTitle, quantity, unitPrice, attributes }) => ({
      title,
      variantTitle,
      quantity,
      unitPrice,
      attributes,
    })),
    total,
    totalRefunded,
    delivery: delivery.title,
    address,
    note,
    attributes,
    payment: { title: payment.title, status: payment.status, paidAt: payment.paidAt },
    shipment,
    cancelledAt,
    withdrawals,
  };
}
