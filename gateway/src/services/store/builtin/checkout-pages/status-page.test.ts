import { describe, expect, test } from "vitest";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import type { TestStore } from "../a-store.case.ts";
import { done } from "../checkout/a-checkout.case.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import { ADDRESS, aCheckoutWith, aReadyCheckout, aShop } from "./a-buyer.case.ts";

const GIFT_CARD = { code: "LAKE12345678", balance: 1_000, currency: "CAD", isEnabled: true };
const POST = { carrier: "Canada Post", trackingNumber: "7023 2109", trackingUrl: "https://post.example/7023?a=1&b=2" };
const NO_TRACKING = { carrier: "", trackingNumber: "", trackingUrl: "" };

async function placed(store: TestStore, checkout: Checkout, method = "e-transfer"): Promise<Order> {
  const { total, due } = checkout.priced;
  const result = await store.orders.place(checkout, { method, expectedTotal: total, expectedDue: due });
  if (!result?.ok) throw new Error("The order was not placed");
  return result.order;
}

/** The page of an order after a change. */
async function pageAfter(change: (store: TestStore, order: Order) => Promise<unknown>, ready = aReadyCheckout) {
  const { store, buyer } = await aShop({ settings: { giftCards: [GIFT_CARD] } });
  const order = await placed(store, await ready(store));
  const result = await change(store, order);
  expect(result).not.toMatchObject({ ok: false });
  return buyer.ask(`/checkout/orders/${order.id}?key=${order.statusKey}`);
}

async function toBePickedUp(store: TestStore): Promise<Checkout> {
  const checkout = await aCheckoutWith(store);
  done(await store.checkouts.setEmail(checkout, ADDRESS.email));
  return done(await store.checkouts.setDelivery(checkout, "at-a-show"));
}

async function withGiftCard(store: TestStore): Promise<Checkout> {
  return done(await store.checkouts.appendGiftCards(await aReadyCheckout(store), [GIFT_CARD.code], TEST_CLIENT.key));
}

test("the page of an unpaid order says how to pay, and what was ordered", async () => {
  const page = await pageAfter(async () => undefined);
  expect(page.html).toContain("<title>Order #1001 · Harbour Line</title>");
  expect(page.words).toContain("Order #1001 Thank you We have your order. Here is how to pay for it.");
  expect(page.words).toContain("Interac e-Transfer: $50.29 CAD Send it to us. Your order number is #1001.");
  expect(page.words).toContain("Long Point (LP) $32.50 1 × $32.50");
  expect(page.words).toContain("Subtotal $32.50 Parcel $12.00 HST 13% $5.79 Total $50.29 CAD");
  expect(page.words).toContain("Address Ann Lee 1 Pier Road Port Dover ON N0A 1N1 Canada");
  expect(page.words).toContain("Payment Interac e-Transfer Not paid yet");
});

test("each paragraph of the owner's payment instructions is a paragraph on the page", async () => {
  const payments = [{ handle: "cheque", title: "Cheque", instructions: "Sign it.\n\nWe pack it then." }];
  const { store, buyer } = await aShop({ settings: { payments } });
  const { id, statusKey } = await placed(store, await aReadyCheckout(store), "cheque");
  const { html } = await buyer.ask(`/checkout/orders/${id}?key=${statusKey}`);
  expect(html).toContain('<p class="as-written">Sign it.</p><p class="as-written">We pack it then.</p>');
});

test("the page says how long an unpaid order is held, but not after it is paid, sent or ended", async () => {
  const HELD = "We hold it for you until June 8, 2026. If it is not paid by then, the order ends, and you owe nothing.";
  const held = async (change: Parameters<typeof pageAfter>[0]) => (await pageAfter(change)).words.includes(HELD);
  expect(await held(async () => undefined)).toBe(true);
  expect(await held((shop, { id }) => shop.orders.markPaid(id))).toBe(false);
  expect(await held((shop, { id }) => shop.orders.ship(id, NO_TRACKING))).toBe(false);
  expect(await held((shop, { id }) => shop.orders.cancel(id))).toBe(false);
});

