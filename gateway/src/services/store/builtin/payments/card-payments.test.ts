import type { PaymentStatus } from "@porchlight/protocol/orders.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aDataFile } from "../../../../testing/a-data-file.ts";
import type { Order } from "../model/order.ts";
import type { RefusedRefund } from "../orders/order-event.ts";
import type { Orders } from "../orders/orders.ts";
import { type CardPayments, createCardPayments } from "./card-payments.ts";
import { FAKE_SECRETS, type FakeStripe, startFakeStripe } from "./fake-stripe.case.ts";

const ADDRESSES = { success: "https://artist.example/thanks", cancel: "https://artist.example/back" };
const NOW = new Date("2026-03-01T12:00:00.000Z");

let stripe: FakeStripe;
let order: Order;
let cards: CardPayments;
let logged: { level: string; fields: object; message: string }[];
let refused: RefusedRefund[];
let milliseconds: number;
/** What a commit that gives an order up waits for. */
let commitsBefore: Promise<unknown>;

beforeEach(async () => {
  stripe = await startFakeStripe();
  order = anOrder();
  logged = [];
  refused = [];
  milliseconds = 0;
  commitsBefore = Promise.resolve();
  let looks = 0;
  const note = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message });
  };
  cards = createCardPayments({
    stripe: { ...FAKE_SECRETS, apiUrl: stripe.url },
    data: aDataFile(),
    orders: ordersWithOne(),
    shopName: () => "Harbour Line",
    site: () => "site of the test",
    tellOfLostOrder: () => {
      throw new Error("no order of this test is lost");
    },
    tellOfRefusedRefund: async (refund) => void refused.push(refund),
    tellOfFailedRefund: () => {
      throw new Error("no refund of this test fails later");
    },
    clock: () => {
      looks += 1;
      // A second later each time, as when somebody clicks twice.
      return new Date(NOW.getTime() + (looks - 1) * 1_000);
    },
    log: { warn: note("warn"), error: note("error") },
    now: () => milliseconds,
  });
});
afterEach(() => stripe.close());

test("an order is paid on Stripe's page for exactly what is due", async () => {
  expect(await cards.begin(order, ADDRESSES)).toEqual({ ok: true, url: "https://checkout.stripe.com/c/pay/cs_test_1" });
  expect(order.payment.sessionId).toBe("cs_test_1");
  const sent = Object.fromEntries(stripe.requests[0]?.body ?? []);
  expect(sent).toMatchObject({
    mode: "payment",
    customer_email: "ann@example.com",
    client_reference_id: "1001",
    "line_items[0][price_data][unit_amount]": "4520",
    "line_items[0][price_data][currency]": "cad",
    "line_items[0][price_data][product_data][name]": "Order #1001, Harbour Line",
    "line_items[0][price_data][product_data][description]": "2 × Lake Effect T-Shirt (S / Ink)",
    success_url: ADDRESSES.success,
    cancel_url: ADDRESSES.cancel,
    expires_at: String(NOW.getTime() / 1_000 + 31 * 60),
  });

  expect(await webhook(stripe.pay("cs_test_1"))).toBe(200);
  expect(order.payment).toMatchObject({ status: "paid", paymentId: "pi_cs_test_1" });
});

test("visits to an order's page ask Stripe a few times, and then twice a minute, so that others can still pay", async () => {
  await cards.begin(order, ADDRESSES);
  const before = stripe.requests.length;
  for (let n = 0; n < 100; n += 1) await cards.settle(order);
  expect(stripe.requests.length - before).toBe(5);
  milliseconds += 30_000;
  stripe.pay("cs_test_1");
  expect((await cards.settle(order)).payment.status).toBe("paid");
});

test("clicks to pay ask Stripe as often as visits do, and further clicks lead to the same page", async () => {
  const begun = await cards.begin(order, ADDRESSES);
  const before = stripe.requests.length;
  for (let n = 0; n < 100; n += 1) expect(await cards.begin(order, ADDRESSES)).toEqual(begun);
  expect(stripe.requests.length - before).toBe(5);
});

