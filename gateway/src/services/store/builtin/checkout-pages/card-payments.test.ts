import { expect, test } from "vitest";
import { variantOf } from "../a-store.case.ts";
import { createOrderLimits } from "../orders/order-limit.ts";
import type { Message } from "../payments/fake-stripe.case.ts";
import { ADDRESS, aReadyCheckout, aShop, aShopWithCards, type Page } from "./a-buyer.case.ts";

const PLACE = /\/place$/;
const STRIPES_PAGE = "https://checkout.stripe.com/c/pay/cs_test_1";

/** A buyer who has chosen to pay by card. */
async function atStripe() {
  const shop = await aShopWithCards();
  const checkout = await aReadyCheckout(shop.store, "record", 5);
  const payment = await shop.buyer.openCheckout(checkout, "payment");
  const left = await shop.buyer.submit(payment, PLACE, { payment: "card" });
  const addressOf = (name: string) => {
    const url = shop.stripe.requests[0]?.body.get(name) ?? "";
    return url.replace("https://artist.example", "");
  };
  const record = checkout.priced.lines[0]?.variant;
  const onHand = () => record && shop.store.stock.onHand(record);
  return {
    ...shop,
    checkout,
    payment,
    left,
    onHand,
    back: { paid: addressOf("success_url"), unpaid: addressOf("cancel_url") },
  };
}

test("a buyer pays at the processor and returns to a paid order, even before the processor's message", async () => {
  const { store, stripe, buyer, left, back } = await atStripe();
  expect([left.status, left.location]).toEqual([303, STRIPES_PAGE]);
  expect(left.headers.get("Content-Security-Policy")).toContain("form-action 'self' https://checkout.stripe.com;");

  const waiting = await buyer.open(back.paid);
  expect(waiting.words).toContain("Waiting for your payment");
  // The button to the card payment names the price, like the button that placed the order.
  expect(waiting.html).toMatch(/<button class="button">Pay now · \$\d+\.\d\d CAD<\/button>/);
  const message = stripe.pay("cs_test_1");
  const status = await buyer.open(back.paid);
  expect(status.words).toContain("Thank you Your payment has arrived. We write to you when it leaves.");
  expect(store.orders.byId(1)?.payment).toMatchObject({ status: "paid", paymentId: "pi_cs_test_1" });

  const sent = (signature: string) =>
    buyer.ask("/checkout/stripe/webhook", {
      method: "POST",
      body: message.body,
      headers: { "Stripe-Signature": signature },
    });
  expect((await sent("t=1,v1=forged")).status).toBe(400);
  expect((await sent(message.signature)).status).toBe(200);
});

test("a buyer who may hold no more unpaid stock can still pay by card", async () => {
  const { store, buyer } = await aShopWithCards(
    {},
    createOrderLimits(() => 0),
  );
  const payment = await buyer.openCheckout(await aReadyCheckout(store, "record", 4), "payment");
  const refused = await buyer.submit(payment, PLACE, { payment: "e-transfer" });
  expect([refused.status, refused.words]).toEqual([
    422,
    expect.stringContaining("You can pay by card now: such an order does not wait."),
  ]);
  expect((await buyer.submit(refused, PLACE, { payment: "card" })).location).toBe(STRIPES_PAGE);
});

test("the processor's message reports the payment of a buyer who never comes back", async () => {
  const { store, stripe, buyer } = await atStripe();
  const { body, signature } = stripe.pay("cs_test_1");
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
  expect((await buyer.ask("/checkout/stripe/webhook", { method: "POST", body, headers })).status).toBe(200);
  expect(store.orders.byId(1)?.payment.status).toBe("paid");
});

test("a buyer who goes back without paying can pay in another way, and the stock is no longer held", async () => {
  const { store, buyer, back, checkout, onHand } = await atStripe();
  expect(onHand()).toBe(0);
  const again = await buyer.open(back.unpaid);
  expect(again.status).toBe(200);
  expect(again.words).toContain("You came back without paying, and nothing was taken.");
  expect(again.words).toContain("How would you like to pay?");
  expect([onHand(), store.orders.byId(1)?.payment.status]).toEqual([5, "voided"]);

  const status = await buyer.submit(again, PLACE, { payment: "e-transfer" });
  expect(status.words).toContain("Order #1002 Thank you");
  expect((await buyer.openCheckout(checkout)).words).toContain("Order #1002 Thank you");
});