test("some weeks after an order ended unpaid, its page says that its lines and its buyer were removed", async () => {
  const page = await pageAfter(async (store, { id }) => {
    await store.orders.cancel(id);
    store.moveClock(31);
    await store.orders.doWhatIsDue();
  });
  expect(page.words).toContain("Order #1001 This order was cancelled");
  expect(page.words).toContain("It ended more than 30 days ago without being paid, so what was in it was removed.");
  expect(page.words).toContain("Total $50.29 CAD");
  expect(page.words).not.toMatch(/Long Point|Ann|Email/);
});

test("the page of an order that was not paid in time says that it has ended, and what was returned", async () => {
  const page = await pageAfter(async (store) => {
    for (const days of [6, 4]) {
      store.moveClock(days);
      await store.orders.doWhatIsDue();
    }
  }, withGiftCard);
  expect(page.words).toContain("Order #1001 This order has ended It was not paid in time, so nothing will be sent");
  expect(page.words).toContain("$10.00 CAD is back on the gift card ending in 5678.");
  expect(page.words).not.toContain("We hold it");
});

test("without a mail server no page mentions an email", async () => {
  const { store, buyer } = await aShop({}, { isMailSent: false });
  const order = await placed(store, await aReadyCheckout(store));
  const page = async () => (await buyer.ask(`/checkout/orders/${order.id}?key=${order.statusKey}`)).words;
  expect(await page()).toContain("Bookmark this page to follow your order.");
  expect(await page()).not.toContain("our email");
  await store.orders.markPaid(order.id);
  expect(await page()).toContain("We have your order. This page says when it leaves.");
  expect(await page()).not.toContain("We write to you");
});

test("the page of a card order mentions an email once the order is paid or cancelled", async () => {
  const IN_EMAIL = "Our email leads here too.";
  const { store, buyer } = await aShop();
  const order = await placed(store, await aReadyCheckout(store), "card");
  const page = async () => (await buyer.ask(`/checkout/orders/${order.id}?key=${order.statusKey}`)).words;
  expect(await page()).not.toContain(IN_EMAIL);
  await store.orders.markPaid(order.id, { paymentId: "pi_1" });
  expect(await page()).toContain(IN_EMAIL);
  expect((await pageAfter((shop, { id }) => shop.orders.cancel(id))).words).toContain(IN_EMAIL);
});

test("the page of a paid order no longer says how to pay", async () => {
  const page = await pageAfter((store, { id }) => store.orders.markPaid(id));
  expect(page.words).toContain("Thank you We have your order. We write to you when it leaves.");
  expect(page.words).toContain("Payment Interac e-Transfer Paid");
  expect(page.words).not.toContain("Send it to us.");
});

test("the page of a sent order links to the carrier's page", async () => {
  const page = await pageAfter((store, { id }) => store.orders.ship(id, POST));
  expect(page.words).toContain("It is on its way Canada Post, tracking number 7023 2109");
  expect(page.html).toContain('<a href="https://post.example/7023?a=1&amp;b=2" rel="noopener">7023 2109</a>');
  // An order by invoice is sent before it is paid.
  expect(page.words).toContain("Your order number is #1001.");
});

test.each([
  [{ ...POST, trackingUrl: "" }, "Canada Post, tracking number 7023 2109"],
  [{ ...POST, carrier: "" }, "Tracking number 7023 2109"],
  [{ ...NO_TRACKING, carrier: "Canada Post" }, "It left us with Canada Post."],
  [NO_TRACKING, "It left us."],
])("the page of an order that was sent with %j says so", async (shipment, words) => {
  const page = await pageAfter((store, { id }) => store.orders.ship(id, shipment));
  expect(page.words).toContain(`It is on its way ${words}`);
});

test("the page of an order for pickup says when it is ready, and where", async () => {
  const waiting = await pageAfter((store, { id }) => store.orders.markPaid(id), toBePickedUp);
  expect(waiting.words).toContain("We have your order. We write to you when it is ready.");
  const ready = await pageAfter((store, { id }) => store.orders.ship(id, NO_TRACKING), toBePickedUp);
  expect(ready.words).toContain("It is ready for you Come to the merch table.");
});