test("giving up an order asks Stripe only a few times while its payment is under way there", async () => {
  await cards.begin(order, ADDRESSES);
  Object.assign(stripe.sessions.get("cs_test_1") ?? {}, { status: "complete" });
  const before = stripe.requests.length;
  for (let n = 0; n < 100; n += 1) expect((await cards.abandon(order)).payment.status).toBe("awaiting-card");
  expect(stripe.requests.length - before).toBe(10);
});

test("names that are too long for the page are cut between two characters", async () => {
  const [line] = order.lines;
  if (line) line.title = `x${"🎸".repeat(600)}`;
  expect(await cards.begin(order, ADDRESSES)).toMatchObject({ ok: true });
  const description = stripe.requests[0]?.body.get("line_items[0][price_data][product_data][description]");
  expect(description).toMatch(/^2 × x🎸{494}…$/u);
});

test("an amount that cards cannot pay is rejected before any request", async () => {
  order = { ...order, currency: "KWD", due: 5_125 };
  expect(await cards.begin(order, ADDRESSES)).toEqual({ ok: false, reason: "refused" });
  expect(stripe.requests).toEqual([]);
  expect(logged).toEqual([expect.objectContaining({ level: "error", fields: { order: 1001 } })]);
});

test("an order in a currency that Stripe counts in other units can be paid", async () => {
  order = { ...order, currency: "MGA", due: 50_000 };
  await cards.begin(order, ADDRESSES);
  expect(stripe.sessions.get("cs_test_1")?.amount_total).toBe(500);
  expect(await webhook(stripe.pay("cs_test_1"))).toBe(200);
  expect(order.payment.status).toBe("paid");
});

test("a second click during the first, and a later one with an outdated order, lead to the same page", async () => {
  const asPlaced = structuredClone(order);
  const [first, second] = await Promise.all([cards.begin(asPlaced, ADDRESSES), cards.begin(asPlaced, ADDRESSES)]);
  expect(first).toEqual({ ok: true, url: "https://checkout.stripe.com/c/pay/cs_test_1" });
  expect(second).toEqual(first);
  expect(await cards.begin(asPlaced, ADDRESSES)).toEqual(first);
  expect(stripe.sessions.size).toBe(1);
});

test("giving up also ends a payment page that the buyer never saw", async () => {
  const asPlaced = structuredClone(order);
  await cards.begin(order, ADDRESSES);
  expect((await cards.abandon(asPlaced)).payment.status).toBe("voided");
  expect(stripe.sessions.get("cs_test_1")?.status).toBe("expired");
});

test("the buyer gets another payment page if the site did not store the first one", async () => {
  await cards.begin(order, ADDRESSES);
  order.payment.sessionId = null;
  expect(await cards.begin(order, ADDRESSES)).toEqual({ ok: true, url: "https://checkout.stripe.com/c/pay/cs_test_2" });
});

test("an order that ended while its payment page was created can no longer be paid", async () => {
  const begun = cards.begin(order, ADDRESSES);
  order.payment.status = "voided";
  expect(await begun).toEqual({ ok: false, reason: "refused" });
  expect(stripe.sessions.get("cs_test_1")?.status).toBe("expired");
});

test("giving up while the payment page is being created ends that page too", async () => {
  commitsBefore = cards.begin(order, ADDRESSES);
  expect((await cards.abandon(order)).payment.status).toBe("voided");
  expect(stripe.sessions.get("cs_test_1")?.status).toBe("expired");
});

test("a repeated message changes nothing", async () => {
  await cards.begin(order, ADDRESSES);
  const message = stripe.pay("cs_test_1");
  await webhook(message);
  const paid = structuredClone(order);
  expect(await webhook(message)).toBe(200);
  expect(order).toEqual(paid);
});

