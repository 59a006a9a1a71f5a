import { describe, expect, it } from "vitest";
import type { EmailMessage } from "../../../shared/outgoing-messages.ts";
import { SOME_PRODUCTS } from "../catalogue/a-catalogue.case.ts";
import { aStore } from "./a-store.case.ts";
import { createOrderEmails } from "./order-emails.ts";
import { actionsFor } from "./order-rules.ts";

const BERLIN = {
  firstName: "Ann",
  lastName: "Lake",
  address1: "1 Hafenweg",
  city: "Berlin",
  country: "Germany",
  zip: "10115",
};
const NO_TRACKING = { trackingNumber: "", carrier: "", trackingUrl: "" };
const RATES = [{ handle: "canada-parcel", title: "Parcel", price: 1_200 }];
const GIFT_CARD = { code: "LAKE2026", balance: 5_000, currency: "CAD", isEnabled: true };
const TO_THE_WORLD = { shipping: [{ title: "World", countries: ["*"], rates: RATES }], giftCards: [GIFT_CARD] };
const EXCEPTIONS = [
  { handle: "single", title: "Single", price: "4.00", shipped: "no", withdrawal: "untilSent" },
  { handle: "portrait", title: "Portrait", price: "90.00", withdrawal: "none" },
] as const;
const OVERRIDES = { settings: TO_THE_WORLD, products: [...SOME_PRODUCTS, ...EXCEPTIONS] };

type Parts = Parameters<typeof aStore>[1];

/** A store, and an order of a record and a mug that goes to Berlin. */
async function anOrder(
  parts: Parts = {},
  handles: readonly string[] = ["record", "mug"],
  { beginsAtOnce = false, giftCards = [] }: { beginsAtOnce?: boolean; giftCards?: string[] } = {},
) {
  const store = await aStore(OVERRIDES, parts);
  const lines = handles.map((handle) => ({ variant: store.variant(handle), quantity: 1 }));
  const checkout = await store.checkout({ lines, address: BERLIN, giftCards });
  const { total: expectedTotal, due: expectedDue } = checkout.priced;
  const placed = await store.orders.place(checkout, {
    method: "e-transfer",
    expectedTotal,
    expectedDue,
    beginsAtOnce,
  });
  if (!placed?.ok) throw new Error("The order was not placed");
  return { store, order: placed.order, currentOrder: () => store.orders.byId(placed.order.id) ?? placed.order };
}

/** Writes the emails about all events so far. */
async function emailsOf({ events }: Awaited<ReturnType<typeof aStore>>): Promise<EmailMessage[]> {
  const emails: EmailMessage[] = [];
  const write = createOrderEmails({
    sendEmail: async (email) => void emails.push(email),
    shopName: () => "Harbour Line",
    language: () => "en-CA",
    timeZone: () => "UTC",
    contactEmail: () => undefined,
    publicUrl: "https://artist.example",
    ownerEmail: "owner@artist.example",
    log: { error: () => undefined },
  });
  for (const [dueId, event] of events.entries()) await write(event, dueId, true);
  return emails;
}

