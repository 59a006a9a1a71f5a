import { expect, test } from "vitest";
import { EMPTY_CART } from "../a-store.case.ts";
import { done, linesOf } from "../checkout/a-checkout.case.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { aReadyCheckout, aShopWithCards } from "./a-buyer.case.ts";
import { stepPath } from "./steps.ts";

const PLACE = /\/place$/;
const ANOTHER_WAY = /\/another-way$/;
const STILL_THERE = "Your payment is with the card processor and cannot be given up just now.";

type Shop = Awaited<ReturnType<typeof aShopWithCards>>;

/**
 * A buyer who is at the card processor, and the page before it, which their browser may have cached.
 */
async function atStripe(checkoutOf: (shop: Shop) => Promise<Checkout>) {
  const shop = await aShopWithCards();
  const checkout = await checkoutOf(shop);
  const cachedPage = await shop.buyer.openCheckout(checkout, "payment");
  await shop.buyer.submit(cachedPage, PLACE, { payment: "card" });
  const orders = () => shop.store.orders.list({}, { limit: 9 }).orders.map(({ payment }) => payment.status);
  const session = () => shop.stripe.sessions.get("cs_test_1");
  // The Back button loads the page again, unless the browser has cached it.
  const back = () => shop.buyer.open(stepPath(checkout, "payment"));
  return { ...shop, checkout, cachedPage, orders, session, back };
}
const fromCart = () => atStripe(({ store }) => aReadyCheckoutOfCart(store));

/** A checkout that came from a cart, as on the site, and is ready to be placed. */
async function aReadyCheckoutOfCart(store: Shop["store"]): Promise<Checkout> {
  const { cart } = await store.carts.create({
    ...EMPTY_CART,
    lines: linesOf(store, "record", 1),
    buyerIdentity: { countryCode: "CA", email: "ann@example.com", phone: null },
  });
  const checkout = await store.checkouts.ofCart(cart.token);
  if (!checkout) throw new Error("The cart has no checkout");
  await store.checkouts.setName(checkout, { firstName: "Ann", lastName: "Lee" });
  return done(await store.checkouts.setDelivery(checkout, "at-a-show"));
}

test("a buyer who goes back from Stripe can pay in another way, and nobody can pay the first order", async () => {
  const { buyer, back, orders, session } = await fromCart();
  const waiting = await back();
  expect(waiting.words).toContain("Waiting for your payment");
  const again = await buyer.submit(waiting, ANOTHER_WAY);
  expect(again.words).toContain("You came back without paying, and nothing was taken.");
  expect(again.words).toContain("How would you like to pay?");
  expect([orders(), session()?.status]).toEqual([["voided"], "expired"]);
  const status = await buyer.submit(again, PLACE, { payment: "e-transfer" });
  expect(status.words).toContain("Order #1002 Thank you");
});

test("a checkout that a Storefront API client created can be opened again at its own address", async () => {
  const { buyer, back, orders } = await atStripe(({ store }) => aReadyCheckout(store));
  expect((await buyer.submit(await back(), ANOTHER_WAY)).words).toContain("This order was not paid");
  expect(orders()).toEqual(["voided"]);
  expect((await back()).words).toContain("How would you like to pay?");
});

test("a buyer can choose another way to pay on the cached page, and nobody can pay the first order", async () => {
  const { buyer, cachedPage, orders, session } = await fromCart();
  const status = await buyer.submit(cachedPage, PLACE, { payment: "e-transfer" });
  expect(status.words).toContain("Order #1002 Thank you");
  expect([orders(), session()?.status]).toEqual([["pending", "voided"], "expired"]);
});

test("a payment method that is not offered does not end the card payment", async () => {
  const { buyer, cachedPage, orders, session } = await fromCart();
  const status = await buyer.submit(cachedPage, PLACE, { payment: "shells" });
  expect(status.words).toContain("Waiting for your payment");
  expect([orders(), session()?.status]).toEqual([["awaiting-card"], "open"]);
});

test("a buyer who has paid meanwhile sees the paid order, and no second order is placed", async () => {
  for (const way of ["by the form", "on the cached page"]) {
    const { stripe, buyer, cachedPage, back, orders } = await fromCart();
    const waiting = await back();
    stripe.pay("cs_test_1");
    const status =
      way === "by the form"
        ? await buyer.submit(waiting, ANOTHER_WAY)
        : await buyer.submit(cachedPage, PLACE, { payment: "e-transfer" });
    expect([way, status.words]).toEqual([way, expect.stringContaining("Thank you Your payment has arrived.")]);
    expect([orders(), stripe.refunds]).toEqual([["paid"], []]);
  }
});

test.each([
  [
    "the bank is still processing it",
    ({ session }: Awaited<ReturnType<typeof fromCart>>) => {
      Object.assign(session() ?? {}, { status: "complete", url: null });
    },
  ],
  ["Stripe cannot be reached", ({ stripe }: Awaited<ReturnType<typeof fromCart>>) => stripe.failWith(500)],
])("while %s, the card payment cannot be given up, and no second order is placed", async (_, change) => {
  const shop = await fromCart();
  const { buyer, cachedPage, back, orders } = shop;
  change(shop);
  const refused = await buyer.submit(await back(), ANOTHER_WAY);
  expect([refused.status, refused.words]).toEqual([422, expect.stringContaining(STILL_THERE)]);
  const status = await buyer.submit(cachedPage, PLACE, { payment: "e-transfer" });
  expect(status.words).toContain("Waiting for your payment");
  expect(orders()).toEqual(["awaiting-card"]);
});

test("a buyer cannot give up the order of another buyer", async () => {
  const { buyer, orders } = await fromCart();
  const asked = await buyer.post("/checkout/orders/1/another-way", { key: "a guess" });
  expect([asked.status, orders()]).toEqual([404, ["awaiting-card"]]);
});