test("a message without Stripe's signature is rejected", async () => {
  await cards.begin(order, ADDRESSES);
  const { body, signature } = stripe.pay("cs_test_1");
  expect(await webhook({ body: `${body} `, signature })).toBe(400);
  expect((await cards.webhook(body, undefined)).status).toBe(400);
  expect(order.payment.status).toBe("awaiting-card");
  expect(JSON.stringify(logged)).not.toContain("whsec");
});

test.each([
  ["amount", { amount_total: 1 }],
  ["currency", { currency: "usd" }],
])("a payment whose %s is not the order's is refunded", async (_, change) => {
  await cards.begin(order, ADDRESSES);
  const { body } = stripe.pay("cs_test_1");
  const { data } = JSON.parse(body);
  expect(await webhook(stripe.message("checkout.session.completed", { ...data.object, ...change }))).toBe(200);
  expect([order.payment.status, stripe.refunds]).toEqual(["voided", ["pi_cs_test_1"]]);
  expect(logged).toContainEqual(expect.objectContaining({ level: "error" }));
});

test("a payment of another shop at the same account is ignored", async () => {
  const foreign = { id: "cs_foreign", payment_status: "paid", amount_total: 4520, currency: "cad" };
  expect(await webhook(stripe.message("checkout.session.completed", foreign))).toBe(200);
  expect(order.payment.status).toBe("awaiting-card");
});

test.each([
  [4_520, "paid"],
  [4_519, "voided"],
])(
  "a payment in the buyer's own currency counts as the %i cents that Stripe converted it to",
  async (amount_total, status) => {
    await cards.begin(order, ADDRESSES);
    const { data } = JSON.parse(stripe.pay("cs_test_1").body);
    const inEuros = { ...data.object, amount_total: 2_790, currency: "eur" };
    const conversion = { amount_total, source_currency: "cad", fx_rate: "0.617" };
    await webhook(stripe.message("checkout.session.completed", { ...inEuros, currency_conversion: conversion }));
    expect(order.payment.status).toBe(status);
  },
);

test.each([
  ["all of a payment", "eur", 2_790, 2_790, "refunded"],
  ["a part, a higher number than the order's total", "krw", 45_000, 9_000, "paid"],
])("before the first message, a refund of %s in the buyer's own currency counts in that currency", async (...shown) => {
  const [, currency, amount_total, back, status] = shown;
  await cards.begin(order, ADDRESSES);
  const { data } = JSON.parse(stripe.pay("cs_test_1").body);
  const conversion = { amount_total: 4_520, source_currency: "cad", fx_rate: "0.1" };
  Object.assign(stripe.sessions.get("cs_test_1") ?? {}, { amount_total, currency });
  stripe.giveBack("cs_test_1", back);
  const session = { ...data.object, amount_total, currency, currency_conversion: conversion };
  await webhook(stripe.message("checkout.session.completed", session));
  expect(order.payment.status).toBe(status);
});

test("an expired payment page releases the goods", async () => {
  await cards.begin(order, ADDRESSES);
  await webhook(stripe.message("checkout.session.expired", { id: "cs_test_1" }));
  expect(order.payment.status).toBe("voided");
});

test("money for an order that had ended is paid back", async () => {
  await cards.begin(order, ADDRESSES);
  const message = stripe.pay("cs_test_1");
  order.payment.status = "voided";
  await webhook(message);
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
  // Stripe repeats a message until the site accepts it.
  expect(await webhook(message)).toBe(200);
});

test("the owner is notified of a payment that the site cannot refund", async () => {
  await cards.begin(order, ADDRESSES);
  const { data } = JSON.parse(stripe.pay("cs_test_1").body);
  order.payment.status = "voided";
  await webhook(stripe.message("checkout.session.completed", { ...data.object, payment_intent: null }));
  expect(logged.at(-1)?.message).toContain("do it at the processor");
  expect(refused.map(({ payment }) => payment)).toEqual(["cs_test_1"]);
  expect(stripe.refunds).toEqual([]);
});

