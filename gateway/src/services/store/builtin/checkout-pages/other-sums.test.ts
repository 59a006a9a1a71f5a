import { expect, test } from "vitest";
import { aReadyCheckout, aShopWithCards } from "./a-buyer.case.ts";

test("a buyer who paid a wrong sum reads that it is refunded, and can order again", async () => {
  const { store, buyer, stripe } = await aShopWithCards();
  const checkout = await aReadyCheckout(store);
  const payment = await buyer.openCheckout(checkout, "payment");
  await buyer.submit(payment, /\/place$/, { payment: "card" });
  const addressOf = (name: string) => stripe.requests[0]?.body.get(name)?.replace("https://artist.example", "") ?? "";
  const session = stripe.sessions.get("cs_test_1") ?? expect.unreachable();
  session.amount_total += 300;
  stripe.pay("cs_test_1");
  const sum = `$${(session.amount_total / 100).toFixed(2)} CAD`;
  for (const page of [await buyer.open(addressOf("success_url")), await buyer.open(addressOf("success_url"))]) {
    expect(page.words).toContain(`Your money is on its way back What you paid, ${sum}, goes back the way it came.`);
    expect(page.words).toContain("Payment Card Paid back");
    expect(page.words).not.toContain("Nothing was taken");
  }
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
  const again = await buyer.openCheckout(checkout, "payment");
  expect((await buyer.submit(again, /\/place$/, { payment: "e-transfer" })).words).toContain("Order #1002 Thank you");
  expect(store.orders.byId(1)?.payment.status).toBe("voided");
});
