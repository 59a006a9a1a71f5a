import { describe, expect, test } from "vitest";
import { done } from "../checkout/a-checkout.case.ts";
import { composeBuyerEmail } from "../orders/buyer-emails.ts";
import { createOrderLimits } from "../orders/order-limit.ts";
import { aCheckoutWith, formsOf } from "./a-buyer.case.ts";
import { anOrder, BERLIN, UP_TO_DAYS } from "./a-withdrawal.case.ts";
import { withdrawalPage } from "./withdrawal-page.ts";

const NO_TRACKING = { carrier: "", trackingNumber: "", trackingUrl: "" };
const PLACE = /\/place$/;
const OFFER = "Withdraw from contract here";

describe("a buyer in the European Union", () => {
  test("withdraws from an order on its page, in two steps, and reads the date and time", async () => {
    const { store, buyer, order, currentOrder, status } = await anOrder();
    const page = await status();
    expect(page.html).toMatch(/<a class="button[^"]*" href="[^"]*">Withdraw from contract here<\/a>/);
    const form = await buyer.ask(`/checkout/orders/${order.id}/withdraw?key=${order.statusKey}`);
    expect(form.words).toContain("Order #1001 Withdraw from contract");
    expect(form.words).toContain("1 × Long Point (LP) 1 × Harbour mug");
    expect(form.words).toContain("The acknowledgement, with date and time, goes to ann@example.com.");
    expect(form.html).toContain('<button class="button">Confirm withdrawal</button>');
    expect(formsOf(form)[0]?.fields).toMatchObject({ name: "Ann Lee", "line-0": "yes", "line-1": "yes" });
    expect(form.html).not.toContain("<script");

    const after = await buyer.submit(form, /\/withdraw$/);
    expect(after.words).toContain("Your withdrawal has reached us You have withdrawn from this order.");
    expect(after.words).toContain(
      "Submitted on June 1, 2026 at 12:00:00 p.m. UTC by Ann Lee, from the contract about:",
    );
    expect(after.words).not.toContain("Send it to us.");
    expect(after.words).not.toContain(OFFER);
    expect(currentOrder().withdrawals).toEqual([{ at: "2026-06-01T12:00:00.000Z", name: "Ann Lee", lines: [0, 1] }]);
    expect(store.events.map(({ type }) => type)).toEqual(["placed", "withdrawn"]);
  });

  test("withdraws from one of two lines, and from the other later", async () => {
    const { confirm, form, currentOrder, status } = await anOrder();
    await confirm([1]);
    const page = await status();
    expect(page.words).toContain("Thank you You have withdrawn from a part of this order.");
    // The page no longer requests the full sum.
    expect(page.words).not.toContain("Send it to us.");
    expect(page.words).toContain(
      "from the contract about: 1 × Harbour mug The acknowledgement goes to ann@example.com. You owe us nothing for it. We write to you how much is left to pay.",
    );
    expect(page.words).toContain(OFFER);
    const left = await form();
    expect(left.words).toContain("Not part of it: Harbour mug: you have withdrawn from this already");
    expect(formsOf(left)[0]?.fields).not.toHaveProperty("line-1");
    await confirm([0]);
    expect(currentOrder().withdrawals.map(({ lines }) => lines)).toEqual([[1], [0]]);
  });

  test("reads what is missing, and nothing is stored", async () => {
    const { confirm, currentOrder } = await anOrder();
    const nameless = await confirm([0], " ");
    expect(nameless.status).toBe(422);
    expect(nameless.html).toContain('<a href="#name">Enter your name.</a>');
    // Each checkbox stays as the buyer left it.
    expect(formsOf(nameless)[0]?.fields).toHaveProperty("line-0");
    expect(nameless.html).not.toMatch(/name="line-1" value="yes" checked/);
    expect((await confirm([])).html).toContain('<a href="#lines">Choose what you withdraw from.</a>');
    expect((await confirm([7])).status).toBe(422);
    expect(currentOrder().withdrawals).toEqual([]);
  });

  test("who clicks twice, or has two tabs open, withdraws once and gets one email", async () => {
    const { store, confirm, currentOrder } = await anOrder();
    const pages = await Promise.all([confirm([0, 1]), confirm([0, 1]), confirm([0])]);
    expect(pages.map(({ status, location }) => [status, location !== null])).toEqual(pages.map(() => [303, true]));
    expect(currentOrder().withdrawals).toHaveLength(1);
    expect(store.events.filter(({ type }) => type === "withdrawn")).toHaveLength(1);
  });

  test("can withdraw until 14 days and a grace period after the last delivery day, even if shipped late", async () => {
    const { store, order, status, confirm } = await anOrder();
    store.moveClock(100);
    expect((await status()).words).toContain(OFFER);
    await store.orders.ship(order.id, NO_TRACKING);
    store.moveClock(UP_TO_DAYS + 14);
    expect((await status()).words).toContain(OFFER);
    store.moveClock(6);
    expect((await status()).words).not.toContain(OFFER);
    expect((await confirm([0])).status).toBe(422);
    expect((await status()).words).not.toContain("Your withdrawal");
  });

  test("has two months more if the delivery has no stated time", async () => {
    const { store, order, status } = await anOrder({ handles: ["record"] });
    store.data.write((writer) =>
      writer.run("UPDATE orders SET contents = json_remove(contents, '$.delivery.upToDays') WHERE id = ?", order.id),
    );
    await store.orders.ship(order.id, NO_TRACKING);
    store.moveClock(60 + 14);
    expect((await status()).words).toContain(OFFER);
    store.moveClock(6);
    expect((await status()).words).not.toContain(OFFER);
  });

  test("cannot withdraw from products that products.yaml excludes, and reads the reason", async () => {
    const { form, confirm, currentOrder, status } = await anOrder({ handles: ["portrait", "mug"] });
    const page = await form();
    expect(page.words).toContain("Not part of it: Portrait: there is no right to withdraw from this");
    expect(formsOf(page)[0]?.fields).not.toHaveProperty("line-0");
    await confirm([0, 1]);
    expect(currentOrder().withdrawals).toMatchObject([{ lines: [1] }]);
    expect((await status()).words).not.toContain(OFFER);
  });

  test.each([
    [true, false],
    [false, true],
  ])("who agreed to a download at once: %s; can withdraw after it was sent: %s", async (beginsAtOnce, canWithdraw) => {
    const { store, order, status } = await anOrder({ handles: ["single"], beginsAtOnce });
    expect((await status()).words).toContain(OFFER);
    await store.orders.ship(order.id, { ...NO_TRACKING, downloadUrl: "https://files.example/a" });
    expect((await status()).words.includes(OFFER)).toBe(canWithdraw);
    store.moveClock(20);
    expect((await status()).words).not.toContain(OFFER);
  });

  test("who withdraws from a download no longer finds its link on the page or in an email", async () => {
    const { store, order, status, confirm, currentOrder } = await anOrder({ handles: ["record", "single"] });
    const downloadUrl = "https://files.example/a";
    await store.orders.ship(order.id, { ...NO_TRACKING, downloadUrl });
    await confirm([0]);
    expect((await status()).html).toContain(downloadUrl);
    await confirm([1]);
    expect((await status()).html).not.toContain(downloadUrl);
    const sender = { shopName: "Harbour Line", language: "en-CA", timeZone: "UTC" };
    const email = composeBuyerEmail({ type: "shipped", order: currentOrder() }, sender);
    expect(JSON.stringify(email)).not.toContain(downloadUrl);
  });

  test("withdraws from an order with very many lines one page at a time", async () => {
    const { order, store } = await anOrder();
    const [line] = order.lines;
    const many = { ...order, lines: Array.from({ length: 120 }, () => line).filter((one) => one !== undefined) };
    const pageFrom = async (from: number) =>
      String(await withdrawalPage(many, { now: store.clock(), isMailSent: true, from }));
    const [first, last, beyond] = await Promise.all([pageFrom(0), pageFrom(100), pageFrom(9_000)]);
    expect([first, last].map((page) => page.match(/type="checkbox"/g)?.length)).toEqual([50, 20]);
    expect(first).toContain("These are items 1 to 50 of 120.");
    expect(first).toContain(`&amp;from=50">Later items</a>`);
    expect(last).toContain(`&amp;from=50">Earlier items</a>`);
    expect(last).toContain('name="line-119"');
    expect(beyond).toBe(first);
  });
});

