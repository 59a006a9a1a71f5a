import { expect, test } from "vitest";
import { ADDRESSES, aCardOrder, NOW } from "./a-card-order.case.ts";

test("a buyer pays exactly the sum due on Stripe's page", async () => {
  const { cards, stripe, order, webhook } = await aCardOrder();
  expect(await cards.begin(order, ADDRESSES)).toEqual({ ok: true, url: "https://checkout.stripe.com/c/pay/cs_test_1" });
  expect(order.payment.sessionId).toBe("cs_test_1");
  const sent = Object.fromEntries(stripe.requests[0]?.body ?? []);
  expect(sent).toMatchObject({
    mode: "payment",
    customer_email: "ann@example.com",
    client_reference_id: "1001",
    "line_items[0][price_data][unit_amount]": "4520",
    "line_items[0][price_data][currency]": "cad",
    "line_items[0][price_data][product_data][name]": "Order #1001, Harbour Line",
    "line_items[0][price_data][product_data][description]": "2 × Lake Effect T-Shirt (S / Ink)",
    success_url: ADDRESSES.success,
    cancel_url: ADDRESSES.cancel,
    expires_at: String(NOW.getTime() / 1_000 + 31 * 60),
  });

  expect(await webhook(stripe.pay("cs_test_1"))).toBe(200);
  expect(order.payment).toMatchObject({ status: "paid", paymentId: "pi_cs_test_1" });
});

test("visits to an order's page ask Stripe a few times, then twice a minute, so that others can pay", async () => {
  const { cards, stripe, order, wait } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  const before = stripe.requests.length;
  for (let n = 0; n < 100; n += 1) await cards.settle(order);
  expect(stripe.requests.length - before).toBe(5);
  wait(30_000);
  stripe.pay("cs_test_1");
  expect((await cards.settle(order)).payment.status).toBe("paid");
});

test("clicks to pay ask Stripe as rarely as visits do, and further clicks lead to the same page", async () => {
  const { cards, stripe, order } = await aCardOrder();
  const begun = await cards.begin(order, ADDRESSES);
  const before = stripe.requests.length;
  for (let n = 0; n < 100; n += 1) expect(await cards.begin(order, ADDRESSES)).toEqual(begun);
  expect(stripe.requests.length - before).toBe(5);
});

test("giving up an order again and again causes only a few requests to Stripe", async () => {
  const { cards, stripe, order } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  Object.assign(stripe.sessions.get("cs_test_1") ?? {}, { status: "complete" });
  const before = stripe.requests.length;
  for (let n = 0; n < 100; n += 1) expect((await cards.abandon(order)).payment.status).toBe("awaiting-card");
  expect(stripe.requests.length - before).toBe(10);
});

test("names that are too long for Stripe's page are cut between two characters", async () => {
  const { cards, stripe, order } = await aCardOrder();
  const [line] = order.lines;
  if (line) line.title = `x${"🎸".repeat(600)}`;
  expect(await cards.begin(order, ADDRESSES)).toMatchObject({ ok: true });
  const description = stripe.requests[0]?.body.get("line_items[0][price_data][product_data][description]");
  expect(description).toMatch(/^2 × x🎸{494}…$/u);
});

test("an amount that cards cannot pay is rejected before any request", async () => {
  const { cards, stripe, order, logged } = await aCardOrder({ currency: "KWD", due: 5_125 });
  expect(await cards.begin(order, ADDRESSES)).toEqual({ ok: false, reason: "refused" });
  expect(stripe.requests).toEqual([]);
  expect(logged).toEqual([expect.objectContaining({ level: "error", fields: { order: 1001 } })]);
});

test("an order in a currency that Stripe counts in other units can be paid", async () => {
  const { cards, stripe, order, webhook } = await aCardOrder({ currency: "MGA", due: 50_000 });
  await cards.begin(order, ADDRESSES);
  expect(stripe.sessions.get("cs_test_1")?.amount_total).toBe(500);
  expect(await webhook(stripe.pay("cs_test_1"))).toBe(200);
  expect(order.payment.status).toBe("paid");
});

test("a second click during the first, and a later click with an outdated order, lead to the same page", async () => {
  const { cards, stripe, order } = await aCardOrder();
  const asPlaced = structuredClone(order);
  const [first, second] = await Promise.all([cards.begin(asPlaced, ADDRESSES), cards.begin(asPlaced, ADDRESSES)]);
  expect(first).toEqual({ ok: true, url: "https://checkout.stripe.com/c/pay/cs_test_1" });
  expect(second).toEqual(first);
  expect(await cards.begin(asPlaced, ADDRESSES)).toEqual(first);
  expect(stripe.sessions.size).toBe(1);
});

test("giving up also ends a payment page that the buyer never saw", async () => {
  const { cards, stripe, order } = await aCardOrder();
  const asPlaced = structuredClone(order);
  await cards.begin(order, ADDRESSES);
  expect((await cards.abandon(asPlaced)).payment.status).toBe("voided");
  expect(stripe.sessions.get("cs_test_1")?.status).toBe("expired");
});

test("the buyer gets another payment page if the site did not store the first one", async () => {
  const { cards, order } = await aCardOrder();
  await cards.begin(order, ADDRESSES);
  order.payment.sessionId = null;
  expect(await cards.begin(order, ADDRESSES)).toEqual({ ok: true, url: "https://checkout.stripe.com/c/pay/cs_test_2" });
});

test("an order that ended while its payment page was created can no longer be paid", async () => {
  const { cards, stripe, order } = await aCardOrder();
  const begun = cards.begin(order, ADDRESSES);
  order.payment.status = "voided";
  expect(await begun).toEqual({ ok: false, reason: "refused" });
  expect(stripe.sessions.get("cs_test_1")?.status).toBe("expired");
});

test("giving up while the payment page is being created ends that page too", async () => {
  const { cards, stripe, order, delayVoid } = await aCardOrder();
  delayVoid(cards.begin(order, ADDRESSES));
  expect((await cards.abandon(order)).payment.status).toBe("voided");
  expect(stripe.sessions.get("cs_test_1")?.status).toBe("expired");
});
