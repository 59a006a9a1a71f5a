import { beforeEach, expect, onTestFinished, test } from "vitest";
import { writeBackup } from "../../../../data/backup.ts";
import { restoreBackup } from "../../../../data/restore.ts";
import type { EmailMessage, SendEmail } from "../../../shared/outgoing-messages.ts";
import { aStore, type TestStore } from "../orders/a-store.case.ts";
import { aCardSite, sendWebhook } from "./a-card-site.case.ts";
import type { CardPayments } from "./card-payments.ts";
import { type FakeStripe, startFakeStripe } from "./fake-stripe.case.ts";
import { siteMark } from "./site-mark.ts";

const ADDRESSES = { success: "https://artist.example/thanks", cancel: "https://artist.example/back" };

let store: TestStore;
let stripe: FakeStripe;
let emails: EmailMessage[];
let logged: string[];

beforeEach(async () => {
  store = await aStore();
  stripe = await startFakeStripe();
  onTestFinished(() => stripe.close());
  emails = [];
  logged = [];
});

test("if a restore removed a payment's order, the payment is refunded once and the owner is notified", async () => {
  const here = await aSite("https://artist.example");
  await beginThenRestore(here);
  const message = stripe.pay("cs_test_1");
  expect([await sendWebhook(here, message), await sendWebhook(here, message)]).toEqual([200, 200]);
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
  expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
    ["owner@artist.example", "A card payment was paid back: order #1001 is not here"],
  ]);
  expect(emails[0]?.text).toContain("From: ann@example.com\nPayment at Stripe: pi_cs_test_1\n");
  expect(store.orders.any()).toBe(false);
});

test("if the payment was already refunded at Stripe, the owner gets no email", async () => {
  const here = await aSite("https://artist.example");
  await beginThenRestore(here);
  const message = stripe.pay("cs_test_1");
  stripe.refundAtStripe("cs_test_1");
  expect(await sendWebhook(here, message)).toBe(200);
  expect([stripe.refunds, emails]).toEqual([[], []]);
});

test("a failed refund is retried when Stripe repeats its message", async () => {
  const here = await aSite("https://artist.example");
  await beginThenRestore(here);
  const message = stripe.pay("cs_test_1");
  stripe.failWith(500);
  await expect(sendWebhook(here, message)).rejects.toThrow();
  stripe.failWith(undefined);
  expect(await sendWebhook(here, message)).toBe(200);
  expect([stripe.refunds.length, emails.length]).toEqual([1, 1]);
});

test("if Stripe rejects the refund, the owner reads once what to do, and Stripe's message is accepted", async () => {
  const here = await aSite("https://artist.example");
  await beginThenRestore(here);
  const message = stripe.pay("cs_test_1");
  stripe.failWith(400);
  expect([await sendWebhook(here, message), await sendWebhook(here, message)]).toEqual([200, 200]);
  expect(emails.map(({ to, replyTo, subject }) => [to, replyTo, subject])).toEqual([
    ["owner@artist.example", "ann@example.com", "Please pay a card payment back at Stripe: $50.29 CAD, order #1001"],
  ]);
  expect(emails[0]?.text).toContain("Somebody paid $50.29 CAD by card for order #1001, and your site does not have");
  expect(emails[0]?.text).toContain("look up the payment in your Stripe dashboard and refund it there.");
  expect(emails[0]?.text).toContain("From: ann@example.com\nPayment at Stripe: pi_cs_test_1\n");
});

test("Stripe gets a response only after the owner's email is on disk: it repeats no answered message", async () => {
  const { promise: isWritten, resolve } = Promise.withResolvers<void>();
  const here = await aSite("https://artist.example", async (email) => {
    emails.push(email);
    await isWritten;
  });
  await beginThenRestore(here);
  const message = stripe.pay("cs_test_1");
  stripe.failWith(400);
  let isAnswered = false;
  const answered = sendWebhook(here, message).finally(() => {
    isAnswered = true;
  });
  await expect.poll(() => emails.length).toBe(1);
  expect(isAnswered).toBe(false);
  resolve();
  expect(await answered).toBe(200);
});

test.each([
  ["was paid back", undefined, "A card payment was paid back: order #1001 is not here"],
  ["Stripe refuses to pay back", 400, "Please pay a card payment back at Stripe: $50.29 CAD, order #1001"],
])(
  "if the email about a payment that %s cannot be written, it is written when Stripe repeats its message",
  async (...shown) => {
    const [, failure, subject] = shown;
    let isFull = true;
    const here = await aSite("https://artist.example", async (email) => {
      if (isFull) throw new Error("ENOSPC");
      emails.push(email);
    });
    await beginThenRestore(here);
    const message = stripe.pay("cs_test_1");
    stripe.failWith(failure);
    await expect(sendWebhook(here, message)).rejects.toThrow("could not be put on disk");
    isFull = false;
    expect([await sendWebhook(here, message), await sendWebhook(here, message)]).toEqual([200, 200]);
    expect(emails.map((email) => email.subject)).toEqual([subject]);
  },
);

