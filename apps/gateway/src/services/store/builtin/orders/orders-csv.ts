import { setImmediate } from "node:timers/promises";
import { formatAmount } from "@porchlight/protocol/money.ts";
import { harmlessAddress, harmlessCell } from "../../../formulas.ts";
import type { Order, OrderLine } from "./order.ts";
import type { Orders } from "./orders.ts";

/** Orders read at once. */
const ORDERS_AT_ONCE = 50;
/** Orders written between two looks at whatever else waits; each may hold 100,000 characters of a stranger's. */
const ORDERS_A_TURN = 10;

/** Excel reads a file as UTF-8 only with this at its start. */
const BYTE_ORDER_MARK = "\ufeff";

type Column = { title: string; cell: (order: Order, line: OrderLine) => string };

/** What each row holds. */
const COLUMNS_OF_LINES: readonly Column[] = [
  { title: "Order", cell: ({ number }) => String(number) },
  { title: "Placed", cell: ({ placedAt }) => placedAt },
  { title: "Email", cell: ({ email }) => harmlessAddress(email) },
  { title: "Product", cell: (_, { title }) => harmlessCell(title) },
  { title: "Variant", cell: (_, { variantTitle }) => harmlessCell(variantTitle) },
  { title: "SKU", cell: (_, { sku }) => harmlessCell(sku ?? "") },
  { title: "Quantity", cell: (_, { quantity }) => String(quantity) },
  { title: "Unit Price", cell: ({ currency }, { unitPrice }) => formatAmount(unitPrice, currency) },
  { title: "Line Discount", cell: ({ currency }, { discount }) => formatAmount(discount, currency) },
  { title: "Line Total", cell: ({ currency }, { total }) => formatAmount(total, currency) },
  {
    title: "Line Details",
    cell: (_, { attributes }) => harmlessCell(attributes.map(({ key, value }) => `${key}: ${value}`).join("; ")),
  },
  { title: "Currency", cell: ({ currency }) => currency },
];

/** What an order's first row holds alone, so that a column can be summed. */
const COLUMNS_OF_ORDERS: readonly Column[] = [
  { title: "Subtotal", cell: ({ subtotal, currency }) => formatAmount(subtotal, currency) },
  { title: "Shipping", cell: ({ delivery, currency }) => formatAmount(delivery.price, currency) },
  { title: "Tax", cell: ({ totalTax, currency }) => formatAmount(totalTax, currency) },
  { title: "Total", cell: ({ total, currency }) => formatAmount(total, currency) },
  {
    title: "Gift Cards",
    cell: ({ giftCards, currency }) =>
      formatAmount(
        giftCards.reduce((sum, { used }) => sum + used, 0),
        currency,
      ),
  },
  { title: "Refunded", cell: ({ totalRefunded, currency }) => formatAmount(totalRefunded, currency) },
  { title: "Discount Codes", cell: ({ discountCodes }) => harmlessCell(discountCodes.join(" ")) },
  { title: "Payment", cell: ({ payment }) => harmlessCell(payment.title) },
  { title: "Payment Status", cell: ({ payment }) => payment.status },
  { title: "Paid", cell: ({ payment }) => payment.paidAt ?? "" },
  { title: "Delivery", cell: ({ delivery }) => harmlessCell(delivery.title) },
  { title: "Shipped", cell: ({ shipment }) => shipment?.shippedAt ?? "" },
  { title: "Tracking Number", cell: ({ shipment }) => harmlessCell(shipment?.trackingNumber ?? "") },
  { title: "Cancelled", cell: ({ cancelledAt }) => cancelledAt ?? "" },
  ...(
    [
      ["First Name", "firstName"],
      ["Last Name", "lastName"],
      ["Company", "company"],
      ["Address 1", "address1"],
      ["Address 2", "address2"],
      ["City", "city"],
      ["Province", "province"],
      ["Zip", "zip"],
      ["Country", "countryCode"],
      ["Phone", "phone"],
    ] as const
  ).map(([title, part]): Column => ({ title, cell: ({ address }) => harmlessCell(address?.[part] ?? "") })),
  { title: "Note", cell: ({ note }) => harmlessCell(note ?? "") },
];

/**
 * All orders as CSV, the newest first, with a row for each line. Made whole before any of it is sent, so that nobody
 * takes half a file for all of it.
 */
export async function ordersCsv(orders: Orders): Promise<{ file: string; rows: number }> {
  // Loaded with the first file, so that no start waits for it.
  const { stringify } = await import("csv-stringify/sync");
  const textOf = (rows: string[][]) => stringify(rows, { record_delimiter: "windows", quote_record_delimiter: true });

  let file = BYTE_ORDER_MARK + textOf([[...COLUMNS_OF_LINES, ...COLUMNS_OF_ORDERS].map(({ title }) => title)]);
  let count = 0;
  let before: number | null = Number.MAX_SAFE_INTEGER;
  while (before !== null) {
    const page = orders.list({}, { before, limit: ORDERS_AT_ONCE });
    for (let from = 0; from < page.orders.length; from += ORDERS_A_TURN) {
      const rows = page.orders.slice(from, from + ORDERS_A_TURN).flatMap(rowsOf);
      file += textOf(rows);
      count += rows.length;
      await setImmediate();
    }
    before = page.next;
  }
  return { file, rows: count };
}

function rowsOf(order: Order): string[][] {
  return order.lines.map((line, i) => [
    ...COLUMNS_OF_LINES.map(({ cell }) => cell(order, line)),
    ...COLUMNS_OF_ORDERS.map(({ cell }) => (i === 0 ? cell(order, line) : "")),
  ]);
}
