import { describe, expect, it, test } from "vitest";
import type { Address } from "../../../shared/addresses/address.ts";
import type { EmailMessage } from "../../../shared/outgoing-messages.ts";
import { SOME_PRODUCTS } from "../catalogue/a-catalogue.case.ts";
import { aStore, type CheckoutOverrides } from "./a-store.case.ts";
import { createOrderEmails, createSummaryEmail } from "./order-emails.ts";
import type { OrderEvent } from "./order-event.ts";

const SHIPMENT = { trackingNumber: "LP1", carrier: "Post", trackingUrl: "https://post.example/LP1" };

const NO_TRACKING = { trackingNumber: "", carrier: "", trackingUrl: "" };

const AN_EMPTY_ADDRESS: Address = {
  firstName: "",
  lastName: "",
  company: "",
  address1: "",
  address2: "",
  city: "",
  province: "",
  provinceCode: "",
  countryCode: "",
  zip: "",
  phone: "",
};

const HARBOUR_LINE = {
  shopName: () => "Harbour Line",
  language: () => "en-CA",
  publicUrl: "https://artist.example",
  timeZone: () => "UTC",
  ownerEmail: "owner@artist.example",
};

/** A store with emails about its events. @param sendEmail can reject */
async function aPost(sendEmail?: (email: EmailMessage) => Promise<void>) {
  const giftCards = [{ code: "LAKE2026", balance: 5_000, currency: "CAD", isEnabled: true }];
  const single = { handle: "single", title: "Single", price: "4.00", shipped: "no" as const };
  const store = await aStore({ settings: { giftCards }, products: [...SOME_PRODUCTS, single] });
  const emails: EmailMessage[] = [];
  const lines: string[] = [];
  let notes = 0;
  const write = createOrderEmails({
    sendEmail: sendEmail ?? (async (email) => void emails.push(email)),
    ...HARBOUR_LINE,
    log: { error: (fields, message) => void lines.push(`${JSON.stringify(fields)} ${message}`) },
  });
  /** Writes the emails about the events since the last call, and returns them. */
  async function post(): Promise<EmailMessage[]> {
    emails.length = 0;
    for (const event of store.events.splice(0)) {
      notes += 1;
      await write(event, notes, true);
    }
    return [...emails];
  }
  async function order(wanted: CheckoutOverrides & { method?: string } = {}) {
    const placed = await store.order(wanted);
    return { placed, emails: await post() };
  }
  return { store, post, order, lines };
}

/** Emails to the owner fail while `isFull.now` is true; those to the buyer do not. */
async function aFullPost() {
  const isFull = { now: true };
  const sent: string[] = [];
  const write = createOrderEmails({
    ...HARBOUR_LINE,
    sendEmail: async ({ to }) => {
      if (isFull.now && to === HARBOUR_LINE.ownerEmail) throw new Error("ENOSPC");
      sent.push(to);
    },
    log: { error: () => undefined },
  });
  const placed = await (await aStore()).order();
  return { isFull, sent, write, placed };
}