describe("before the order is placed", () => {
  async function atPayment(country: string, handle = "single") {
    const { store, buyer } = await anOrder();
    const checkout = await aCheckoutWith(store, handle);
    done(await store.checkouts.setEmail(checkout, "ann@example.com"));
    const { email: _, how: __, ...address } = BERLIN;
    done(await store.checkouts.setAddress(checkout, { ...address, country }));
    if (handle !== "single") done(await store.checkouts.setDelivery(checkout, "parcel"));
    return { store, buyer, payment: await buyer.openCheckout(checkout, "payment") };
  }

  test("a buyer reads about the right to withdraw, and can agree to lose it for a download", async () => {
    const { store, buyer, payment } = await atPayment("DE");
    expect(payment.words).toContain("You can withdraw from this contract within 14 days after you have got what you");
    expect(payment.words).toContain("Send me “Single” at once. I know that I cannot withdraw from it any more");
    // A buyer who ticks nothing agrees to nothing.
    expect(payment.html).not.toMatch(/name="beginsAtOnce" value="yes" checked/);
    const refused = await buyer.submit(payment, PLACE, { payment: "cheque", beginsAtOnce: "yes" });
    expect(refused.html).toMatch(/name="beginsAtOnce" value="yes" checked/);
    await buyer.submit(refused, PLACE, { payment: "e-transfer", beginsAtOnce: "yes" });
    expect(store.orders.byId(2)).toMatchObject({ beginsAtOnce: true, lines: [{ withdrawal: "untilSent" }] });
  });

  test("a buyer reads which goods are excluded; in other countries the page does not mention withdrawals", async () => {
    const excluded = await atPayment("FR", "portrait");
    expect(excluded.payment.words).toContain("You cannot withdraw from “Portrait”.");
    expect(excluded.payment.words).not.toContain("at once");
    expect((await atPayment("CH")).payment.words).not.toMatch(/withdraw|at once/);
  });
});

