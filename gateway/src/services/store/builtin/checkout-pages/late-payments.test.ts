import { expect, test } from "vitest";
import { aReadyCheckout, aShopWithCards } from "./a-buyer.case.ts";

/** A buyer who still pays on Stripe's page after the order has ended. */
async function paidLate(end: "cancelled" | "voided") {
  const { store, stripe, cards, buyer } = await aShopWithCards();
  const checkout = await aReadyCheckout(store);
  const { total: expectedTotal, due: expectedDue } = checkout.priced;
  await store.orders.place(checkout, { method: "card", expectedTotal, expectedDue });
  const before = await buyer.openCheckout(checkout);
  store.moveClock(0.99);
  await buyer.submit(before, /\/pay$/);
  store.moveClock(0.02);
  expect(await (end === "cancelled" ? store.orders.cancel(1) : store.orders.voidUnpaid(1))).toMatchObject({ ok: true });
  const { body, signature } = stripe.pay("cs_test_1");
  const sendWebhook = () => cards.webhook(body, signature);
  const order = () => store.orders.byId(1) ?? expect.unreachable();
  const page = () => buyer.open(`/checkout/orders/1?key=${order().statusKey}`);
  return { stripe, sendWebhook, page, order };
}

test("a buyer who pays for an order that was cancelled meanwhile reads that the money is refunded", async () => {
  const { stripe, sendWebhook, page, order } = await paidLate("cancelled");
  expect((await page()).words).not.toContain("goes back the way it came");
  await sendWebhook();
  await sendWebhook();
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
  const { words } = await page();
  expect(words).toContain("This order was cancelled Nothing will be sent, and there is nothing to pay.");
  expect(words).toContain("$50.29 CAD goes back the way it came. That can take a few days.");
  expect(words).toContain("Payment Card Paid back");
  expect(order()).toMatchObject({ refundedAt: null, payment: { status: "voided", paymentId: "pi_cs_test_1" } });
});

test("a buyer who pays after giving up reads that the money is refunded, not that nothing was taken", async () => {
  const { sendWebhook, page } = await paidLate("voided");
  expect((await page()).words).toContain("Nothing was taken");
  await sendWebhook();
  const { words } = await page();
  expect(words).toContain("Your money is on its way back What you paid, $50.29 CAD, goes back the way it came.");
  expect(words).not.toContain("Nothing was taken");
});

test("the page announces the refund even if Stripe refuses it and the owner has to make it", async () => {
  const { stripe, sendWebhook, page } = await paidLate("voided");
  stripe.failWith(400);
  await expect(sendWebhook()).rejects.toThrow();
  expect((await page()).words).toContain("What you paid, $50.29 CAD, goes back the way it came.");
});
