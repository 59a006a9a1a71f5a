import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { aStore, type TestStore } from "../orders/a-store.case.ts";
import { aCardSite, type Reports, sendWebhook } from "./a-card-site.case.ts";
import type { CardPayments } from "./card-payments.ts";
import { type FakeStripe, startFakeStripe } from "./fake-stripe.case.ts";

const SITE = "https://artist.example";
const ADDRESSES = { success: `${SITE}/thanks`, cancel: `${SITE}/back` };

let store: TestStore;
let stripe: FakeStripe;
let reports: Reports;
let cards: CardPayments;

beforeEach(async () => {
  store = await aStore();
  stripe = await startFakeStripe();
  onTestFinished(() => stripe.close());
  reports = { emails: [], logged: [] };
  cards = await aCardSite(SITE, store, stripe, reports);
});

test("if the buyer's bank returns a refund, the owner is notified once and reads what to do", async () => {
  const id = await aPaidOrder();
  expect(await payBack(id)).toEqual({ ok: true });
  const message = stripe.returnRefund("cs_test_1");
  expect([await sendWebhook(cards, message), await sendWebhook(cards, message)]).toEqual([200, 200]);
  expect(reports.emails.map(({ to, replyTo, subject }) => [to, replyTo, subject])).toEqual([
    ["owner@artist.example", "ann@example.com", "A refund did not arrive: $50.29 CAD, order #1001"],
  ]);
  const text = reports.emails[0]?.text;
  expect(text).toContain("ask the buyer how else they can have it");
  expect(text).toContain("To: ann@example.com\nPayment at Stripe: pi_cs_test_1\n");
  expect(text).toContain(`${SITE}/admin?order=1001`);
  expect(reports.logged).toEqual(["a refund did not reach the buyer; the money is at the processor again"]);
});

test("if the email about that cannot be written, it is written when Stripe repeats its message", async () => {
  let isFull = true;
  cards = await aCardSite(SITE, store, stripe, reports, async (email) => {
    if (isFull) throw new Error("ENOSPC");
    reports.emails.push(email);
  });
  await payBack(await aPaidOrder());
  const message = stripe.returnRefund("cs_test_1");
  await expect(sendWebhook(cards, message)).rejects.toThrow("could not be put on disk");
  isFull = false;
  expect([await sendWebhook(cards, message), await sendWebhook(cards, message)]).toEqual([200, 200]);
  expect(reports.emails).toHaveLength(1);
});

test("a repeated message is answered only after the email about the first one is on disk", async () => {
  const { promise: isWritten, resolve } = Promise.withResolvers<void>();
  cards = await aCardSite(SITE, store, stripe, reports, async (email) => {
    reports.emails.push(email);
    await isWritten;
  });
  await payBack(await aPaidOrder());
  const message = stripe.returnRefund("cs_test_1");
  const first = sendWebhook(cards, message);
  await expect.poll(() => reports.emails.length).toBe(1);
  let isAnswered = false;
  const second = sendWebhook(cards, message).finally(() => {
    isAnswered = true;
  });
  await setImmediate();
  expect(isAnswered).toBe(false);
  resolve();
  expect([await first, await second, reports.emails.length]).toEqual([200, 200, 1]);
});

test("the owner is also notified if the bank returns the refund of a payment for an order that had ended", async () => {
  const order = await store.order({ method: "card" });
  await cards.begin(order, ADDRESSES);
  const paid = stripe.pay("cs_test_1");
  await store.orders.voidUnpaid(order.id);
  expect([await sendWebhook(cards, paid), await sendWebhook(cards, stripe.returnRefund("cs_test_1"))]).toEqual([
    200, 200,
  ]);
  expect(reports.emails.map(({ subject }) => subject)).toEqual(["A refund did not arrive: $50.29 CAD, order #1001"]);
});

test("if the order is missing, the email does not name another buyer", async () => {
  const id = await aPaidOrder();
  await payBack(id);
  const { data } = JSON.parse(stripe.returnRefund("cs_test_1").body);
  const metadata = { ...data.object.metadata, order_number: "999" };
  await sendWebhook(cards, stripe.message("refund.failed", { ...data.object, metadata }));
  expect(reports.emails.map(({ replyTo, subject }) => [replyTo, subject])).toEqual([
    ["", "A refund did not arrive: $50.29 CAD, order #999"],
  ]);
  expect(reports.emails[0]?.text).not.toContain("ann@example.com");
  expect(reports.emails[0]?.text).toContain("does not have this order any more");
});

test("a refund from before a change of the site's address is reported, because the site has its order", async () => {
  await payBack(await aPaidOrder());
  const late = await store.order({ method: "card" });
  await cards.begin(late, ADDRESSES);
  const paid = stripe.pay("cs_test_2");
  await store.orders.voidUnpaid(late.id);
  await sendWebhook(cards, paid);
  const moved = await aCardSite("https://moved.example", store, stripe, reports);
  for (const session of ["cs_test_1", "cs_test_2"])
    expect(await sendWebhook(moved, stripe.returnRefund(session))).toBe(200);
  expect(reports.emails.map(({ replyTo, subject }) => [replyTo, subject])).toEqual([
    ["ann@example.com", "A refund did not arrive: $50.29 CAD, order #1001"],
    ["ann@example.com", "A refund did not arrive: $50.29 CAD, order #1002"],
  ]);
});

test("a failed refund is not reported if another site or Stripe's dashboard made it", async () => {
  const id = await aPaidOrder();
  await payBack(id);
  const failed = stripe.returnRefund("cs_test_1");
  const theirs = await aStore();
  const other = await aCardSite("https://another.example", theirs, stripe, reports);
  // The other site's order with the same number has a different payment.
  await theirs.orders.markPaid((await theirs.order({ method: "card" })).id, { paymentId: "pi_theirs" });
  expect(await sendWebhook(other, failed)).toBe(200);
  stripe.refundAtStripe("cs_test_1");
  expect(await sendWebhook(cards, stripe.returnRefund("cs_test_1"))).toBe(200);
  expect(reports).toEqual({ emails: [], logged: [] });
});

async function aPaidOrder(): Promise<number> {
  const order = await store.order({ method: "card" });
  await cards.begin(order, ADDRESSES);
  await sendWebhook(cards, stripe.pay("cs_test_1"));
  return order.id;
}

async function payBack(id: number) {
  const order = store.orders.byId(id);
  if (!order) throw new Error("the order of this test is missing");
  return cards.refund(order);
}
