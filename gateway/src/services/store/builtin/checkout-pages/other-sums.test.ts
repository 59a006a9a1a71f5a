import { expect, test } from "vitest";
import { aReadyCheckout, aShopWithCards } from "./a-buyer.case.ts";

const LOOKING = "We are looking at your payment";

/** A buyer who was led to Stripe, and paid three dollars more there than was asked for. */
async function paidOtherwise() {
  const shop = await aShopWithCards();
  const { buyer, stripe, store } = shop;
  const checkout = await aReadyCheckout(store);
  const payment = await buyer.openCheckout(checkout, "payment");
  await buyer.submit(payment, /\/place$/, { payment: "card" });
  const asked = stripe.requests[0]?.body;
  const addressOf = (name: string) => asked?.get(name)?.replace("https://artist.example", "") ?? "";
  const waiting = await buyer.open(addressOf("success_url"));
  const session = stripe.sessions.get("cs_test_1") ?? expect.unreachable();
  session.amount_total += 300;
  stripe.pay("cs_test_1");
  const sum = `${(session.amount_total / 100).toFixed(2)} CAD`;
  return { ...shop, checkout, payment, waiting, sum, paid: addressOf("success_url"), unpaid: addressOf("cancel_url") };
}

test("a buyer who has paid another sum than asked for reads that we look at it, and is asked for nothing more", async () => {
  const { buyer, sum, paid } = await paidOtherwise();
  const page = await buyer.open(paid);
  expect(page.words).toContain(`${LOOKING} You have paid ${sum}, which is not what we asked for:`);
  expect(page.words).toContain(`Payment Card ${sum} paid`);
  expect(page.words).not.toMatch(/Nothing was taken|Not paid/);
  expect(page.html).not.toContain("<form");
});

test("pages of before, and the way back, lead there too", async () => {
  const { buyer, checkout, payment, waiting, unpaid } = await paidOtherwise();
  for (const page of [
    await buyer.submit(waiting, /\/pay$/),
    await buyer.submit(waiting, /\/another-way$/),
    await buyer.open(unpaid),
    await buyer.submit(payment, /\/place$/, { payment: "card" }),
    await buyer.submit(payment, /\/place$/, { payment: "e-transfer" }),
    await buyer.openCheckout(checkout),
  ]) {
    expect(page.words).toContain(LOOKING);
    expect(page.words).not.toContain("Nothing was taken");
  }
});

test("a payment that went back says so, and the order can be placed again", async () => {
  const { store, stripe, buyer, checkout, sum, paid } = await paidOtherwise();
  await buyer.open(paid);
  stripe.giveBack("cs_test_1");
  const page = await buyer.open(paid);
  expect(page.words).toContain(`Your money is on its way back What you paid, ${sum}, goes back the way it came.`);
  expect(page.words).toContain("Payment Card Paid back");
  expect(page.words).not.toContain("Nothing was taken");
  const again = await buyer.openCheckout(checkout, "payment");
  expect((await buyer.submit(again, /\/place$/, { payment: "e-transfer" })).words).toContain("Order #1002 Thank you");
  expect(store.orders.byId(1)?.payment.status).toBe("voided");
});

test("what the owner takes is paid, and what they give back later is that sum", async () => {
  const { store, buyer, sum, paid } = await paidOtherwise();
  await buyer.open(paid);
  await store.orders.markPaid(1);
  expect((await buyer.open(paid)).words).toContain("Your payment has arrived.");
  await store.orders.refund(1);
  expect((await buyer.open(paid)).words).toContain(`${sum} goes back the way it came.`);
});