test("an old return address opened again does not give up the card payment that was begun since", async () => {
  const { store, buyer, back } = await atStripe();
  const again = await buyer.open(back.unpaid);
  await buyer.submit(again, PLACE, { payment: "card" });
  const page = await buyer.open(back.unpaid);
  expect(page.words).toContain("Order #1002 Waiting for your payment");
  expect([1, 2].map((id) => store.orders.byId(id)?.payment.status)).toEqual(["voided", "awaiting-card"]);
});

test("a buyer who has paid and then goes back sees the paid order", async () => {
  const { stripe, buyer, back } = await atStripe();
  stripe.pay("cs_test_1");
  expect((await buyer.open(back.unpaid)).words).toContain("Thank you Your payment has arrived.");
});

test("a second click and the order's page both lead to the same payment", async () => {
  const { stripe, buyer, payment, back } = await atStripe();
  expect((await buyer.submit(payment, PLACE, { payment: "card" })).location).toBe(STRIPES_PAGE);
  const waiting = await buyer.open(back.paid);
  expect((await buyer.submit(waiting, /\/pay$/)).location).toBe(STRIPES_PAGE);
  expect(stripe.sessions.size).toBe(1);
  stripe.pay("cs_test_1");
  expect((await buyer.submit(waiting, /\/pay$/)).words).toContain("Your payment has arrived.");
});

test.each([
  [503, "The card processor cannot be reached just now. Nothing was taken."],
  [402, "The card processor refused this payment. Nothing was taken."],
])("if the processor answers %s, the buyer can pay in another way, and no stock is held", async (failure, sentence) => {
  const { store, stripe, logged, buyer } = await aShopWithCards();
  const checkout = await aReadyCheckout(store, "record", 5);
  stripe.failWith(failure);
  const payment = await buyer.openCheckout(checkout, "payment");
  const refused = await buyer.submit(payment, PLACE, { payment: "card" });
  expect([refused.status, refused.words]).toEqual([422, expect.stringContaining(sentence)]);
  expect(refused.html).toMatch(/id="payment" name="payment" value="card" required checked/);
  // The log contains neither the buyer's address nor the processor's message, which may contain the address.
  expect(logged).toMatchObject([{ fields: { order: 1001, status: failure } }]);
  expect(JSON.stringify(logged)).not.toContain(ADDRESS.email);
  const status = await buyer.submit(refused, PLACE, { payment: "e-transfer" });
  expect(status.words).toContain("Thank you");
});

test("a card is offered only for sums that it can pay; for another sum the page explains why not", async () => {
  const settings = { currency: "KWD", moneyFormat: "KD {{amount}}", taxes: [] };
  const products = [{ handle: "record", title: "Long Point (LP)", price: "5.125" }];
  const { store, stripe, buyer } = await aShopWithCards({ settings, products });
  const payment = await buyer.openCheckout(await aReadyCheckout(store), "payment");
  const sentence = "A card cannot pay exactly KD 6.325 KWD: the card processor does not count this finely.";
  expect(payment.words).toContain(`${sentence} How would you like to pay? Interac e-Transfer`);
  expect(payment.html).not.toContain('value="card"');
  const refused = await buyer.submit(payment, PLACE, { payment: "card" });
  expect([refused.status, refused.words]).toEqual([422, expect.stringContaining("Choose how you would like to pay.")]);
  expect(store.orders.byId(1)).toBeUndefined();

  const two = await buyer.submit(payment, /\/line$/, { quantity: "2", do: "change" });
  expect(two.words).not.toContain("A card cannot pay");
  expect((await buyer.submit(two, PLACE, { payment: "card" })).location).toBe(STRIPES_PAGE);
  expect(stripe.requests[0]?.body.get("line_items[0][price_data][unit_amount]")).toBe("10250");
});

test("if a card is the only way to pay and cannot pay the sum, the page asks the buyer to write", async () => {
  const settings = { currency: "KWD", moneyFormat: "KD {{amount}}", taxes: [], payments: [] };
  const products = [{ handle: "record", title: "Long Point (LP)", price: "5.125" }];
  const { store, buyer } = await aShopWithCards({ settings, products });
  const payment = await buyer.openCheckout(await aReadyCheckout(store), "payment");
  expect(payment.words).toContain(
    "the card processor does not count this finely. There is no way to pay for this order just now. Please write to us.",
  );
});

test("while the processor cannot be reached, the order waits and the page says so", async () => {
  const { store, stripe, buyer, back } = await atStripe();
  stripe.failWith(500);
  const waiting = (page: Page) =>
    expect([page.status, page.words]).toEqual([200, expect.stringContaining("Waiting for your payment")]);
  waiting(await buyer.open(back.paid));
  waiting(await buyer.open(back.unpaid));
  const again = await buyer.submit(await buyer.open(back.paid), /\/pay$/);
  expect(again.status).toBe(422);
  expect(again.words).toContain("The card processor cannot be reached just now. Nothing was taken. Try again later.");
  expect(again.words).toContain("Waiting for your payment");
  expect(store.orders.byId(1)?.payment.status).toBe("awaiting-card");
});