describe("a download", () => {
  const LINK = "https://files.example/lake?a=1&b=<2>";

  async function ofADownload(change: (store: TestStore, order: Order) => Promise<unknown>) {
    const single = { handle: "single", title: "Single", price: "4.00", shipped: "no" as const };
    const { store, buyer } = await aShop({ products: [single] });
    const checkout = await aCheckoutWith(store, "single");
    done(await store.checkouts.setEmail(checkout, ADDRESS.email));
    const order = await placed(store, done(await store.checkouts.setPlace(checkout, { country: "US" })));
    expect(await change(store, order)).not.toMatchObject({ ok: false });
    return buyer.ask(`/checkout/orders/${order.id}?key=${order.statusKey}`);
  }

  test("is never shown as on its way, and its link appears once the owner has sent it", async () => {
    const waiting = await ofADownload((store, { id }) => store.orders.markPaid(id));
    expect(waiting.words).toContain("We have your order. We write to you when it is ready.");
    const sent = await ofADownload((store, { id }) => store.orders.ship(id, { ...NO_TRACKING, downloadUrl: LINK }));
    expect(sent.words).toContain("It is ready for you Your download");
    expect(sent.html).toContain(
      '<a class="button" href="https://files.example/lake?a=1&amp;b=&lt;2&gt;" rel="noopener">',
    );
    expect(sent.words).not.toMatch(/on its way|tracking|left us/i);
  });

  test("without a link is shown as sent, and a refunded one no longer shows its link", async () => {
    const sent = await ofADownload((store, { id }) => store.orders.ship(id, NO_TRACKING));
    expect(sent.words).toContain("It is ready for you We have sent you what you ordered.");
    const refunded = await ofADownload(async (store, { id }) => {
      await store.orders.markPaid(id);
      await store.orders.ship(id, { ...NO_TRACKING, downloadUrl: LINK });
      return store.orders.refund(id);
    });
    expect(refunded.html).not.toContain("files.example");
  });

  test("that is ordered with a parcel has its link beside the tracking", async () => {
    const page = await pageAfter((store, { id }) => store.orders.ship(id, { ...POST, downloadUrl: LINK }));
    expect(page.words).toContain("tracking number 7023 2109 Your download");
  });
});

test("the page of a refunded order says how the money is refunded, separately for gift cards", async () => {
  const page = await pageAfter(async (store, { id }) => {
    await store.orders.markPaid(id);
    return store.orders.refund(id);
  }, withGiftCard);
  expect(page.words).toContain(
    "Your money is on its way back $40.29 CAD goes back the way it came. That can take a few days. $10.00 CAD is back on the gift card ending in 5678.",
  );
});

test("the page of a cancelled order says that nothing is sent, and whether money is refunded", async () => {
  const unpaid = await pageAfter((store, { id }) => store.orders.cancel(id));
  expect(unpaid.words).toContain("This order was cancelled Nothing will be sent, and there is nothing to pay.");
  expect(unpaid.words).not.toMatch(/goes back|how to pay/i);
  const paid = await pageAfter(async (store, { id }) => {
    await store.orders.markPaid(id);
    return store.orders.cancel(id, true);
  });
  expect(paid.words).toContain("there is nothing to pay. $50.29 CAD goes back the way it came.");
});

test("the page of an order that was cancelled unpaid says that the gift card gets its amount back", async () => {
  const page = await pageAfter((store, { id }) => store.orders.cancel(id), withGiftCard);
  expect(page.words).toContain("there is nothing to pay. $10.00 CAD is back on the gift card ending in 5678.");
  expect(page.words).not.toMatch(/goes back|To pay/);
});

test("the page of an order whose card payment was given up says that nothing was taken", async () => {
  const { store, buyer } = await aShop({ settings: { giftCards: [GIFT_CARD] } });
  const order = await placed(store, await withGiftCard(store), "card");
  await store.orders.voidUnpaid(order.id);
  const page = await buyer.ask(`/checkout/orders/${order.id}?key=${order.statusKey}`);
  expect(page.words).toContain("This order was not paid Nothing was taken, and nothing will be sent.");
  expect(page.words).not.toContain("To pay");
});

test("an order's page shows its goods with their old names and prices after the shop has changed them", async () => {
  const page = await pageAfter(async (store) => {
    store.catalogue.change({ products: [{ handle: "mug", title: "Another mug", price: "99.00" }] });
  });
  expect(page.words).toContain("Long Point (LP) $32.50");
});
