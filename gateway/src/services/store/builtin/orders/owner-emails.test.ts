import { describe, expect, it, test } from "vitest";
import type { EmailMessage } from "../../../shared/outgoing-messages.ts";
import { aStore } from "./a-store.case.ts";
import { aStoreWithEmails, HARBOUR_LINE } from "./a-store-with-emails.case.ts";
import { createFailedRefundEmail, createSummaryEmail } from "./order-emails.ts";

describe("emails about an order", () => {
  it("notify the owner of a new order, with the buyer's note", async () => {
    const { order } = await aStoreWithEmails();
    const { emails } = await order({ note: "For my mother.\nPlease wrap it." });
    expect(emails[1]?.subject).toBe("New order #1001: $50.29 CAD");
    // The owner replies to the buyer, and the buyer to the shop.
    expect(emails.map(({ replyTo }) => replyTo)).toEqual(["shop@artist.example", "ann@example.com"]);
    expect(emails[1]?.text).toContain("It is not paid yet. The buyer was told how to pay: Interac e-Transfer.");
    expect(emails[1]?.text).toContain("From: ann@example.com\n\nSend it to:\n> Ann Lake\n> 1 Pier Road\n");
    expect(emails[1]?.text).toContain("The buyer's note:\n> For my mother.\n> Please wrap it.");
    expect(emails[1]?.text).toContain("See the order on your dashboard:\nhttps://artist.example/admin?order=1001\n");
  });

  it("notify buyer and owner once of a late card payment that is refunded", async () => {
    const { store, order, newEmails } = await aStoreWithEmails();
    const { id } = (await order({ method: "card" })).placed;
    await store.orders.voidUnpaid(id);
    await store.orders.recordLatePayment(id, { paymentId: "pi_1", otherSum: null });
    // Stripe repeats its messages.
    await store.orders.recordLatePayment(id, { paymentId: "pi_1", otherSum: null });
    const [toBuyer, toOwner, ...others] = await newEmails();
    expect(others).toEqual([]);
    expect(toBuyer).toMatchObject({ to: "ann@example.com", subject: "Your money back for order #1001" });
    expect(toBuyer?.text).toContain("Your card payment of $50.29 CAD for order #1001 at Harbour Line came after");
    expect(toBuyer?.text).toContain("All of it is going back the way you paid.");
    expect(toOwner).toMatchObject({ to: "owner@artist.example", replyTo: "ann@example.com" });
    expect(toOwner?.subject).toBe("A card payment goes back: order #1001 had ended");
    expect(toOwner?.text).toContain(
      "Somebody paid $50.29 CAD by card for order #1001, and this order had ended before",
    );
    expect(toOwner?.text).toContain("From: ann@example.com\nPayment at Stripe: pi_1\n");
  });

  it("name the sum of a late payment if it differs from the requested one", async () => {
    const { store, order, newEmails } = await aStoreWithEmails();
    const { id } = (await order({ method: "card" })).placed;
    await store.orders.voidUnpaid(id);
    await store.orders.recordLatePayment(id, { paymentId: "pi_1", otherSum: "53.29 CAD" });
    const [toBuyer, toOwner] = await newEmails();
    expect(toBuyer?.text).toContain("Your card payment of $53.29 CAD for order #1001");
    expect(toOwner?.text).toContain("Somebody paid $53.29 CAD by card for order #1001");
  });
});

const TO_SHOP = "Questions? Just reply to this email.";
const TO_BUYER = "Your reply to this email goes to the buyer.";

test("an owner who orders in their own shop reads in each of the two emails who gets a reply", async () => {
  const { order } = await aStoreWithEmails();
  const { emails } = await order({ email: HARBOUR_LINE.ownerEmail });
  expect(emails.map(({ to }) => to)).toEqual([HARBOUR_LINE.ownerEmail, HARBOUR_LINE.ownerEmail]);
  expect(emails.map(({ text }) => [TO_SHOP, TO_BUYER].filter((sentence) => text.includes(sentence)))).toEqual([
    [TO_SHOP],
    [TO_BUYER],
  ]);
});

test("an email about a buyer whose address is unknown does not say that a reply reaches them", async () => {
  const emails: EmailMessage[] = [];
  const write = createFailedRefundEmail({
    ...HARBOUR_LINE,
    sendEmail: async (email) => void emails.push(email),
    log: { error: () => undefined },
  });
  await write({ number: "1001", email: "", payment: "pi_1", amount: "45.20 CAD" });
  expect(emails).toHaveLength(1);
  for (const sentence of [TO_SHOP, TO_BUYER]) expect(emails[0]?.text).not.toContain(sentence);
});

test("the owner's summary has each order's number, total and event, and no text from a buyer", async () => {
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
    "#1001, $50.29 CAD: a new order, not paid by card\n#1001, $50.29 CAD: ended, because it was not paid in time\nand 150 more",
  );
  expect(emails[0]?.text).toContain("https://artist.example/admin");
  expect(emails[0]?.text).not.toContain("evil");
});