describe("there is no way to withdraw", () => {
  test.each([["CA"], ["US"], ["GB"], ["CH"]])("from an order to %s", async (country) => {
    const { status, form, confirm, currentOrder } = await anOrder({ country, province: country === "US" ? "NY" : "" });
    expect((await status()).words).not.toMatch(/withdraw/i);
    expect((await form()).status).toBe(303);
    expect((await confirm([0])).status).toBe(422);
    expect(currentOrder().withdrawals).toEqual([]);
  });

  test("from a cancelled order, or without the order's key", async () => {
    const { store, buyer, order, status, currentOrder } = await anOrder();
    expect((await buyer.ask(`/checkout/orders/${order.id}/withdraw?key=guessed`)).status).toBe(404);
    expect(
      (await buyer.post(`/checkout/orders/${order.id}/withdraw?key=${order.statusKey}`, { name: "Eve" })).status,
    ).toBe(404);
    await store.orders.cancel(order.id);
    expect((await status()).words).not.toContain(OFFER);
    expect(currentOrder().withdrawals).toEqual([]);
  });
});

test("nobody can have many acknowledgements sent to one mailbox", async () => {
  let milliseconds = 0;
  const { withdrawalLimit } = createOrderLimits(() => milliseconds);
  const { confirm, currentOrder, store } = await anOrder({}, { withdrawalLimit });
  for (let sent = 0; sent < 5; sent += 1) withdrawalLimit("somebody else", "ann@example.com");
  const refused = await confirm([0]);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(refused.words).toContain("Too many withdrawals were sent just now, and this one was not stored.");
  expect(currentOrder().withdrawals).toEqual([]);
  milliseconds += 600_000;
  expect((await confirm([0])).status).toBe(303);
  // A repeat of a stored withdrawal does not count towards the limit.
  expect((await confirm([0])).status).toBe(303);
  expect(store.events.filter(({ type }) => type === "withdrawn")).toHaveLength(1);
});

test("a name that is markup stays text", async () => {
  const { confirm, status } = await anOrder();
  await confirm([0], `"><script>alert(1)</script>`);
  const page = await status();
  expect(page.html).not.toContain("<script");
  expect(page.words).toContain(`by "><script>alert(1)</script>, from`);
});
