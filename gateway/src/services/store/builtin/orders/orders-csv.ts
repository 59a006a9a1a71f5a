import { setImmediate } from "node:timers/promises";
import { formatAmount, type MinorUnits } from "@porchlight/protocol/money.ts";
import { harmlessAddress, harmlessCell } from "../../../../lib/formulas.ts";
import { toDay } from "../../../../lib/time-zone.ts";
import type { TaxPlace } from "../../../shared/addresses/address.ts";
import { columnNames } from "../../../shared/addresses/field-names.ts";
import type { Order, OrderLine } from "../model/order.ts";
import type { Orders } from "./orders.ts";

/** Orders read at once. */
const ORDERS_AT_ONCE = 50;
/** Orders written in one batch, before other work runs; each may have many lines and long texts. */
const ORDERS_PER_BATCH = 10;

/** Excel reads a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = "\ufeff";

type ColumnNames = ReturnType<typeof columnNames>;

type Column = { title: string; cell: (order: Order, line: OrderLine) => string };

/** Columns of each row. Programs may read columns by position, so new ones go to the end. */
const COLUMNS_OF_LINES: readonly Column[] = [
  { title: "Order", cell: ({ number }) => String(number) },
  { title: "Placed", cell: ({ placedAt }) => placedAt },
  { title: "Email", cell: ({ email }) => harmlessAddress(email) },
  { title: "Product", cell: (_, { title }) => harmlessCell(title) },
  { title: "Variant", cell: (_, { variantTitle }) => harmlessCell(variantTitle) },
  { title: "SKU", cell: (_, { sku }) => harmlessCell(sku ?? "") },
  { title: "Quantity", cell: (_, { quantity }) => String(quantity) },
  { title: "Unit Price", cell: ({ currency }, { unitPrice }) => formatAmount(unitPrice, currency) },
  { title: "Line Discount", cell: (order, { discount }) => soldFor(discount, order) },
  { title: "Line Total", cell: (order, { total }) => soldFor(total, order) },
  {
    title: "Line Details",
    cell: (_, { attributes }) => harmlessCell(attributes.map(({ key, value }) => `${key}: ${value}`).join("; ")),
  },
  { title: "Currency", cell: ({ currency }) => currency },
];

/** Columns that only an order's first row fills, so that they can be summed. The columns of the address follow. */
const COLUMNS_OF_ORDERS: readonly Column[] = [
  { title: "Subtotal", cell: (order) => soldFor(order.subtotal, order) },
  { title: "Shipping", cell: (order) => soldFor(order.delivery.price, order) },
  { title: "Tax", cell: (order) => soldFor(order.totalTax, order) },
  { title: "Total", cell: (order) => soldFor(order.total, order) },
  { title: "Gift Cards", cell: (order) => soldFor(sumOf(order.giftCards.map(({ used }) => used)), order) },
  { title: "Refunded", cell: ({ totalRefunded, currency }) => formatAmount(totalRefunded, currency) },
  { title: "Discount Codes", cell: ({ discountCodes }) => harmlessCell(discountCodes.join(" ")) },
  { title: "Payment", cell: ({ payment }) => harmlessCell(payment.title) },
  { title: "Payment Status", cell: ({ payment }) => payment.status },
  { title: "Paid", cell: ({ payment }) => payment.paidAt ?? "" },
  // This cell contains the currency, because it may differ from the order's. The column cannot be summed.
  { title: "Paid Instead", cell: ({ payment }) => payment.otherSum ?? "" },
  { title: "Delivery", cell: ({ delivery }) => harmlessCell(delivery.title) },
  { title: "Shipped", cell: ({ shipment }) => shipment?.shippedAt ?? "" },
  { title: "Tracking Number", cell: ({ shipment }) => harmlessCell(shipment?.trackingNumber ?? "") },
  { title: "Cancelled", cell: ({ cancelledAt }) => cancelledAt ?? "" },
];

/** The address of an order, with titles in the owner's language, and the buyer's note. */
function columnsOfAddress(names: ColumnNames): Column[] {
  const parts = [
    ["First Name", "firstName"],
    ["Last Name", "lastName"],
    ["Company", "company"],
    ["Address 1", "address1"],
    ["Address 2", "address2"],
    ["City", "city"],
    [names.region, "province"],
    [names.postalCode, "zip"],
    ["Country", "countryCode"],
    ["Phone", "phone"],
  ] as const;
  return [
    ...parts.map(([title, part]): Column => ({ title, cell: ({ address }) => harmlessCell(address?.[part] ?? "") })),
    { title: "Note", cell: ({ note }) => harmlessCell(note ?? "") },
  ];
}