describe("a withdrawal", () => {
  it("is stored together with its unsent email, so that a kill loses neither", async () => {
    const { store, order } = await anOrder();
    await store.orders.stop();
    store.close();
    const killed = await aStore(OVERRIDES, { dir: store.dir, sendEmails: () => new Promise(() => undefined) });
    await killed.orders.withdraw(order.id, { name: "Ann Lake", lines: [0] });
    killed.close();
    const next = await aStore(OVERRIDES, { dir: store.dir });
    expect(next.orders.byId(order.id)?.withdrawals).toEqual([
      { at: "2026-03-01T12:00:00.000Z", name: "Ann Lake", lines: [0] },
    ]);
    expect(next.events.map(({ type }) => type)).toEqual(["withdrawn"]);
    await next.orders.stop();
    next.close();
    expect((await aStore(OVERRIDES, { dir: store.dir })).events).toEqual([]);
  });

  it("is acknowledged at once, with content, date and time, and reported to the owner", async () => {
    const { store, order } = await anOrder();
    store.events.length = 0;
    await store.orders.withdraw(order.id, { name: "Ann Lake, see evil.example", lines: [0, 1] });
    const [toBuyer, toOwner, ...others] = await emailsOf(store);
    expect(others).toEqual([]);
    expect(toBuyer).toMatchObject({
      to: "ann@example.com",
      subject: "Your withdrawal from order #1001 has reached us",
    });
    expect(toBuyer?.text).toBe(`Your withdrawal from order #1001 has reached us

This acknowledges that you have withdrawn from the contract about order #1001 at Harbour Line. Please keep this email.

Submitted: March 1, 2026 at 12:00:00 p.m. UTC

> Name: Ann Lake, see evil. example

Withdrawn from:

1 × Long Point (LP) ..................................... $32.50
1 × Harbour mug ......................................... $18.00

You owe us nothing for it. If your payment is already on its way, you will get it back.

Look at your order:
https://artist.example/checkout/orders/1?key=${order.statusKey}

Questions? Just reply to this email.

Harbour Line
https://artist.example
`);
    expect(toOwner).toMatchObject({
      to: "owner@artist.example",
      replyTo: "ann@example.com",
      subject: "A buyer withdrew from order #1001",
    });
    expect(toOwner?.text).toContain("The buyer has withdrawn from all of order #1001");
    expect(toOwner?.text).toContain("https://artist.example/admin?order=1001");
  });

  it("from a part of an order is acknowledged with the sum and the way of its refund", async () => {
    const { store, order } = await anOrder();
    await store.orders.markPaid(order.id);
    await store.orders.ship(order.id, NO_TRACKING);
    store.events.length = 0;
    await store.orders.withdraw(order.id, { name: "Ann Lake", lines: [1] });
    await store.orders.withdraw(order.id, { name: "Ann Lake", lines: [0, 1] });
    const [first, toOwner, second] = await emailsOf(store);
    expect(first?.text).toContain("You will get back what you paid for it within 14 days, the way you paid.");
    expect(first?.text).toContain("Please send the goods back within 14 days.");
    expect(toOwner?.text).toContain("Refund $18.00 CAD within 14 days");
    // Each acknowledgement lists all withdrawals, so the second one lists both.
    expect(second?.text).toMatch(/Withdrawn from:\n\n1 × Harbour mug \.+ \$18\.00\n\nSubmitted:/);
    expect(second?.text).toMatch(/Withdrawn from:\n\n1 × Long Point \(LP\) \.+ \$32\.50\n/);
    expect(second?.text).toContain("the standard delivery included, within 14 days");
  });

  it.each([
    [["record", "mug"], "$12.50 CAD"],
    [["mug", "single"], "$0.00 CAD"],
  ])(
    "from a part of an order that a gift card partly paid asks the owner for no more money than was paid: %s",
    async (handles, came) => {
      const { store, order } = await anOrder({}, handles, { giftCards: ["LAKE2026"] });
      if (order.due > 0) await store.orders.markPaid(order.id);
      store.events.length = 0;
      await store.orders.withdraw(order.id, { name: "Ann Lake", lines: [0] });
      const [, toOwner] = await emailsOf(store);
      expect(toOwner?.text).toContain(`Only ${came} of the order came as money`);
    },
  );

  it("is rejected if the buyer has no right to withdraw, and changes nothing", async () => {
    const store = await aStore();
    const { id } = await store.order();
    expect(await store.orders.withdraw(id, { name: "Ann", lines: [0] })).toMatchObject({
      ok: false,
      reason: "not-possible-now",
    });
    expect(await store.orders.withdraw(99, { name: "Ann", lines: [0] })).toMatchObject({ reason: "no-such-order" });
    expect(store.orders.byId(id)?.withdrawals).toEqual([]);
    expect(store.events.map(({ type }) => type)).toEqual(["placed"]);
  });

  it("from an unsent order does not cancel or refund it: the owner does that", async () => {
    const { store, order, currentOrder } = await anOrder();
    await store.orders.withdraw(order.id, { name: "Ann", lines: [0, 1] });
    expect(actionsFor(currentOrder(), store.clock())).toEqual(["paid", "cancelled"]);
    await store.orders.markPaid(order.id);
    expect(actionsFor(currentOrder(), store.clock())).toEqual(["refunded", "cancelled"]);
    const open = (status: "open" | "to-send") => store.orders.list({ status }, { limit: 9 }).total;
    expect([open("open"), open("to-send")]).toEqual([1, 0]);
    await store.orders.refund(order.id);
    expect(open("open")).toBe(0);
  });

  it("from a sent order leaves the order open until the owner refunds it or, if it is unpaid, cancels it", async () => {
    const { store, order, currentOrder } = await anOrder();
    await store.orders.ship(order.id, NO_TRACKING);
    expect(actionsFor(currentOrder(), store.clock())).not.toContain("cancelled");
    await store.orders.withdraw(order.id, { name: "Ann", lines: [0] });
    expect(actionsFor(currentOrder(), store.clock())).not.toContain("cancelled");
    await store.orders.withdraw(order.id, { name: "Ann", lines: [1] });
    expect(actionsFor(currentOrder(), store.clock())).toContain("cancelled");
    await store.orders.markPaid(order.id);
    expect(store.orders.countByStatus()).toMatchObject({ open: 1, "to-refund": 1 });
    await store.orders.refund(order.id);
    expect(store.orders.countByStatus()).toMatchObject({ open: 0, "to-refund": 0 });
  });
});