/** A site that was killed while it wrote the owner's email, and the message from Stripe that it did not answer. */
async function killedBeforeTheEmail() {
  let isWriting = false;
  const killed = await aSite("https://artist.example", () => {
    isWriting = true;
    return new Promise(() => undefined);
  });
  await beginThenRestore(killed);
  const message = stripe.pay("cs_test_1");
  void sendWebhook(killed, message);
  await expect.poll(() => isWriting).toBe(true);
  store.close();
  return message;
}

test.each([
  ["by itself", ["start"]],
  ["when Stripe repeats its message", ["message", "start"]],
] as const)("an email that a crash stopped is written at the next start, %s", async (_, events) => {
  const message = await killedBeforeTheEmail();
  for (const event of [...events, "message"]) {
    store = await aStore({}, { dir: store.dir });
    const next = await aSite("https://artist.example");
    if (event === "start") await next.settleOverdue();
    else expect(await sendWebhook(next, message)).toBe(200);
    store.close();
  }
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
  expect(emails.map(({ replyTo, subject }) => [replyTo, subject])).toEqual([
    ["ann@example.com", "A card payment was paid back: order #1001 is not here"],
  ]);
});

test("a failed refund is retried at the next start, even without another message", async () => {
  const killed = await aSite("https://artist.example");
  await beginThenRestore(killed);
  stripe.failWith(500);
  await expect(sendWebhook(killed, stripe.pay("cs_test_1"))).rejects.toThrow();
  store.close();
  store = await aStore({}, { dir: store.dir });
  const next = await aSite("https://artist.example");
  await next.settleOverdue();
  expect([stripe.refunds, emails]).toEqual([[], []]);
  stripe.failWith(undefined);
  await next.settleOverdue();
  await next.settleOverdue();
  expect([stripe.refunds.length, emails.length]).toEqual([1, 1]);
});

test("a message that Stripe sends twice at the same time causes one refund and one email", async () => {
  const here = await aSite("https://artist.example");
  await beginThenRestore(here);
  const message = stripe.pay("cs_test_1");
  expect(await Promise.all([sendWebhook(here, message), sendWebhook(here, message)])).toEqual([200, 200]);
  expect([stripe.refunds.length, emails.length]).toEqual([1, 1]);
});

test("after a backup was restored, no earlier payment is refunded or reported again", async () => {
  await killedBeforeTheEmail();
  store = await aStore({}, { dir: store.dir });
  const { path, dir } = store.data;
  const { path: file } = writeBackup({ path, dir, kind: "manual", now: store.clock() });
  store.close();
  await restoreBackup({ dir, file, now: store.clock() });
  store = await aStore({}, { dir });
  await (await aSite("https://artist.example")).settleOverdue();
  expect(emails).toEqual([]);
});

test("payments of other sites at the same Stripe account are ignored, even of a copy of this site", async () => {
  const copy = await aSite("https://rehearsal.artist.example");
  await beginThenRestore(copy);
  const here = await aSite("https://artist.example");
  expect(await sendWebhook(here, stripe.pay("cs_test_1"))).toBe(200);
  expect([stripe.refunds, emails]).toEqual([[], []]);
  expect(logged).toEqual(["the card processor reported a payment that is for no order of this shop"]);
});

test("two sites have different marks, even at the same address, and a site's mark stays the same", () => {
  const [secret, other] = ["A".repeat(43), "B".repeat(43)];
  const mark = siteMark(secret, "https://artist.example");
  expect(siteMark(secret, "https://artist.example")).toBe(mark);
  expect(siteMark(other, "https://artist.example")).not.toBe(mark);
  expect(siteMark(secret, "https://another.example")).not.toBe(mark);
  // Stripe stores values of up to 500 characters.
  expect(mark).toMatch(/^[\w-]{43}$/);
});

const aSite = (publicUrl: string, sendEmail?: SendEmail) =>
  aCardSite(publicUrl, store, stripe, { emails, logged }, sendEmail);

/** A buyer goes to Stripe. Meanwhile, a backup from before the order is restored. */
async function beginThenRestore(cards: CardPayments): Promise<void> {
  const { path, dir } = store.data;
  const backup = writeBackup({ path, dir, kind: "daily", now: store.clock() });
  await cards.begin(await store.order({ method: "card" }), ADDRESSES);
  await restoreBackup({ dir, file: backup.path, now: store.clock() });
}
