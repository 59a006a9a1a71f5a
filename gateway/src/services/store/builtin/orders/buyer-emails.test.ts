import { describe, expect, it } from "vitest";
import { aStoreWithEmails, NO_TRACKING } from "./a-store-with-emails.case.ts";

const SHIPMENT = { trackingNumber: "LP1", carrier: "Post", trackingUrl: "https://post.example/LP1" };

describe("emails about an order", () => {
  it("tell the buyer the goods, the price, how to pay, the address and the link to the order's page", async () => {
    const { order } = await aStoreWithEmails();
    const { placed, emails } = await order({ giftCards: ["LAKE2026"] });
    expect(emails.map(({ to }) => to)).toEqual(["ann@example.com", "owner@artist.example"]);
    expect(emails.map(({ tag }) => tag)).toEqual(["order-1001-buyer", "order-1001-owner"]);
    expect(emails[0]?.subject).toBe("Your order #1001 at Harbour Line");
    expect(emails.map(({ about }) => about)).toEqual(
      Array.from({ length: 2 }, () => ({ order: 1001, about: "placed" })),
    );
    expect(emails[0]?.text).toBe(
      `Thank you. We have your order, #1001.

1 × Long Point (LP) ..................................... $32.50

Subtotal ................................................ $32.50
Parcel .................................................. $12.00
HST ...................................................... $5.79

Total ............................................... $50.29 CAD
Gift card ending in 2026 ............................... −$50.00
Left to pay .......................................... $0.29 CAD

How to pay $0.29 CAD: Interac e-Transfer

Send it to us.

Please give the order number, #1001, with your payment, so that we can find it.

We are holding it for you until March 8, 2026. If it is not paid by then, the order ends, and you owe nothing.

Delivery address:
> Ann Lake
> 1 Pier Road
> Goderich ON N7A 1A1
> Canada

Look at your order:
https://artist.example/checkout/orders/1?key=${placed.statusKey}

Questions? Just reply to this email.

Harbour Line
https://artist.example
`,
    );
  });

  it("remind the buyer of the last day of the hold, and notify buyer and owner when the hold ends", async () => {
    const { store, newEmails, order } = await aStoreWithEmails();
    await order({ giftCards: ["LAKE2026"] });
    store.time.now = new Date("2026-03-07T12:00:00Z");
    await store.orders.doWhatIsDue();
    const [reminder, ...others] = await newEmails();
    expect(others).toEqual([]);
    expect([reminder?.to, reminder?.subject]).toEqual([
      "ann@example.com",
      "Your order #1001 is held until March 8, 2026",
    ]);
    expect(reminder?.text).toContain("If it is not paid by then, the order ends, and its goods are for sale again.");
    expect(reminder?.text).toContain("How to pay $0.29 CAD: Interac e-Transfer\n\nSend it to us.");
    store.time.now = new Date("2026-03-09T12:00:00Z");
    await store.orders.doWhatIsDue();
    const emails = await newEmails();
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      ["ann@example.com", "Your order #1001 has ended"],
      ["owner@artist.example", "Order #1001 ended: it was not paid in time"],
    ]);
    expect(emails[0]?.text).toContain("$50.00 CAD is back on the gift card ending in 2026.");
    expect(emails[1]?.text).toContain("unpaidOrdersExpireAfter in content/store/store.yaml");
  });

  it("do not include a reminder if the order is paid before the reminder is written", async () => {
    const { store, newEmails, order } = await aStoreWithEmails();
    const { placed } = await order();
    store.time.now = new Date("2026-03-07T12:00:00Z");
    await store.orders.doWhatIsDue();
    await store.orders.markPaid(placed.id);
    store.events.splice(0, store.events.length, { type: "reminded", order: store.orders.byId(placed.id) ?? placed });
    expect(await newEmails()).toEqual([]);
  });

  it("with a card are sent after the payment, and not at all if the buyer gives up", async () => {
    const { store, order, newEmails } = await aStoreWithEmails();
    const { placed, emails } = await order({ method: "card" });
    const other = await order({ method: "card" });
    await store.orders.voidUnpaid(other.placed.id);
    expect([...emails, ...(await newEmails())]).toEqual([]);
    await store.orders.markPaid(placed.id, { paymentId: "pi_1" });
    const [toBuyer, toOwner] = await newEmails();
    expect(toBuyer?.text).toContain("1 × Long Point (LP) ..................................... $32.50");
    expect(toBuyer?.text).toContain("It is paid. Thank you!");
    expect(toOwner?.text).toContain("It is paid: Card.");
  });

  it("report payment, shipping and refund of an order", async () => {
    const { store, order, newEmails } = await aStoreWithEmails();
    const { id } = (await order()).placed;
    await store.orders.markPaid(id);
    const [paid] = await newEmails();
    expect(paid?.subject).toBe("We have your payment for order #1001");
    expect(paid?.text).toContain("We will write again as soon as it is on its way.");
    await store.orders.ship(id, SHIPMENT);
    const [shipped] = await newEmails();
    expect(shipped?.subject).toBe("Your order #1001 is on its way");
    expect(shipped?.text).toContain(
      "Carrier: Post\nTracking number: LP1\nWhere it is now:\nhttps://post.example/LP1\n",
    );
    await store.orders.refund(id);
    const [refunded, ...others] = await newEmails();
    expect(refunded?.subject).toBe("Your money back for order #1001");
    expect(refunded?.text).toContain("$50.29 CAD is going back the way you paid.");
    expect(others).toEqual([]);
  });

  it("name the person who picks the order up, and contain no address if there is none", async () => {
    const { store, newEmails } = await aStoreWithEmails();
    const { checkout } = await store.checkoutOfCart();
    await store.checkouts.setName(checkout, { firstName: "Ann", lastName: "Lee" });
    await store.place(checkout);
    const [toBuyer, toOwner] = await newEmails();
    expect(toBuyer?.text).toContain("Pickup: At a show\nCome to the merch table.\n\n> Name: Ann Lee\n\n");
    expect(toOwner?.text).toContain("From: ann@example.com\n\nPickup: At a show\n> Name: Ann Lee\n\n");
  });

  it("say when an order is ready for pickup, and how to pay if it is unpaid", async () => {
    const { store, order, newEmails } = await aStoreWithEmails();
    const { placed, emails } = await order({ delivery: "at-a-show", address: null });
    expect(emails[0]?.text).toContain("Pickup: At a show\nCome to the merch table.");
    await store.orders.ship(placed.id, NO_TRACKING);
    const [ready] = await newEmails();
    expect(ready?.subject).toBe("Your order #1001 is ready");
    expect(ready?.text).toContain("Come to the merch table.");
    expect(ready?.text).toContain("How to pay $32.50 CAD: Interac e-Transfer");
    expect(ready?.text).not.toContain("Tracking");
  });

  it("about a download do not mention shipping, and contain the link after the owner has sent it", async () => {
    const { store, order, newEmails } = await aStoreWithEmails();
    const lines = [{ variant: store.variant("single"), quantity: 1 }];
    const { placed, emails } = await order({ lines, delivery: null });
    await store.orders.markPaid(placed.id);
    const [paid] = await newEmails();
    expect(paid?.text).toContain("We will write again as soon as it is ready.");
    await store.orders.ship(placed.id, NO_TRACKING);
    const [sent] = await newEmails();
    expect(sent?.text).toContain("We have sent you what you ordered from Harbour Line.");
    await store.orders.ship(placed.id, { ...NO_TRACKING, downloadUrl: "https://files.example/a" }, NO_TRACKING);
    const [linked] = await newEmails();
    expect(linked?.subject).toBe("Your order #1001 is ready");
    expect(linked?.text).toContain("is ready for you.\n\nYour download:\nhttps://files.example/a\n");
    for (const email of [...emails, paid, sent, linked]) expect(email?.text).not.toMatch(/on its way|Tracking/);
  });

  it("about a parcel with a download contain both links", async () => {
    const { store, order, newEmails } = await aStoreWithEmails();
    const { id } = (await order()).placed;
    await store.orders.ship(id, { ...SHIPMENT, downloadUrl: "https://files.example/a" });
    const text = "Where it is now:\nhttps://post.example/LP1\n\nYour download:\nhttps://files.example/a\n";
    expect((await newEmails())[0]?.text).toContain(text);
  });

  it("say what happens to the money when an order is cancelled", async () => {
    const { store, order, newEmails } = await aStoreWithEmails();
    const unpaid = (await order()).placed;
    await store.orders.cancel(unpaid.id);
    expect((await newEmails())[0]?.text).toContain("You owe us nothing for it.");
    const half = (await order({ giftCards: ["LAKE2026"] })).placed;
    await store.orders.cancel(half.id);
    const [ended] = await newEmails();
    expect(ended?.text).toContain("You owe us nothing for it.");
    expect(ended?.text).toContain("$50.00 CAD is back on the gift card ending in 2026.");
    expect(ended?.text).not.toContain("going back the way you paid");
    const paid = (await order({ giftCards: ["LAKE2026"] })).placed;
    await store.orders.markPaid(paid.id);
    await newEmails();
    await store.orders.cancel(paid.id, true);
    const [cancelled, ...others] = await newEmails();
    expect(cancelled?.subject).toBe("Your order #1003 was cancelled");
    expect(cancelled?.text).toContain("$0.29 CAD is going back the way you paid.");
    expect(cancelled?.text).toContain("$50.00 CAD is back on the gift card ending in 2026.");
    expect(others).toEqual([]);
  });
});
