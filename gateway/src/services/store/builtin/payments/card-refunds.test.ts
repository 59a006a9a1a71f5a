import { expect, test } from "vitest";
import { ADDRESSES, aCardOrder } from "./a-card-order.case.ts";

test("a payment for an order that had ended is refunded", async () => {
  const { cards, stripe, order, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  const message = stripe.pay("cs_test_1");
  order.payment.status = "voided";
  await webhook(message);
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
  // Stripe repeats a message until the site accepts it.
  expect(await webhook(message)).toBe(200);
});

test("the owner is notified of a payment that the site cannot refund", async () => {
  const { cards, stripe, order, logged, refused, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  const { data } = JSON.parse(stripe.pay("cs_test_1").body);
  order.payment.status = "voided";
  await webhook(stripe.message("checkout.session.completed", { ...data.object, payment_intent: null }));
  expect(logged.at(-1)?.message).toContain("do it at the processor");
  expect(refused.map(({ payment }) => payment)).toEqual(["cs_test_1"]);
  expect(stripe.refunds).toEqual([]);
});

test.each([400, 402, 403])("if Stripe rejects a refund with %i, the owner is notified once", async (status) => {
  const { cards, stripe, order, logged, refused, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  const message = stripe.pay("cs_test_1");
  order.payment.status = "voided";
  stripe.failWith(status);
  // Another try would be rejected too, so Stripe need not repeat its message.
  expect([await webhook(message), await webhook(message)]).toEqual([200, 200]);
  expect(refused).toEqual([
    { number: "1001", email: "ann@example.com", payment: "pi_cs_test_1", amount: "45.20 CAD", isLost: false },
  ]);
  expect(logged.at(-1)).toEqual({
    level: "error",
    fields: { session: "cs_test_1", isRefusal: true, type: expect.any(String), status },
    message: "a card payment could not be paid back; do it at the processor",
  });
});

test("a refund that fails while Stripe is down succeeds when Stripe repeats its message", async () => {
  const { cards, stripe, order, refused, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  const message = stripe.pay("cs_test_1");
  order.payment.status = "voided";
  stripe.failWith(503);
  await expect(webhook(message)).rejects.toThrow();
  stripe.failWith(undefined);
  expect(await webhook(message)).toBe(200);
  expect([stripe.refunds, refused]).toEqual([["pi_cs_test_1"], []]);
});

test("a payment that Stripe has already refunded is not refunded again", async () => {
  const { cards, stripe, order, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  await webhook(stripe.pay("cs_test_1"));
  expect(await cards.refund(order)).toEqual({ ok: true });
  expect(await cards.refund(order)).toEqual({ ok: true });
  expect(stripe.refunds).toEqual(["pi_cs_test_1"]);
});

test("a rejected refund succeeds when the owner requests it again", async () => {
  const { cards, stripe, order, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  await webhook(stripe.pay("cs_test_1"));
  stripe.failWith(402);
  expect(await cards.refund(order)).toEqual({
    ok: false,
    message: "Stripe refused to pay this back. Look at the payment in your Stripe dashboard.",
  });
  stripe.failWith(undefined);
  expect(await cards.refund(order)).toEqual({ ok: true });
});

test("the site records a full refund that was made at Stripe, but not a partial one", async () => {
  const { cards, stripe, order, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  await webhook(stripe.pay("cs_test_1"));
  const charge = { payment_intent: "pi_cs_test_1", metadata: { porchlight_order_id: "1" } };
  await webhook(stripe.message("charge.refunded", { ...charge, refunded: false }));
  expect(order.payment.status).toBe("paid");
  await webhook(stripe.message("charge.refunded", { ...charge, refunded: true }));
  expect(order.payment.status).toBe("refunded");
});
