import { tries } from "@porchlight/fixtures/fuzz.ts";
import { parseAmount } from "@porchlight/protocol/money.ts";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Order, OrderLine } from "../model/order.ts";
import type { Orders } from "./orders.ts";
import { ordersCsv } from "./orders-csv.ts";

/** Text that a fan may type or a client may send. */
const words = fc.string({
  unit: fc.constantFrom("a", "é", "=", "+", "-", "@", '"', "'", ",", ";", "|", "\t", "\r", "\n", " ", "＝", "🎸"),
  maxLength: 9,
});
const amount = fc.nat(9_999_999);

const line: fc.Arbitrary<OrderLine> = fc.record({
  variantId: fc.nat(),
  handle: fc.constant("tee"),
  title: words,
  variantTitle: words,
  sku: fc.option(words),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  unitPrice: amount,
  discount: amount,
  total: amount,
  requiresShipping: fc.boolean(),
  attributes: fc.array(fc.record({ key: words, value: words }), { maxLength: 2 }),
});

const order: fc.Arbitrary<Order> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    email: fc.oneof(words, fc.emailAddress()),
    note: fc.option(words),
    discountCodes: fc.array(words, { maxLength: 2 }),
    total: amount,
    name: words,
    taxes: fc.uniqueArray(fc.record({ title: fc.constantFrom("GST", "QST", "HST"), amount }), { maxLength: 2 }),
    status: fc.constantFrom<Order["payment"]["status"]>("awaiting-card", "pending", "paid", "refunded", "voided"),
    otherSum: fc.option(fc.constant("53.29 CAD")),
  })
  .map(({ name, status, taxes, otherSum, ...rest }) => ({
    id: 1,
    number: 1001,
    statusKey: "key",
    checkoutToken: "token",
    placedAt: "2026-06-01T12:00:00.000Z",
    currency: "CAD",
    linesSubtotal: 0,
    discount: 0,
    subtotal: 0,
    delivery: { kind: "shipping", handle: "parcel", title: "Parcel", price: 0, instructions: "" },
    taxesIncluded: false,
    taxes: taxes.map((tax) => ({ ...tax, rateMillionths: 50_000 })),
    totalTax: taxes.reduce((sum, tax) => sum + tax.amount, 0),
    giftCards: [],
    due: 0,
    address: {
      firstName: name,
      lastName: name,
      company: name,
      address1: name,
      address2: name,
      city: name,
      province: name,
      provinceCode: "",
      countryCode: "CA",
      zip: name,
      phone: name,
    },
    attributes: [],
    payment: {
      method: "card",
      title: "Card",
      instructions: "",
      status,
      paidAt: null,
      sessionId: null,
      paymentId: null,
      otherSum,
    },
    refundedAt: null,
    totalRefunded: 0,
    shipment: { shippedAt: "", trackingNumber: name, carrier: "", trackingUrl: "" },
    cancelledAt: null,
    cancelReason: null,
    heldUntil: null,
    remindAt: null,
    withdrawals: [],
    updatedAt: "2026-06-01T12:00:00.000Z",
    ...rest,
  }));

/** Whether an order brings money: it has not ended unpaid and does not wait for a card. */
const isSold = ({ payment }: Order) => payment.status !== "voided" && payment.status !== "awaiting-card";

it("whatever fans type, each line is a readable row, an order counts once, and no cell is a formula", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { maxLength: 4 }), async (placed) => {
      const list: Orders["list"] = () => ({ orders: placed, total: placed.length, next: null });
      // The export calls only `list`.
      const { pieces, rows } = await ordersCsv({ list } as Orders, { timeZone: "UTC", language: "en-CA" });
      let file = "";
      for await (const piece of pieces) file += piece;
      const read: Record<string, string>[] = parse(file, { bom: true, columns: true });
      const lines = placed.flatMap((order) => order.lines.map((line) => ({ order, line })));
      expect(rows).toBe(lines.length);
      expect(read).toHaveLength(lines.length);
      const bare = (text: string) => text.replaceAll("'", "");
      for (const [at, { line, order }] of lines.entries()) {
        const cells = read[at] ?? {};
        // An email address of plain letters is not a formula, even after a plus or minus.
        const { Email = "", ...others } = cells;
        for (const cell of Object.values(others)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/u);
        expect(Email).not.toMatch(/^[\s"]*[=＝＋－＠]/u);
        expect(bare(cells.Product ?? "")).toBe(bare(line.title));
        expect(bare(Email)).toBe(bare(order.email));
        expect(parseAmount(cells["Line Total"] ?? "", "CAD")).toBe(isSold(order) ? line.total : undefined);
      }
      expect(read.flatMap((cells) => cells["Paid Instead"] || [])).toEqual(
        placed.flatMap(({ payment }) => payment.otherSum ?? []),
      );
      const sumOf = (columns: string[]) =>
        columns
          .flatMap((column) => read.map((cells) => parseAmount(cells[column] ?? "", "CAD") ?? 0))
          .reduce((all, units) => all + units, 0);
      const sold = placed.filter(isSold);
      expect(sumOf(["Total"])).toBe(sold.reduce((all, { total }) => all + total, 0));
      const eachTax = Object.keys(read[0] ?? {}).filter((column) => column.startsWith("Tax: "));
      expect(sumOf(eachTax)).toBe(sold.reduce((all, { totalTax }) => all + totalTax, 0));
    }),
    tries(100),
  );
});

it("an export lets other requests run after every ten orders, because orders may hold long texts", async () => {
  const [one] = fc.sample(order, tries(1));
  if (!one) throw new Error("There is no order");
  let written = 0;
  // Counts the written orders: the export reads the note of each order once.
  const counted = { ...one, lines: one.lines.slice(0, 1) };
  const get = () => {
    written += 1;
    return "";
  };
  Object.defineProperty(counted, "note", { get });
  const placed = Array.from({ length: 60 }, (_, at) => Object.create(counted, { id: { value: 60 - at } }));
  const list: Orders["list"] = (_, { before = 61, limit }) => {
    const orders = placed.filter(({ id }) => id < before).slice(0, limit);
    return { orders, total: 60, next: orders.length === limit ? (orders.at(-1)?.id ?? null) : null };
  };
  const seen: number[] = [0];
  let isDone = false;
  const takeSample = () => {
    seen.push(written);
    if (!isDone) setImmediate(takeSample);
  };
  takeSample();
  // The export calls only `list`.
  const { pieces, rows } = await ordersCsv({ list } as Orders, { timeZone: "UTC", language: "en-CA" });
  for await (const piece of pieces) expect(piece).not.toBe("");
  isDone = true;
  expect(rows).toBe(60);
  const most = Math.max(...seen.map((count, at) => count - (seen[at - 1] ?? 0)));
  expect(most).toBeLessThanOrEqual(10);
});