describe("the email about a new order", () => {
  it("tells buyers with a right to withdraw how to use it, what is excluded, and what they agreed to", async () => {
    const { store } = await anOrder({}, ["record", "single", "portrait"], { beginsAtOnce: true });
    const [toBuyer, toOwner] = await emailsOf(store);
    expect(toBuyer?.text).toContain(
      'up to 14 days after you receive what you ordered: choose "Withdraw from contract here" on the page of your order.',
    );
    expect(toBuyer?.text).toContain("You cannot withdraw from:\nPortrait\n");
    expect(toBuyer?.text).toContain("and know that you cannot withdraw from it then:\nSingle\n");
    expect(toOwner?.text).toContain("The buyer asked for the download at once");
  });

  it("tells the owner if the buyer may still withdraw from a download after it was sent", async () => {
    const { store } = await anOrder({}, ["record", "single"]);
    const [toBuyer, toOwner] = await emailsOf(store);
    expect(toBuyer?.text).not.toContain("at once");
    expect(toOwner?.text).toContain("The buyer did not agree to lose the right to withdraw from the download");
  });

  it("does not mention withdrawals in other countries", async () => {
    const store = await aStore();
    await store.order();
    for (const { text } of await emailsOf(store)) expect(text).not.toMatch(/withdraw/i);
  });
});

it("an unpaid order ends in time, even after a partial withdrawal, and its buyer gets no request to pay", async () => {
  const { store, order, currentOrder } = await anOrder();
  const mug = store.variant("mug");
  const before = store.stock.onHand(mug);
  await store.orders.withdraw(order.id, { name: "Ann Lake", lines: [0] });
  store.time.now = new Date(store.time.now.getTime() + 10 * 24 * 60 * 60 * 1_000);
  await store.orders.doWhatIsDue();
  expect(currentOrder()).toMatchObject({ cancelReason: "unpaid", payment: { status: "voided" } });
  expect(store.events.map(({ type }) => type)).toEqual(["placed", "withdrawn", "expired"]);
  if (before !== null) expect(store.stock.onHand(mug)).toBe(Number(before) + 1);
});