describe("emails about an order", () => {
  it("give the buyer the goods, the price, how to pay, the address and the order's page", async () => {
    const { order } = await aPost();
    const { placed, emails } = await order({ giftCards: ["LAKE2026"] });
    expect(emails.map(({ to }) => to)).toEqual(["ann@example.com", "owner@artist.example"]);
    expect(emails.map(({ tag }) => tag)).toEqual(["order-1001-buyer", "order-1001-owner"]);
    expect(emails[0]?.subject).toBe("Your order #1001 at Harbour Line");
    expect(emails.map(({ about }) => about)).toEqual(
      Array.from({ length: 2 }, () => ({ order: 1001, about: "placed" })),
    );
    expect(emails[0]?.text).toBe(
      `Hello,

Thank you for your order. It reached us, and its number is #1001.

1 × Long Point (LP): 32.50 CAD

Subtotal: 32.50 CAD
Parcel: 12.00 CAD
HST: 5.79 CAD
Total: 50.29 CAD
Gift card ending in 2026: −50.00 CAD
Left to pay: 0.29 CAD

How to pay 0.29 CAD: Interac e-Transfer

Send it to us.

Please name the order, #1001, so that we find your payment.

We hold it for you until March 8, 2026. If it is not paid by then, the order ends, and you owe nothing.

It goes to:
Ann Lake
1 Pier Road
Goderich ON N7A 1A1
Canada

You can look at your order at any time:
https://artist.example/checkout/orders/1?key=${placed.statusKey}

Harbour Line
`,
    );
  });

  it("remind the buyer of the last day of the hold, and notify buyer and owner of its end", async () => {
    const { store, post, order } = await aPost();
    await order({ giftCards: ["LAKE2026"] });
    store.time.now = new Date("2026-03-07T12:00:00Z");
    await store.orders.doWhatIsDue();
    const [reminder, ...others] = await post();
    expect(others).toEqual([]);
    expect([reminder?.to, reminder?.subject]).toEqual([
      "ann@example.com",
      "Your order #1001 is held until March 8, 2026",
    ]);
    expect(reminder?.text).toContain("If it is not paid by then, the order ends, and its goods are for sale again.");
    expect(reminder?.text).toContain("How to pay 0.29 CAD: Interac e-Transfer\n\nSend it to us.");
    store.time.now = new Date("2026-03-09T12:00:00Z");
    await store.orders.doWhatIsDue();
    const emails = await post();
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      ["ann@example.com", "Your order #1001 has ended"],
      ["owner@artist.example", "Order #1001 ended: it was not paid in time"],
    ]);
    expect(emails[0]?.text).toContain("50.00 CAD are on the gift card ending in 2026 again");
    expect(emails[1]?.text).toContain("unpaidOrdersExpireAfter in content/store/store.yaml");
  });

  it("send no reminder of an order that was paid before the reminder was written", async () => {
    const { store, post, order } = await aPost();
    const { placed } = await order();
    store.time.now = new Date("2026-03-07T12:00:00Z");
    await store.orders.doWhatIsDue();
    await store.orders.markPaid(placed.id);
    store.events.splice(0, store.events.length, { type: "reminded", order: store.orders.byId(placed.id) ?? placed });
    expect(await post()).toEqual([]);
  });

  it("notify the owner of a new order, with the buyer's note", async () => {
    const { order } = await aPost();
    const { emails } = await order({ note: "For my mother.\nPlease wrap it." });
    expect(emails[1]?.subject).toBe("New order #1001: 50.29 CAD");
    // The owner replies to the buyer, and the buyer to the sender.
    expect(emails.map(({ replyTo }) => replyTo)).toEqual([undefined, "ann@example.com"]);
    expect(emails[1]?.text).toContain("It is not paid yet. The buyer was told how to pay: Interac e-Transfer.");
    expect(emails[1]?.text).toContain("From: ann@example.com\nSend it to:\n> Ann Lake\n> 1 Pier Road\n");
    expect(emails[1]?.text).toContain("The buyer's note:\n> For my mother.\n> Please wrap it.");
    expect(emails[1]?.text).toContain("The order on your dashboard:\nhttps://artist.example/admin?order=1001\n");
  });

  it("come only once a card payment is there, and not when it is given up", async () => {
    const { store, order, post } = await aPost();
    const { placed, emails } = await order({ method: "card" });
    const other = await order({ method: "card" });
    await store.orders.voidUnpaid(other.placed.id);
    expect([...emails, ...(await post())]).toEqual([]);
    await store.orders.markPaid(placed.id, { paymentId: "pi_1" });
    const [toBuyer, toOwner] = await post();
    expect(toBuyer?.text).toContain("1 × Long Point (LP): 32.50 CAD");
    expect(toBuyer?.text).toContain("It is paid. Thank you.");
    expect(toOwner?.text).toContain("It is paid: Card.");
  });

  it("notify buyer and owner once of a late card payment that is refunded", async () => {
    const { store, order, post } = await aPost();
    const { id } = (await order({ method: "card" })).placed;
    await store.orders.voidUnpaid(id);
    await store.orders.notePaidLate(id, { paymentId: "pi_1", otherSum: null });
    // Stripe repeats its messages.
    await store.orders.notePaidLate(id, { paymentId: "pi_1", otherSum: null });
    const [toBuyer, toOwner, ...others] = await post();
    expect(others).toEqual([]);
    expect(toBuyer).toMatchObject({ to: "ann@example.com", subject: "Your money back for order #1001" });
    expect(toBuyer?.text).toContain("Your card payment of 50.29 CAD for order #1001 at Harbour Line came after");
    expect(toBuyer?.text).toContain("All of it goes back the way it came.");
    expect(toOwner).toMatchObject({ to: "owner@artist.example", replyTo: "ann@example.com" });
    expect(toOwner?.subject).toBe("A card payment goes back: order #1001 had ended");
    expect(toOwner?.text).toContain("Somebody paid 50.29 CAD by card for order #1001, and this order had ended before");
    expect(toOwner?.text).toContain("From: ann@example.com\nPayment at Stripe: pi_1\n");
  });

  it("name the sum of a late payment if it differs from the requested one", async () => {
    const { store, order, post } = await aPost();
    const { id } = (await order({ method: "card" })).placed;
    await store.orders.voidUnpaid(id);
    await store.orders.notePaidLate(id, { paymentId: "pi_1", otherSum: "53.29 CAD" });
    const [toBuyer, toOwner] = await post();
    expect(toBuyer?.text).toContain("Your card payment of 53.29 CAD for order #1001");
    expect(toOwner?.text).toContain("Somebody paid 53.29 CAD by card for order #1001");
  });

  it("follow an order to its end", async () => {
    const { store, order, post } = await aPost();
    const { id } = (await order()).placed;
    await store.orders.markPaid(id);
    const [paid] = await post();
    expect(paid?.subject).toBe("We have your payment for order #1001");
    expect(paid?.text).toContain("You will hear from us again as soon as it is on its way.");
    await store.orders.ship(id, SHIPMENT);
    const [shipped] = await post();
    expect(shipped?.subject).toBe("Your order #1001 is on its way");
    expect(shipped?.text).toContain("Carrier: Post\nTracking number: LP1\nWhere it is now: https://post.example/LP1\n");
    await store.orders.refund(id);
    const [refunded, ...others] = await post();
    expect(refunded?.subject).toBe("Your money back for order #1001");
    expect(refunded?.text).toContain("50.29 CAD go back the way they came.");
    expect(others).toEqual([]);
  });

  it("name the person who picks an order up, and no address if there is none", async () => {
    const { store, post } = await aPost();
    const { checkout } = await store.checkoutOfCart();
    await store.checkouts.setName(checkout, { firstName: "Ann", lastName: "Lee" });
    await store.place(checkout);
    const [toBuyer, toOwner] = await post();
    expect(toBuyer?.text).toContain("To be fetched: At a show\nName: Ann Lee\nCome to the merch table.\n\n");
    expect(toOwner?.text).toContain("From: ann@example.com\nTo be fetched: At a show\nName: Ann Lee\n\n");
  });

  it("say when an order can be fetched, and that it is still to be paid there", async () => {
    const { store, order, post } = await aPost();
    const { placed, emails } = await order({ delivery: "at-a-show", address: null });
    expect(emails[0]?.text).toContain("To be fetched: At a show\nCome to the merch table.");
    await store.orders.ship(placed.id, { trackingNumber: "", carrier: "", trackingUrl: "" });
    const [ready] = await post();
    expect(ready?.subject).toBe("Your order #1001 is ready");
    expect(ready?.text).toContain("Come to the merch table.");
    expect(ready?.text).toContain("How to pay 32.50 CAD: Interac e-Transfer");
    expect(ready?.text).not.toContain("Tracking");
  });

  it("about a download mention no shipping, and have its link once it was sent", async () => {
    const { store, order, post } = await aPost();
    const lines = [{ variant: store.variant("single"), quantity: 1 }];
    const { placed, emails } = await order({ lines, delivery: null });
    await store.orders.markPaid(placed.id);
    const [paid] = await post();
    expect(paid?.text).toContain("You will hear from us again as soon as it is ready.");
    await store.orders.ship(placed.id, NO_TRACKING);
    const [sent] = await post();
    expect(sent?.text).toContain("We have sent you what you ordered from Harbour Line, order #1001.");
    await store.orders.ship(placed.id, { ...NO_TRACKING, downloadUrl: "https://files.example/a" }, NO_TRACKING);
    const [linked] = await post();
    expect(linked?.subject).toBe("Your order #1001 is ready");
    expect(linked?.text).toContain("is ready for you.\n\nYour download:\nhttps://files.example/a\n");
    for (const email of [...emails, paid, sent, linked]) expect(email?.text).not.toMatch(/on its way|Tracking/);
  });

  it("about a parcel with a download have both links", async () => {
    const { store, order, post } = await aPost();
    const { id } = (await order()).placed;
    await store.orders.ship(id, { ...SHIPMENT, downloadUrl: "https://files.example/a" });
    const text = "Where it is now: https://post.example/LP1\n\nYour download:\nhttps://files.example/a\n";
    expect((await post())[0]?.text).toContain(text);
  });

  it("say what happens to the money when an order is cancelled", async () => {
    const { store, order, post } = await aPost();
    const unpaid = (await order()).placed;
    await store.orders.cancel(unpaid.id);
    expect((await post())[0]?.text).toContain("You owe us nothing for it.");
    const half = (await order({ giftCards: ["LAKE2026"] })).placed;
    await store.orders.cancel(half.id);
    const [ended] = await post();
    expect(ended?.text).toContain("You owe us nothing for it.");
    expect(ended?.text).toContain("50.00 CAD are on the gift card ending in 2026 again");
    expect(ended?.text).not.toContain("go back the way they came");
    const paid = (await order({ giftCards: ["LAKE2026"] })).placed;
    await store.orders.markPaid(paid.id);
    await post();
    await store.orders.cancel(paid.id, true);
    const [cancelled, ...others] = await post();
    expect(cancelled?.subject).toBe("Your order #1003 was cancelled");
    expect(cancelled?.text).toContain("0.29 CAD go back the way they came.");
    expect(cancelled?.text).toContain("50.00 CAD are on the gift card ending in 2026 again");
    expect(others).toEqual([]);
  });

  it("have no links in typed text: the recipient may never have bought anything", async () => {
    const { store, post } = await aPost();
    const address = {
      firstName: "You won! Claim at",
      lastName: "https://evil.example/claim",
      address1: "P.O.Box 12",
      company: "evil.example/pay",
      address2: "192.0.2.1/x or 192.0.2.1 or 1.1/x, 3.5 km",
      city: "www.evil.example",
      province: "Ontario",
      country: "Canada",
      zip: "N7A 1A1",
    };
    await store.order({ address });
    const [toBuyer, toOwner] = await post();
    expect(toBuyer?.text).toContain(
      "It goes to:\nevil. example/pay\nP. O. Box 12\n192. 0. 2. 1/x or 192. 0. 2. 1 or 1. 1/x, 3.5 km\nwww. evil. example ON N7A 1A1\nCanada\n",
    );
    // The owner, who sends the parcel, sees everything.
    expect(toOwner?.text).toContain(
      "Send it to:\n> You won! Claim at https://evil.example/claim\n> evil.example/pay\n",
    );

    const { checkout } = await store.checkoutOfCart();
    await store.checkouts.setName(checkout, { firstName: "Ann", lastName: "http://evil.example" });
    await store.place(checkout);
    expect((await post())[0]?.text).toContain("To be fetched: At a show\nCome to the merch table.\n\n");
  });

  it("have no long lines, and none that look like ours, from what a buyer typed", async () => {
    const { store, post } = await aPost();
    const placed = await store.order();
    const address = {
      ...AN_EMPTY_ADDRESS,
      firstName: "Ann\r\nBcc: ben@example.com",
      lastName: "Lake\u2028It is paid: Card.\u0007\u202e",
      address1: "x".repeat(400),
      city: "Goderich\u0085Send it to:",
      address2: "🎸".repeat(150),
      company: "It is paid: Card.",
    };
    const lines = placed.lines.map((line) => ({
      ...line,
      attributes: [{ key: "Print\nSend it to:", value: "Ann\r\rIt is paid: Card." }],
    }));
    const order = { ...placed, lines, address, note: "Hello\r\nSend it to:\u2028Somebody else" };
    store.events.splice(0, 1, { type: "placed", order });
    const [toBuyer, toOwner] = await post();
    expect(toBuyer?.text).toContain(
      "It goes to:\nAnn Bcc: ben@example. com Lake It is paid: Card.\nIt is paid: Card.\nxxx",
    );
    expect(toOwner?.text).toContain("> Print Send it to:: Ann It is paid: Card.");
    expect(toOwner?.text).toContain("The buyer's note:\n> Hello\n> Send it to:\n> Somebody else");
    expect(toOwner?.text).not.toMatch(/^It is paid/m);
    expect(toBuyer?.text).toContain(`${"🎸".repeat(150)}\n`);
    for (const text of [toBuyer?.text ?? "", toOwner?.text ?? ""]) {
      expect(text).not.toMatch(/[^\P{C}\n]/u);
      expect(text).not.toMatch(/^Bcc/m);
      expect(text.match(/^Send it to:/gm)?.length ?? 0).toBeLessThan(2);
      expect(text).not.toContain("x".repeat(201));
    }
  });

  it("that can never be sent are logged without their recipient, and change nothing", async () => {
    const { store, order, lines } = await aPost(async ({ to }) => {
      throw Object.assign(new Error(`no such mailbox: ${to}`), { reason: "bad-email" });
    });
    const { placed } = await order();
    expect(lines).toEqual(
      Array.from(
        { length: 2 },
        () => '{"order":1001,"about":"placed","reason":"Error"} an email about an order could not be sent',
      ),
    );
    expect(store.orders.byId(placed.id)).toEqual(placed);
  });

  it("that cannot be sent now are reported to the caller after each one was tried, without the recipients' addresses", async () => {
    const { order, lines } = await aPost(async ({ to }) => {
      throw new Error(`no room for ${to}`);
    });
    await expect(order()).rejects.toThrow(/^An email about an order could not be put on disk\.$/);
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain("@");
  });

  it("are written once each, even if another one repeatedly fails", async () => {
    const { sent, write, isFull, placed } = await aFullPost();
    const event: OrderEvent = { type: "placed", order: placed };
    await expect(write(event, 1, true)).rejects.toThrow();
    await expect(write(event, 1, true)).rejects.toThrow();
    expect(sent).toEqual(["ann@example.com"]);
    isFull.now = false;
    await write(event, 1, true);
    expect(sent).toEqual(["ann@example.com", "owner@artist.example"]);
    // The same event with another note is written again.
    await write(event, 2, true);
    expect(sent).toHaveLength(4);
  });
});

test("the owner's summary has each order's number, total and event, and no text of a buyer", async () => {
  const emails: EmailMessage[] = [];
  const write = createSummaryEmail({
    ...HARBOUR_LINE,
    sendEmail: async (email) => void emails.push(email),
    log: { error: () => undefined },
  });
  const order = await (await aStore()).order({ email: "visit.evil@example.com", note: "Visit evil" });
  await write({
    events: [
      { type: "placed", order },
      { type: "expired", order },
    ],
    unnamed: 150,
  });
  expect(emails).toMatchObject([{ to: "owner@artist.example", subject: "Your orders in the last hour: 152 more" }]);
  expect(emails[0]?.text).toContain(
    "#1001, 50.29 CAD: a new order, not paid by card\n#1001, 50.29 CAD: ended, because it was not paid in time\nand 150 more",
  );
  expect(emails[0]?.text).toContain("https://artist.example/admin");
  expect(emails[0]?.text).not.toContain("evil");
});