test.each([400, 402, 403])("if Stripe rejects a refund with %i, the owner is notified once", async (status) => {
  await cards.begin(order, ADDRESSES);
  const message = stripe.pay("cs_test_1");
  order.payment.status = "voided";
  stripe.failWith(status);
  // Asking again would change nothing, so Stripe need not repeat its message.
  expect([await webhook(message), await webhook(message)]).toEqual([200, 200]);
  expect(refused).toEqual([
    { number: "1001", email: "ann@example.com", payment: "pi_cs_test_1", amount: "45.20 CAD", isLost: false },
  ]);
  expect(logged.at(-1)).toEqual({
    level: "error",
    fields: { session: "cs_test_1", isRefusal: true, type: expect.any(String), status },
    message: "a card payment could not be paid back; do it at the processor",
  });
});

test("a refund that fails while Stripe is down succeeds with its next message", async () => {
  await cards.begin(order, ADDRESSES);
  const message = stripe.pay("cs_test_1");
  order.payment.status = "voided";
  stripe.failWith(503);
  await expect(webhook(message)).rejects.toThrow();
  stripe.failWith(undefined);
  expect(await webhook(message)).toBe(200);
  expect([stripe.refunds, refused]).toEqual([["pi_cs_test_1"], []]);
});

test("an order is refunded only once, also if Stripe has refunded it already", async () => {
  await cards.begin(order, ADDRESSES);
  await webhook(stripe.pay("cs_test_1"));
  expect(await cards.refund(order)).toEqual({ ok: true });
  expect(await cards.refund(order)).toEqual({ ok: true });
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
});

test("a rejected refund succeeds when the owner requests it again", async () => {
  await cards.begin(order, ADDRESSES);
  await webhook(stripe.pay("cs_test_1"));
  stripe.failWith(402);
  expect(await cards.refund(order)).toEqual({
    ok: false,
    message: "Stripe refused to pay this back. Look at the payment in your Stripe dashboard.",
  });
  stripe.failWith(undefined);
  expect(await cards.refund(order)).toEqual({ ok: true });
});

test("the site stores a full refund that was made at Stripe, but not a partial one", async () => {
  await cards.begin(order, ADDRESSES);
  await webhook(stripe.pay("cs_test_1"));
  const charge = { payment_intent: "pi_cs_test_1", metadata: { porchlight_order_id: "1" } };
  await webhook(stripe.message("charge.refunded", { ...charge, refunded: false }));
  expect(order.payment.status).toBe("paid");
  await webhook(stripe.message("charge.refunded", { ...charge, refunded: true }));
  expect(order.payment.status).toBe("refunded");
});

async function webhook({ body, signature }: { body: string; signature: string }): Promise<number> {
  return (await cards.webhook(body, signature)).status;
}

/** A fake of the orders: it holds one order and follows the rules that card payments rely on. */
function ordersWithOne(): Orders {
  const to = (status: PaymentStatus, from: PaymentStatus[]) => {
    if (!from.includes(order.payment.status)) {
      return { ok: false, reason: "not-possible-now", message: `it is ${order.payment.status}` } as const;
    }
    order.payment.status = status;
    return { ok: true, order } as const;
  };
  const unused = () => {
    throw new Error("card payments have no business here");
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
    async notePaidLate(_, paid) {
      const change = to("voided", ["awaiting-card", "voided"]);
      if (change.ok) Object.assign(order.payment, paid);
      return change;
    },
    async voidUnpaid() {
      await commitsBefore;
      return to("voided", ["awaiting-card"]);
    },
    refund: async () => to("refunded", ["paid"]),
    place: unused,
    byStatusKey: unused,
    awaitingCardSince: unused,
    list: unused,
    any: unused,
    historyOf: unused,
    ship: unused,
    withdraw: unused,
    cancel: unused,
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