/** Columns for a tax return: days, the place of taxation, and each tax. */
function columnsForTaxes(taxTitles: readonly string[], names: ColumnNames, timeZone: string): Column[] {
  const dayIn = (instant: string | null) => (instant === null ? "" : toDay(new Date(instant), timeZone));
  return [
    { title: "Date", cell: ({ placedAt }) => dayIn(placedAt) },
    ...inFirstRow([
      { title: "Refunded At", cell: ({ refundedAt }) => refundedAt ?? "" },
      { title: "Refunded Date", cell: ({ refundedAt }) => dayIn(refundedAt) },
      { title: "Tax Country", cell: (order) => taxPlaceOf(order)?.countryCode ?? "" },
      { title: `Tax ${names.region}`, cell: (order) => taxPlaceOf(order)?.provinceCode ?? "" },
      ...taxTitles.map((title) => ({ title: `Tax: ${title}`, cell: (order: Order) => taxCell(order, title) })),
    ]),
  ];
}

function inFirstRow(columns: readonly Column[]): Column[] {
  return columns.map(({ title, cell }) => ({
    title,
    cell: (order, line) => (line === order.lines[0] ? cell(order, line) : ""),
  }));
}

/** A file that is being sent, and its number of rows below the titles. */
type OrdersCsv = { pieces: AsyncGenerator<string>; rows: number };

/**
 * All orders as CSV, the newest first, with a row for each line, in pieces of a few orders each.
 *
 * @param shop the time zone of days, and the language of titles
 */
export async function ordersCsv(
  orders: Orders,
  { timeZone, language }: { timeZone: string; language: string },
): Promise<OrdersCsv> {
  const { titles, newest, rows } = await readTotals(orders);
  const names = columnNames(language);
  const columns = [
    ...COLUMNS_OF_LINES,
    ...inFirstRow([...COLUMNS_OF_ORDERS, ...columnsOfAddress(names)]),
    ...columnsForTaxes(titles, names, timeZone),
  ];
  // The file leaves out orders that are placed meanwhile: they may have a tax that has no column.
  return { pieces: write(columns, pagesOf(orders, newest + 1)), rows };
}

async function* write(columns: readonly Column[], pages: Iterable<readonly Order[]>): AsyncGenerator<string> {
  // The library is loaded at the first export, because the start of the site does not need it.
  const { stringify } = await import("csv-stringify/sync");
  const textOf = (rows: string[][]) => stringify(rows, { record_delimiter: "windows", quote_record_delimiter: true });

  yield BYTE_ORDER_MARK + textOf([columns.map(({ title }) => title)]);
  for (const page of pages) {
    for (let from = 0; from < page.length; from += ORDERS_PER_BATCH) {
      const some = page.slice(from, from + ORDERS_PER_BATCH);
      yield textOf(some.flatMap((order) => order.lines.map((line) => columns.map(({ cell }) => cell(order, line)))));
      await setImmediate();
    }
  }
}

/**
 * Reads the titles of all taxes in the order of first use, so that a later tax moves no column. Also reads other
 * totals.
 */
async function readTotals(orders: Orders): Promise<{ titles: string[]; newest: number; rows: number }> {
  let titles: string[] = [];
  let newest = 0;
  let rows = 0;
  for (const page of pagesOf(orders, Number.MAX_SAFE_INTEGER)) {
    for (const { id, taxes, lines } of page) {
      newest = Math.max(newest, id);
      rows += lines.length;
      titles = [...new Set([...taxes.map(({ title }) => title), ...titles])];
    }
    await setImmediate();
  }
  return { titles, newest, rows };
}

/** The orders with smaller ids than `until`, newest first, in pages. */
function* pagesOf(orders: Orders, until: number): Generator<readonly Order[]> {
  let before: number | null = until;
  while (before !== null) {
    const page = orders.list({}, { before, limit: ORDERS_AT_ONCE });
    yield page.orders;
    before = page.next;
  }
}

/** An amount of a sold order; empty when the order ended unpaid, or its card payment is undecided. */
function soldFor(amount: MinorUnits, { payment, currency }: Order): string {
  const isSold = payment.status !== "voided" && payment.status !== "awaiting-card";
  return isSold ? formatAmount(amount, currency) : "";
}

function taxCell(order: Order, title: string): string {
  const taxes = order.taxes.filter((tax) => tax.title === title);
  return taxes.length === 0 ? "" : soldFor(sumOf(taxes.map(({ amount }) => amount)), order);
}

/** Place of taxation. For an older pickup order, the shop's place at that time is unknown. */
function taxPlaceOf({ taxPlace, delivery, address }: Order): TaxPlace | null {
  return taxPlace ?? (delivery.kind === "shipping" ? address : null);
}

function sumOf(amounts: readonly MinorUnits[]): MinorUnits {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
