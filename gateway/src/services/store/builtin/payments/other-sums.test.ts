import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { EmailMessage } from "../../../shared/outgoing-messages.ts";
import { aStore, type TestStore } from "../orders/a-store.case.ts";
import { createOrderEmails } from "../orders/order-emails.ts";
import { toAdminOrder, toEntry } from "../orders/order-for-owner.ts";
import { aCardSite, hear } from "./a-card-site.case.ts";
import type { CardPayments } from "./card-payments.ts";
import { type FakeStripe, type Message, startFakeStripe } from "./fake-stripe.case.ts";

const SITE = "https://artist.example";
const ADDRESSES = { success: `${SITE}/thanks`, cancel: `${SITE}/back` };
const DAY_MS = 24 * 60 * 60 * 1_000;
const PAID_OTHERWISE = { status: "awaiting-card", otherSum: "53.29 CAD", paymentId: "pi_cs_test_1" };

let store: TestStore;
let stripe: FakeStripe;
let emails: EmailMessage[];
let logged: string[];
let cards: CardPayments;

const tell = (sendEmail: (email: EmailMessage) => Promise<void>) =>
  createOrderEmails({
    sendEmail,
    shopName: () => "Harbour Line",
    language: () => "en-CA",
    timeZone: () => "UTC",
    publicUrl: SITE,
    ownerEmail: "owner@artist.example",
    log: { error: (_, message) => void logged.push(message) },
  });
const post = tell(async (email) => void emails.push(email));

beforeEach(async () => {
  emails = [];
  logged = [];
  store = await aStore({}, { tell: post });
  stripe = await startFakeStripe();
  onTestFinished(() => stripe.close());
  cards = await aCardSite(SITE, store, stripe, { emails, logged });
});

const order = () => store.orders.byId(1);
const onHand = () => store.stock.onHand(store.variant("record"));

/** An order for which a buyer paid three dollars more than was asked for, and what Stripe would tell of that. */
async function paidOtherwise(): Promise<Message> {
  const { id } = await store.order({ method: "card" });
  await cards.begin(store.orders.byId(id) ?? expect.unreachable(), ADDRESSES);
  Object.assign(stripe.sessions.get("cs_test_1") ?? {}, { amount_total: 5_329 });
  return stripe.pay("cs_test_1");
}

test("if a card payment differs from the order's sum, the owner is notified once, and the order waits", async () => {
  const before = onHand();
  const message = await paidOtherwise();
  expect([await hear(cards, message), await hear(cards, message)]).toEqual([200, 200]);
  store.time.now = new Date(store.time.now.getTime() + DAY_MS);
  await cards.settleOverdue();
  expect(order()?.payment).toMatchObject(PAID_OTHERWISE);
  expect([stripe.refunds, onHand()]).toEqual([[], Number(before) - 1]);
  expect(emails.map(({ to, replyTo, subject }) => [to, replyTo, subject])).toEqual([
    ["owner@artist.example", "ann@example.com", "Another sum was paid by card: 53.29 CAD for order #1001"],
  ]);
  expect(emails[0]?.text).toContain("Somebody paid 53.29 CAD by card for order #1001, which comes to 50.29 CAD.");
  expect(emails[0]?.text).toContain("From: ann@example.com\nPayment at Stripe: pi_cs_test_1\n");
  expect(emails[0]?.text).toContain(`${SITE}/admin?order=1001`);
  expect(logged).toEqual(["a card payment has another amount than its order"]);
});

test("that email is written at the next start if a crash stopped it", async () => {
  store.close();
  store = await aStore({}, { tell: tell(() => new Promise(() => undefined)) });
  cards = await aCardSite(SITE, store, stripe, { emails, logged });
  await hear(cards, await paidOtherwise());
  store.close();
  store = await aStore({}, { dir: store.dir, tell: post });
  await expect
    .poll(() => emails.map(({ subject }) => subject))
    .toEqual(["Another sum was paid by card: 53.29 CAD for order #1001"]);
});

