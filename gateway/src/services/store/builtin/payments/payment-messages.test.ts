import { expect, test } from "vitest";
import { ADDRESSES, aCardOrder } from "./a-card-order.case.ts";

test("a repeated message changes nothing", async () => {
  const { cards, stripe, order, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  const message = stripe.pay("cs_test_1");
  await webhook(message);
  const paid = structuredClone(order);
  expect(await webhook(message)).toBe(200);
  expect(order).toEqual(paid);
});

test("a message without Stripe's signature is rejected", async () => {
  const { cards, stripe, order, logged, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  const { body, signature } = stripe.pay("cs_test_1");
  expect(await webhook({ body: `${body} `, signature })).toBe(400);
  expect((await cards.webhook(body, undefined)).status).toBe(400);
  expect(order.payment.status).toBe("awaiting-card");
  expect(JSON.stringify(logged)).not.toContain("whsec");
});

test.each([
  ["amount", { amount_total: 1 }],
  ["currency", { currency: "usd" }],
])("a payment whose %s is not the order's is refunded", async (_, change) => {
  const { cards, stripe, order, logged, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  const { body } = stripe.pay("cs_test_1");
  const { data } = JSON.parse(body);
  expect(await webhook(stripe.message("checkout.session.completed", { ...data.object, ...change }))).toBe(200);
  expect([order.payment.status, stripe.refunds]).toEqual(["voided", ["pi_cs_test_1"]]);
  expect(logged).toContainEqual(expect.objectContaining({ level: "error" }));
});

test("a payment of another shop at the same Stripe account is ignored", async () => {
  const { stripe, order, webhook } = await aCardOrder();
  const foreign = { id: "cs_foreign", payment_status: "paid", amount_total: 4520, currency: "cad" };
  expect(await webhook(stripe.message("checkout.session.completed", foreign))).toBe(200);
  expect(order.payment.status).toBe("awaiting-card");
});

test.each([
  [4_520, "paid"],
  [4_519, "voided"],
])("a payment in the buyer's own currency counts as %i cents, as Stripe converted it", async (amount_total, status) => {
  const { cards, stripe, order, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  const { data } = JSON.parse(stripe.pay("cs_test_1").body);
  const inEuros = { ...data.object, amount_total: 2_790, currency: "eur" };
  const conversion = { amount_total, source_currency: "cad", fx_rate: "0.617" };
  await webhook(stripe.message("checkout.session.completed", { ...inEuros, currency_conversion: conversion }));
  expect(order.payment.status).toBe(status);
});

test.each([
  ["all of a payment", "eur", 2_790, 2_790, "refunded"],
  ["a part, a higher number than the order's total", "krw", 45_000, 9_000, "paid"],
])("a refund of %s before the first message counts in the buyer's currency", async (...shown) => {
  const { cards, stripe, order, webhook } = await aCardOrder();
  const [, currency, amount_total, back, status] = shown;
  await cards.begin(order, ADDRESSES);
  const { data } = JSON.parse(stripe.pay("cs_test_1").body);
  const conversion = { amount_total: 4_520, source_currency: "cad", fx_rate: "0.1" };
  Object.assign(stripe.sessions.get("cs_test_1") ?? {}, { amount_total, currency });
  stripe.refundAtStripe("cs_test_1", back);
  const session = { ...data.object, amount_total, currency, currency_conversion: conversion };
  await webhook(stripe.message("checkout.session.completed", session));
  expect(order.payment.status).toBe(status);
});

test("an expired payment page releases the goods", async () => {
  const { cards, stripe, order, webhook } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  await webhook(stripe.message("checkout.session.expired", { id: "cs_test_1" }));
  expect(order.payment.status).toBe("voided");
});
