import type { PaymentStatus } from "@porchlight/protocol/orders.ts";
import { onTestFinished } from "vitest";
import { aDataFile } from "../../../../testing/a-data-file.ts";
import type { Order } from "../model/order.ts";
import type { RefusedRefund } from "../orders/order-event.ts";
import type { Orders } from "../orders/orders.ts";
import { createCardPayments } from "./card-payments.ts";
import { FAKE_SECRETS, type Message, startFakeStripe } from "./fake-stripe.case.ts";

export const ADDRESSES = { success: "https://artist.example/thanks", cancel: "https://artist.example/back" };
export const NOW = new Date("2026-03-01T12:00:00.000Z");

/** One order that waits for a card, and its card payments at a fake Stripe. The payments change this order in place. */
export async function aCardOrder(changes: Partial<Order> = {}) {
  const stripe = await startFakeStripe();
  onTestFinished(() => stripe.close());
  const order: Order = { ...anOrder(), ...changes };
  const logged: { level: string; fields: object; message: string }[] = [];
  const refused: RefusedRefund[] = [];
  let milliseconds = 0;
  let beforeVoid: Promise<unknown> = Promise.resolve();
  let calls = 0;
  const note = (level: string) => (fields: object, message: string) => void logged.push({ level, fields, message });
  const cards = createCardPayments({
    stripe: { ...FAKE_SECRETS, apiUrl: stripe.url },
    data: aDataFile(),
    orders: ordersWithOne(order, () => beforeVoid),
    shopName: () => "Harbour Line",
    site: () => "site of the test",
    emailLostOrder: () => {
      throw new Error("no order of this test is lost");
    },
    emailRefusedRefund: async (refund) => void refused.push(refund),
    emailFailedRefund: () => {
      throw new Error("no refund of this test fails later");
    },
    clock: () => {
      calls += 1;
      // Each call is a second later, as when somebody clicks twice.
      return new Date(NOW.getTime() + (calls - 1) * 1_000);
    },
    log: { warn: note("warn"), error: note("error") },
    now: () => milliseconds,
  });
  return {
    stripe,
    order,
    cards,
    logged,
    /** Refunds that the owner was asked to make by hand. */
    refused,
    /** Sends a message from Stripe to the site. @returns the status of the response */
    webhook: async ({ body, signature }: Message) => (await cards.webhook(body, signature)).status,
    /** Moves the clock of the rate limits. */
    wait(more: number) {
      milliseconds += more;
    },
    /** Delays the commit that voids the order until this promise has settled. */
    delayVoid(until: Promise<unknown>) {
      beforeVoid = until;
    },
  };
}

/** A fake of the orders. It has one order and follows the rules on which card payments rely. */
function ordersWithOne(order: Order, beforeVoid: () => Promise<unknown>): Orders {
  const to = (status: PaymentStatus, from: PaymentStatus[]) => {
    if (!from.includes(order.payment.status)) {
      return { ok: false, reason: "not-possible-now", message: `it is ${order.payment.status}` } as const;
    }
    order.payment.status = status;
    return { ok: true, order } as const;
  };
  const unused = () => {
    throw new Error("card payments do not call this");
  };
  return {
    byId: (id) => (id === order.id ? order : undefined),
    byCardSession: (id) => (id === order.payment.sessionId ? order : undefined),
    async awaitCard(_, sessionId) {
      const change = to("awaiting-card", ["awaiting-card"]);
      if (change.ok) order.payment.sessionId = sessionId;
      return change;
    },
    async markPaid(_, paid) {
      const change = to("paid", ["awaiting-card", "paid"]);
      if (change.ok && paid) order.payment.paymentId = paid.paymentId;
      return change;
    },
    async markPaidBack(_, paid) {
      const change = to("refunded", ["awaiting-card", "paid", "refunded"]);
      if (change.ok) order.payment.paymentId = paid.paymentId;
      return change;
    },
    async recordLatePayment(_, paid) {
      const change = to("voided", ["awaiting-card", "voided"]);
      if (change.ok) Object.assign(order.payment, paid);
      return change;
    },
    async voidUnpaid() {
      await beforeVoid();
      return to("voided", ["awaiting-card"]);
    },
    refund: async () => to("refunded", ["paid"]),
    place: unused,
    byStatusKey: unused,
    awaitingCardSince: unused,
    list: unused,
    any: unused,
    countByStatus: unused,
    takings: unused,
    historyOf: unused,
    ship: unused,
    withdraw: unused,
    cancel: unused,
    erase: unused,
  };
}

function anOrder(): Order {
  return {
    id: 1,
    number: 1001,
    statusKey: "status-key",
    checkoutToken: "checkout",
    placedAt: NOW.toISOString(),
    email: "ann@example.com",
    currency: "CAD",
    lines: [
      {
        variantId: 7,
        handle: "lake-effect-tee",
        title: "Lake Effect T-Shirt",
        variantTitle: "S / Ink",
        sku: null,
        quantity: 2,
        unitPrice: 2000,
        discount: 0,
        total: 4000,
        requiresShipping: true,
        attributes: [],
      },
    ],
    linesSubtotal: 4000,
    discount: 0,
    discountCodes: [],
    subtotal: 4000,
    delivery: { kind: "pickup", handle: "at-a-show", title: "At a show", price: 0, instructions: "" },
    taxesIncluded: false,
    taxes: [{ title: "HST", rateMillionths: 130_000, amount: 520 }],
    totalTax: 520,
    total: 4520,
    giftCards: [],
    due: 4520,
    address: null,
    note: null,
    attributes: [],
    payment: {
      method: "card",
      title: "Card",
      instructions: "",
      status: "awaiting-card",
      paidAt: null,
      sessionId: null,
      paymentId: null,
      otherSum: null,
    },
    refundedAt: null,
    totalRefunded: 0,
    shipment: null,
    cancelledAt: null,
    cancelReason: null,
    heldUntil: null,
    remindAt: null,
    withdrawals: [],
    updatedAt: NOW.toISOString(),
  };
}