test("the owner can take it for the order's, and pay it back later", async () => {
  const message = await paidOtherwise();
  await hear(cards, message);
  expect(await store.orders.markPaid(1)).toMatchObject({ ok: true });
  await hear(cards, message);
  expect(order()?.payment).toMatchObject({ ...PAID_OTHERWISE, status: "paid" });
  expect(await cards.refund(order() ?? expect.unreachable())).toEqual({ ok: true });
  await store.orders.refund(1);
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
  const [, , , refunded] = emails;
  expect(refunded?.subject).toBe("Your money back for order #1001");
  expect(refunded?.text).toContain("53.29 CAD go back the way they came.");
});

test.each<[when: string, learn: (message: Message) => Promise<unknown>, isHeard?: boolean]>([
  ["when Stripe tells of that", (message: Message) => hear(cards, message)],
  ["when Stripe is asked", () => cards.settleOverdue()],
  ["when Stripe had told of nothing", () => cards.settleOverdue(), false],
])("given back at Stripe it ends the order, and the goods are free, %s", async (_, learn, isHeard = true) => {
  const before = onHand();
  const message = await paidOtherwise();
  if (isHeard) await hear(cards, message);
  stripe.giveBack("cs_test_1");
  store.time.now = new Date(store.time.now.getTime() + DAY_MS);
  const charge = { payment_intent: "pi_cs_test_1", metadata: { porchlight_order_id: "1" }, refunded: true };
  await learn(stripe.message("charge.refunded", charge));
  expect(order()?.payment).toMatchObject({ ...PAID_OTHERWISE, status: "voided" });
  expect(onHand()).toBe(before);
  // A message of before that comes again.
  await hear(cards, message);
  expect([order()?.payment.status, stripe.refunds, emails.length]).toEqual(["voided", [], isHeard ? 1 : 0]);
});

test("on the dashboard it is open, says what was paid, and can be taken", async () => {
  await hear(cards, await paidOtherwise());
  const open = store.orders.list({ status: "open" }, { limit: 9 });
  expect(open.orders.map(toEntry)).toMatchObject([
    { number: 1001, payment: "awaiting-card", otherSumPaid: "53.29 CAD" },
  ]);
  const now = new Date(store.time.now.getTime() + DAY_MS);
  const past = { events: [], unsentEmails: [] };
  const shown = toAdminOrder(order() ?? expect.unreachable(), past, { canRefundCards: true, now });
  expect([shown.otherSumPaid, shown.actions]).toEqual(["53.29 CAD", ["paid"]]);
});

test("it cannot be cancelled, sent or refunded on the dashboard before that is decided, and the owner reads why", async () => {
  await hear(cards, await paidOtherwise());
  store.time.now = new Date(store.time.now.getTime() + DAY_MS);
  const tracking = { trackingNumber: "", carrier: "", trackingUrl: "" };
  for (const change of [store.orders.cancel(1), store.orders.refund(1), store.orders.ship(1, tracking)]) {
    expect(await change).toMatchObject({
      ok: false,
      message: expect.stringContaining("pay it back in your Stripe dashboard"),
    });
  }
});

test("for an order that had ended it is refunded, and nobody has to decide", async () => {
  const message = await paidOtherwise();
  await store.orders.voidUnpaid(1);
  await hear(cards, message);
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
  expect(emails.map(({ about }) => about?.about)).toEqual(["paid-late", "paid-late"]);
});

test("once Stripe reports the order's sum, it is paid", async () => {
  await hear(cards, await paidOtherwise());
  Object.assign(stripe.sessions.get("cs_test_1") ?? {}, { amount_total: 5_029 });
  store.time.now = new Date(store.time.now.getTime() + DAY_MS);
  await cards.settleOverdue();
  expect(order()?.payment).toMatchObject({ status: "paid", otherSum: null });
});