test("the page says when the processor refuses to continue a payment", async () => {
  const { stripe, buyer, back } = await atStripe();
  const waiting = await buyer.open(back.paid);
  stripe.failWith(402);
  const refused = await buyer.submit(waiting, /\/pay$/);
  expect(refused.status).toBe(422);
  expect(refused.words).toContain("The card processor refused this payment. Nothing was taken. Please write to us.");
});

test("the page says that a payment for which a bank needs days is being processed, not refused", async () => {
  const { store, stripe, buyer, back } = await atStripe();
  const waiting = await buyer.open(back.paid);
  Object.assign(stripe.sessions.get("cs_test_1") ?? {}, { status: "complete", url: null });
  const page = await buyer.submit(waiting, /\/pay$/);
  expect(page.status).toBe(422);
  expect(page.words).toContain("Your payment is with the card processor already, and can take some days.");
  expect(page.words).not.toMatch(/refused|Nothing was taken/);
  expect(store.orders.byId(1)?.payment.status).toBe("awaiting-card");
});

/** An order that was paid and refunded at Stripe before any message arrived, and Stripe's messages about both. */
async function refundedAtStripe(amount?: number) {
  const shop = await atStripe();
  const payment = shop.stripe.pay("cs_test_1");
  shop.stripe.refundAtStripe("cs_test_1", amount);
  const order = () => shop.store.orders.byId(1);
  const charge = { payment_intent: "pi_cs_test_1", metadata: { porchlight_order_id: "1" } };
  const refund = shop.stripe.message("charge.refunded", { ...charge, refunded: amount === undefined });
  const sendWebhook = async ({ body, signature }: Message) => (await shop.cards.webhook(body, signature)).status;
  const eventTypes = () => shop.store.events.map(({ type }) => type);
  return { ...shop, payment, refund, order, sendWebhook, eventTypes };
}

test.each([
  ["when Stripe reports the refund first", ["refund", "payment"]],
  ["when Stripe reports only the payment", ["payment"]],
  ["when Stripe repeats itself", ["payment", "refund", "payment", "refund"]],
] as const)("an order that was paid and refunded meanwhile counts as refunded, %s", async (_, messages) => {
  const shop = await refundedAtStripe();
  for (const name of messages) expect(await shop.sendWebhook(shop[name])).toBe(200);
  expect(shop.order()?.payment).toMatchObject({ status: "refunded", paymentId: "pi_cs_test_1" });
  expect(shop.store.orders.historyOf(1).map(({ type }) => type)).toEqual(["placed", "paid", "refunded"]);
  expect(shop.eventTypes()).toEqual(["placed", "refunded"]);
  expect((await shop.buyer.open(shop.back.paid)).words).toContain("Your money is on its way back");
});

test("a refund that was reported while Stripe could not be reached is found when the payment is checked", async () => {
  const { store, stripe, cards, sendWebhook, refund, order, eventTypes } = await refundedAtStripe();
  stripe.failWith(500);
  expect(await sendWebhook(refund)).toBe(200);
  expect(order()?.payment.status).toBe("awaiting-card");
  stripe.failWith(undefined);
  store.moveClock(1);
  await cards.settleOverdue();
  expect([order()?.payment.status, eventTypes()]).toEqual(["refunded", ["placed", "refunded"]]);
});

test("an order still counts as paid if only a part was refunded, or if the refund failed", async () => {
  const part = await refundedAtStripe(100);
  expect([await part.sendWebhook(part.refund), await part.sendWebhook(part.payment)]).toEqual([200, 200]);
  expect(part.order()?.payment.status).toBe("paid");
  const failed = await atStripe();
  const { body, signature } = failed.stripe.pay("cs_test_1");
  failed.stripe.refundAtStripe("cs_test_1", undefined, "failed");
  await failed.cards.webhook(body, signature);
  expect(failed.store.orders.byId(1)?.payment.status).toBe("paid");
});

test("an order is marked as paid even if the Stripe key may not read refunds", async () => {
  const { stripe, sendWebhook, payment, order, logged } = await refundedAtStripe(100);
  stripe.failWith(403);
  expect(await sendWebhook(payment)).toBe(200);
  expect(order()?.payment.status).toBe("paid");
  expect(logged).toMatchObject([{ fields: { order: 1001, status: 403 } }]);
});

