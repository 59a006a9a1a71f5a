import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { EmailMessage } from "../../../shared/outgoing-messages.ts";
import { aStore, type TestStore } from "../orders/a-store.case.ts";
import { createOrderEmails } from "../orders/order-emails.ts";
import { toEntry } from "../orders/order-for-owner.ts";
import { aCardSite, sendWebhook } from "./a-card-site.case.ts";
import type { CardPayments } from "./card-payments.ts";
import { type FakeStripe, type Message, startFakeStripe } from "./fake-stripe.case.ts";

const SITE = "https://artist.example";
const ADDRESSES = { success: `${SITE}/thanks`, cancel: `${SITE}/back` };
const DAY_MS = 24 * 60 * 60 * 1_000;
const PAID_OTHERWISE = { status: "voided", otherSum: "53.29 CAD", paymentId: "pi_cs_test_1" };

let store: TestStore;
let stripe: FakeStripe;
let emails: EmailMessage[];
let logged: string[];
let cards: CardPayments;

const emailsThrough = (sendEmail: (email: EmailMessage) => Promise<void>) =>
  createOrderEmails({
    sendEmail,
    shopName: () => "Harbour Line",
    language: () => "en-CA",
    timeZone: () => "UTC",
    contactEmail: () => undefined,
    publicUrl: SITE,
    ownerEmail: "owner@artist.example",
    log: { error: (_, message) => void logged.push(message) },
  });
const post = emailsThrough(async (email) => void emails.push(email));

beforeEach(async () => {
  emails = [];
  logged = [];
  store = await aStore({}, { sendEmails: post });
  stripe = await startFakeStripe();
  onTestFinished(() => stripe.close());
  cards = await aCardSite(SITE, store, stripe, { emails, logged });
});

const order = () => store.orders.byId(1);
const onHand = () => store.stock.onHand(store.variant("record"));

/** A buyer pays three dollars more than requested for an order. @returns the message that Stripe would send */
async function paidOtherwise(): Promise<Message> {
  const { id } = await store.order({ method: "card" });
  await cards.begin(store.orders.byId(id) ?? expect.unreachable(), ADDRESSES);
  Object.assign(stripe.sessions.get("cs_test_1") ?? {}, { amount_total: 5_329 });
  return stripe.pay("cs_test_1");
}

test("a card payment of a wrong sum is refunded and ends its order, and buyer and owner read why, once", async () => {
  const before = onHand();
  const message = await paidOtherwise();
  expect([await sendWebhook(cards, message), await sendWebhook(cards, message)]).toEqual([200, 200]);
  expect(order()?.payment).toMatchObject(PAID_OTHERWISE);
  expect([stripe.refunds, onHand()]).toEqual([["pi_cs_test_1"], before]);
  expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
    ["ann@example.com", "Your money back for order #1001"],
    ["owner@artist.example", "A card payment goes back: order #1001 has ended"],
  ]);
  const [toBuyer, toOwner] = emails.map(({ text }) => text);
  expect(toBuyer).toContain(
    "Your card payment of $53.29 CAD for order #1001 at Harbour Line is not the $50.29 CAD that we asked for",
  );
  expect(toOwner).toContain("Somebody paid $53.29 CAD by card for order #1001, which comes to $50.29 CAD.");
  expect(toOwner).toContain("From: ann@example.com\nPayment at Stripe: pi_cs_test_1\n");
  expect(toOwner).toContain(`${SITE}/admin?order=1001`);
  expect(logged).toContain("a card payment does not pay its order; it is paid back");
});

test("the order waits for the refund, which Stripe's next message or the site's next check retries", async () => {
  const message = await paidOtherwise();
  stripe.failWith(500);
  await expect(sendWebhook(cards, message)).rejects.toThrow();
  expect([order()?.payment.status, emails]).toEqual(["awaiting-card", []]);
  stripe.failWith(undefined);
  store.time.now = new Date(store.time.now.getTime() + DAY_MS);
  await cards.settleOverdue();
  expect(await sendWebhook(cards, message)).toBe(200);
  expect([order()?.payment.status, stripe.refunds, emails.length]).toEqual(["voided", ["pi_cs_test_1"], 2]);
});

test("a payment of a wrong sum ends its order even if it was already refunded at Stripe", async () => {
  await paidOtherwise();
  stripe.refundAtStripe("cs_test_1");
  store.time.now = new Date(store.time.now.getTime() + DAY_MS);
  await cards.settleOverdue();
  expect(order()?.payment).toMatchObject(PAID_OTHERWISE);
});

test("an order that is already paid stays paid, even if the sum of its payment is wrong", async () => {
  const message = await paidOtherwise();
  await store.orders.awaitCard(1, "cs_test_1");
  await store.orders.markPaid(1, { paymentId: "pi_cs_test_1" });
  await sendWebhook(cards, message);
  expect([order()?.payment.status, stripe.refunds]).toEqual(["paid", []]);
});

test("the dashboard shows the sum that was paid", async () => {
  await sendWebhook(cards, await paidOtherwise());
  const shown = store.orders.list({ status: "cancelled" }, { limit: 9 }).orders.map(toEntry);
  expect(shown).toMatchObject([{ number: 1001, payment: "voided", otherSumPaid: "53.29 CAD" }]);
});