test("a shop without card payments offers no card and accepts none", async () => {
  const { store, buyer } = await aShop();
  const checkout = await aReadyCheckout(store);
  const payment = await buyer.openCheckout(checkout, "payment");
  expect(payment.html).not.toContain('value="card"');
  expect((await buyer.submit(payment, PLACE, { payment: "card" })).status).toBe(422);
  expect(store.orders.any()).toBe(false);
});

test("an order that waits for a card offers no way to pay after the shop has turned card payments off", async () => {
  const { store, buyer } = await aShop();
  const checkout = await aReadyCheckout(store);
  const { total, due } = checkout.priced;
  await store.orders.place(checkout, { method: "card", expectedTotal: total, expectedDue: due });
  const page = await buyer.openCheckout(checkout);
  expect(page.words).toContain("Waiting for your payment");
  expect(page.html).not.toContain("<form");
});

test("overdue orders are checked at the processor: one was paid, an expired one no longer holds stock", async () => {
  const { store, stripe, cards, buyer } = await aShopWithCards();
  for (const [at, pieces] of [1, 2, 1].entries()) {
    const payment = await buyer.openCheckout(await aReadyCheckout(store, "record", pieces), "payment");
    await buyer.submit(payment, PLACE, { payment: "card" });
    expect(stripe.sessions.size).toBe(at + 1);
  }
  stripe.pay("cs_test_1");
  Object.assign(stripe.sessions.get("cs_test_2") ?? {}, { status: "expired", url: null });
  const states = () => [1, 2, 3].map((id) => store.orders.byId(id)?.payment.status);
  const record = variantOf(store.catalogue, "record");

  await cards.settleOverdue();
  expect(states()).toEqual(["awaiting-card", "awaiting-card", "awaiting-card"]);
  store.moveClock(31 / (24 * 60) + 1e-6);
  stripe.failWith(500);
  await cards.settleOverdue();
  expect([states()[0], store.stock.onHand(record)]).toEqual(["awaiting-card", 1]);
  stripe.failWith(undefined);
  await cards.settleOverdue();
  // A bank needs several days for the third payment.
  expect([states(), store.stock.onHand(record)]).toEqual([["paid", "voided", "awaiting-card"], 3]);
});

/** A shop with two orders whose buyers went to Stripe a day ago. */
async function twoOverdue() {
  const shop = await aShopWithCards();
  for (const pieces of [1, 2]) {
    const payment = await shop.buyer.openCheckout(await aReadyCheckout(shop.store, "record", pieces), "payment");
    await shop.buyer.submit(payment, PLACE, { payment: "card" });
  }
  shop.store.moveClock(1);
  return shop;
}

test("an order whose payment Stripe does not know does not block later ones", async () => {
  const { store, stripe, cards, logged } = await twoOverdue();
  // The payment was made in test mode, or in another account.
  stripe.sessions.delete("cs_test_1");
  Object.assign(stripe.sessions.get("cs_test_2") ?? {}, { status: "expired", url: null });
  await cards.settleOverdue();
  expect([1, 2].map((id) => store.orders.byId(id)?.payment.status)).toEqual(["awaiting-card", "voided"]);
  expect(logged).toMatchObject([{ fields: { order: 1001, status: 404 } }]);
});

test("even a hundred orders whose payments Stripe does not know do not block later ones", async () => {
  const { store, stripe, cards } = await twoOverdue();
  await store.data.write((writer) =>
    writer.run(`
      WITH RECURSIVE others (id) AS (VALUES (3) UNION ALL SELECT id + 1 FROM others WHERE id < 103)
      INSERT INTO orders (id, status_key, checkout_token, placed_at, contents, search_text, payment_status, session_id,
        updated_at)
      SELECT others.id, status_key, 'checkout-' || others.id, placed_at, contents, search_text, payment_status,
        'cs_test_' || others.id, updated_at
      FROM others, orders WHERE orders.id = 2`),
  );
  const [last] = stripe.sessions.values();
  stripe.sessions.clear();
  if (last) stripe.sessions.set("cs_test_103", { ...last, id: "cs_test_103", status: "expired" });
  await cards.settleOverdue();
  expect([102, 103].map((id) => store.orders.byId(id)?.payment.status)).toEqual(["awaiting-card", "voided"]);
});

test.each([500, 401])("if the processor answers with %s, only one request is sent", async (failure) => {
  const { stripe, cards } = await twoOverdue();
  const asked = stripe.requests.length;
  stripe.failWith(failure);
  await cards.settleOverdue();
  expect(stripe.requests).toHaveLength(asked + 1);
});
