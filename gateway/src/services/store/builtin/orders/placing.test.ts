import { describe, expect, it } from "vitest";
import { EMPTY_CART } from "../a-store.case.ts";
import type { GiftCard } from "../catalogue/store-settings.ts";
import { createUsageCounters } from "../usage/usage-counters.ts";
import { aStore, type CheckoutOverrides, type TestStore } from "./a-store.case.ts";
import { NOT_BEGUN_AFTER_MS } from "./void-order.ts";

const GIFT_CARD: GiftCard = { code: "LAKE2026", balance: 5_000, currency: "CAD", isEnabled: true };
const ONCE = {
  code: "SUMMER",
  title: "Summer",
  value: { kind: "percentage", millionths: 100_000 },
  limit: 1,
  oncePerCustomer: false,
} as const;

const reasonOf = (result: Awaited<ReturnType<TestStore["place"]>>) => (result.ok ? "placed" : result.error.reason);

describe("placing an order", () => {
  it("stores the goods with their names and prices, reports the order, and reduces the stock", async () => {
    const store = await aStore();
    const record = store.variant("record");
    const mug = store.variant("mug");
    const order = await store.order({
      lines: [
        { variant: record, quantity: 2 },
        { variant: mug, quantity: 1 },
      ],
    });
    expect(order).toMatchObject({
      id: 1,
      number: 1001,
      placedAt: "2026-03-01T12:00:00.000Z",
      email: "ann@example.com",
      currency: "CAD",
      lines: [
        { title: "Long Point (LP)", variantTitle: "", quantity: 2, unitPrice: 3250, discount: 0, total: 6500 },
        { title: "Harbour mug", quantity: 1, unitPrice: 1800, total: 1800 },
      ],
      subtotal: 8300,
      delivery: { kind: "shipping", handle: "canada-parcel", title: "Parcel", price: 1200 },
      taxes: [{ title: "HST", rateMillionths: 130_000, amount: 1235 }],
      total: 10_735,
      due: 10_735,
      payment: { method: "e-transfer", title: "Interac e-Transfer", instructions: "Send it to us.", status: "pending" },
    });
    expect(order.statusKey).toMatch(/^[\w-]{22}$/);
    expect(store.events).toEqual([{ type: "placed", order }]);
    expect(store.stock.onHand(record)).toBe(3);
    expect(store.stock.onHand(mug)).toBeNull();
    expect(store.orders.byId(1)).toEqual(order);
    expect(store.orders.byStatusKey(1, order.statusKey)).toEqual(order);
    expect(store.orders.byStatusKey(1, "guessed")).toBeUndefined();
  });

  it("twice at the same time gives one order, and later attempts give the same order", async () => {
    const store = await aStore();
    const ready = await store.checkout();
    const results = await Promise.all([store.place(ready), store.place(ready)]);
    results.push(await store.place(ready));
    expect(results.map((result) => result.ok && result.isNew)).toEqual([true, false, false]);
    expect(new Set(results.map((result) => result.ok && result.order.id)).size).toBe(1);
    expect(store.events).toHaveLength(1);
    expect(store.stock.onHand(store.variant("record"))).toBe(4);
  });

  it("sells ten shirts to ten of 200 buyers at the same time, and rejects the others with a clear reason", async () => {
    const store = await aStore();
    const shirt = store.variant("TEE-S-INK");
    const ready = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        store.checkout({ lines: [{ variant: shirt, quantity: 1 }], email: `fan${i}@example.com` }),
      ),
    );
    const results = await Promise.all(ready.map((checkout) => store.place(checkout)));
    expect(results.filter((result) => result.ok)).toHaveLength(10);
    const errors = results.flatMap((result) => (result.ok ? [] : [result.error]));
    expect(errors).toHaveLength(190);
    for (const error of errors) {
      expect(error).toMatchObject({ reason: "not-enough", lines: [{ title: "Lake Effect tee", left: 0 }] });
    }
    expect(store.stock.onHand(shirt)).toBe(0);
    expect(store.orders.list({}, { limit: 100 }).total).toBe(10);
    expect(store.events).toHaveLength(10);
  });

  it("counts all lines of a variant together", async () => {
    const store = await aStore();
    const record = store.variant("record");
    const ready = await store.checkout({ lines: [{ variant: record, quantity: 3 }] });
    const line = { variantId: record.id, quantity: 2, attributes: [{ key: "Signed", value: "yes" }] };
    const more = await store.checkouts.addLines(ready, [line]);
    if (!more?.ok) throw new Error("The line was refused");
    await store.order({ lines: [{ variant: record, quantity: 1 }] });
    const result = await store.place(more.checkout);
    expect(result).toMatchObject({ ok: false, error: { reason: "not-enough", lines: [{ left: 4 }, { left: 4 }] } });
    expect(store.stock.onHand(record)).toBe(4);
  });

  it("is rejected if the owner has meanwhile reduced the limit below the quantity", async () => {
    const products = [{ handle: "tee", title: "Tee", price: "38.00", stock: "100" }];
    const store = await aStore({ products });
    const ready = await store.checkout({ lines: [{ variant: store.variant("tee"), quantity: 10 }] });
    store.catalogue.change({ products: products.map((product) => ({ ...product, perOrder: "4" })) });
    expect(await store.place(ready)).toMatchObject({
      ok: false,
      error: { reason: "above-per-order", lines: [{ title: "Tee", most: 4 }] },
    });
    expect(store.stock.onHand(store.variant("tee"))).toBe(100);
  });

  it("can exceed the stock only for pre-orders", async () => {
    const store = await aStore();
    const preorder = store.variant("TEE-M-BONE");
    const order = await store.order({ lines: [{ variant: preorder, quantity: 3 }] });
    expect(store.stock.onHand(preorder)).toBe(0);
    await store.orders.cancel(order.id);
    expect(store.stock.onHand(preorder)).toBe(0);
  });

  it("creates an unpaid order if it costs something, whatever the name of the payment method", async () => {
    const payments = [{ handle: "nothing-due", title: "Nothing due", instructions: "Pay me a coffee." }];
    const store = await aStore({ settings: { payments } });
    expect((await store.order({ method: "nothing-due" })).payment).toMatchObject({ status: "pending", paidAt: null });
  });

  it("is rejected if its pickup place is no longer offered", async () => {
    const store = await aStore();
    const checkout = await store.checkout({ address: null, delivery: "at-a-show" });
    store.catalogue.change({ settings: { pickup: () => [] } });
    expect(reasonOf(await store.place(checkout))).toBe("pickup-gone");
  });

  it("is rejected if something is missing, and nothing is stored", async () => {
    const store = await aStore();
    const shirt = store.variant("TEE-S-INK");
    const refused = async (reason: string, wanted: CheckoutOverrides, method?: string) => {
      expect(reasonOf(await store.place(await store.checkout(wanted), method))).toBe(reason);
    };
    await refused("empty", { lines: [], delivery: null });
    await refused("no-address", { address: null, delivery: null });
    await refused("no-delivery", { delivery: null });
    await refused("no-such-payment", {}, "cheque");
    await refused("no-such-payment", {}, "nothing-due");

    const withoutEmail = await store.checkouts.create({
      email: null,
      lines: [{ variantId: store.variant("mug").id, quantity: 1, attributes: [] }],
      address: null,
      note: null,
      attributes: [],
      allowPartialAddress: false,
    });
    if (!withoutEmail.ok) throw new Error("The checkout was refused");
    expect(reasonOf(await store.place(withoutEmail.checkout))).toBe("no-email");

    const ready = await store.checkout({ lines: [{ variant: shirt, quantity: 1 }] });
    store.catalogue.change({ products: [{ handle: "mug", title: "Harbour mug", price: "18.00" }] });
    expect(reasonOf(await store.place(ready))).toBe("gone");
    expect(store.orders.any()).toBe(false);
    expect(store.events).toEqual([]);
  });

  it("of a download needs the buyer's country, and the province if a tax depends on it", async () => {
    const single = { handle: "single", title: "Single", price: "4.00", shipped: "no" as const };
    const store = await aStore({ products: [single] });
    const lines = [{ variant: store.variant("single"), quantity: 1 }];
    const checkout = await store.checkout({ lines, address: null, delivery: null });
    expect(reasonOf(await store.place(checkout))).toBe("no-place");
    const inCanada = await store.checkouts.setPlace(checkout, { country: "CA" });
    expect(inCanada).toMatchObject({ ok: false, errors: [{ field: "province", problem: "blank" }] });
    const placed = await store.checkouts.setPlace(checkout, { country: "CA", province: "ON" });
    if (!placed?.ok) throw new Error("The place was refused");
    expect(await store.place(placed.checkout)).toMatchObject({ ok: true, order: { totalTax: 52, total: 452 } });
  });

  it("has at most 100 lines", async () => {
    const store = await aStore();
    const place = async (count: number) => {
      const lines = Array.from({ length: count }, (_, at) => ({
        variantId: store.variant("mug").id,
        quantity: 1,
        attributes: [{ key: "Name", value: String(at) }],
      }));
      const checkout = await store.checkout({ delivery: null, lines: [] });
      await store.checkouts.addLines(checkout, lines);
      const ready = await store.checkouts.setDelivery(checkout, "canada-parcel");
      if (!ready?.ok) throw new Error("The order cannot be shipped");
      const result = await store.place(ready.checkout);
      return result.ok ? "placed" : result.error;
    };
    expect(await place(101)).toEqual({ reason: "too-many-lines", count: 101, most: 100 });
    expect(await place(100)).toBe("placed");
  });

  it("stores attributes of a few thousand characters, and is rejected with more", async () => {
    const store = await aStore();
    const placed = async (names: number, value: string) => {
      const attributes = Array.from({ length: 2 }, (_, at) => ({ key: String(at), value }));
      const created = await store.checkouts.create({
        email: "ann@example.com",
        lines: Array.from({ length: names }, (_, at) => {
          const name = { key: "Name", value: String(at) };
          return { variantId: store.variant("mug").id, quantity: 1, attributes: [name, ...attributes] };
        }),
        address: null,
        note: "x".repeat(5_000),
        attributes,
        allowPartialAddress: false,
      });
      if (!created.ok) throw new Error("The checkout was refused");
      const ready = await store.checkouts.setDelivery(created.checkout, "at-a-show");
      if (!ready?.ok) throw new Error("The order cannot be picked up");
      const result = await store.place(ready.checkout);
      return result.ok ? "placed" : result.error.reason;
    };
    expect(await placed(8, "x".repeat(400))).toBe("placed");
    expect(await placed(9, "x".repeat(500))).toBe("too-much-text");
    expect(await placed(100, "x".repeat(20))).toBe("too-much-text");
    expect(store.orders.list({}, { limit: 10 }).total).toBe(1);
  });

  it("is rejected when its total, or its currency, differs from the one that the buyer saw", async () => {
    const store = await aStore({ settings: { giftCards: [GIFT_CARD] } });
    const ready = await store.checkout({ giftCards: ["LAKE-2026"] });
    const { total, due } = ready.priced;
    const choice = { method: "e-transfer", expectedTotal: total };
    const changed = { ok: false, error: { reason: "total-changed" } };
    expect(await store.orders.place(ready, { ...choice, expectedTotal: total - 1 })).toEqual(changed);
    expect(await store.orders.place(ready, { ...choice, expectedDue: due + 1 })).toEqual(changed);
    expect(await store.orders.place(ready, { ...choice, expectedCurrency: "EUR" })).toEqual(changed);
    expect(await store.orders.place(ready, { ...choice, expectedCurrency: "CAD" })).toMatchObject({ ok: true });
  });

  it("needs an existing checkout and its key", async () => {
    const store = await aStore();
    const { token, priced } = await store.checkout();
    const choice = { method: "e-transfer", expectedTotal: priced.total };
    expect(await store.orders.place({ token, key: "guessed" }, choice)).toBeUndefined();
    expect(await store.orders.place({ token: "none", key: "guessed" }, choice)).toBeUndefined();
  });

  it("accepts a payment method only if it is offered for the delivery", async () => {
    const payments = [
      { handle: "cash", title: "Cash", instructions: "Bring it.", onlyFor: "pickup" },
      { handle: "invoice", title: "Invoice", instructions: "", onlyFor: "delivery" },
    ] as const;
    const store = await aStore({ settings: { payments } });
    const pickedUp = await store.checkout({ delivery: "at-a-show", address: null });
    expect(reasonOf(await store.place(pickedUp, "invoice"))).toBe("no-such-payment");
    expect(reasonOf(await store.place(pickedUp, "cash"))).toBe("placed");
    expect(reasonOf(await store.place(await store.checkout(), "cash"))).toBe("no-such-payment");
  });

  it("deletes the cart of its checkout", async () => {
    const store = await aStore();
    const { cartToken, checkout } = await store.checkoutOfCart();
    expect(reasonOf(await store.place(checkout))).toBe("placed");
    expect(store.carts.find(cartToken)).toBeUndefined();
    expect((await store.checkouts.ofCart(cartToken))?.order).toMatchObject({ number: 1001 });
  });
});

describe("gift cards and codes", () => {
  it("pay all of an order at once", async () => {
    const store = await aStore({ settings: { giftCards: [{ ...GIFT_CARD, balance: 50_000 }] } });
    const order = await store.order({ giftCards: ["LAKE2026"], method: "card" });
    expect(order).toMatchObject({
      due: 0,
      giftCards: [{ lastCharacters: "2026", used: order.total }],
      payment: { method: "nothing-due", status: "paid", paidAt: "2026-03-01T12:00:00.000Z" },
    });
    const stored = ["orders", "checkouts", "gift_card_uses"].map((table) =>
      store.data.read.all(`SELECT * FROM ${table}`),
    );
    expect(JSON.stringify(stored)).not.toContain("LAKE2026");
  });

  it("are never overdrawn by checkouts that use one at the same time", async () => {
    const store = await aStore({ settings: { giftCards: [GIFT_CARD] } });
    const ready = await Promise.all(
      ["ann", "ben", "cat"].map((name) => store.checkout({ giftCards: ["LAKE2026"], email: `${name}@example.com` })),
    );
    const results = await Promise.all(ready.map((checkout) => store.place(checkout)));
    expect(results.map(reasonOf)).toEqual(["placed", "total-changed", "total-changed"]);
    const usage = createUsageCounters(store.data.read, store.catalogue.current().settings);
    expect(usage.giftCardBalance(GIFT_CARD)).toBe(0);
  });

  it("cannot be used more often than the owner allows, even by many at the same time", async () => {
    const store = await aStore({ settings: { discounts: [ONCE] } });
    const ready = await Promise.all(
      ["ann", "ben", "cat"].map((name) => store.checkout({ discountCode: "summer", email: `${name}@example.com` })),
    );
    const results = await Promise.all(ready.map((checkout) => store.place(checkout)));
    expect(results.map(reasonOf)).toEqual(["placed", "total-changed", "total-changed"]);
    expect(results[0]).toMatchObject({ order: { discount: 325, discountCodes: ["SUMMER"], subtotal: 2925 } });
    expect(createUsageCounters(store.data.read, store.catalogue.current().settings).discountUses("Summer")).toBe(1);
  });

  it("that did not reduce the price are not used up", async () => {
    const post = { ...ONCE, code: "POST", value: { kind: "free-shipping" }, oncePerCustomer: true } as const;
    const store = await aStore({ settings: { discounts: [post] } });
    const pickedUp = await store.order({ delivery: "at-a-show", discountCode: "POST" });
    expect(pickedUp).toMatchObject({ discount: 0, discountCodes: [] });
    const sent = await store.order({ discountCode: "POST" });
    expect(sent).toMatchObject({ discount: 1200, discountCodes: ["POST"] });
  });

  it("that each customer may use once work once for each mailbox, for any spelling of its address", async () => {
    const { limit: _, ...perCustomer } = { ...ONCE, oncePerCustomer: true };
    const store = await aStore({ settings: { discounts: [perCustomer] } });
    await store.order({ discountCode: "SUMMER", email: "Ann.Lee@gmail.com" });
    const use = async (email: string) => store.place(await store.checkout({ discountCode: "summer", email }));
    for (const email of ["annlee+2@gmail.com", "a.n.n.lee@googlemail.com", "annlee@ｇmail.com", "ANNLEE@GMAIL.COM."]) {
      expect(await use(email)).toEqual({ ok: false, error: { reason: "code-used-before", code: "SUMMER" } });
    }
    expect(reasonOf(await use("ann.lee@example.com"))).toBe("placed");
  });

  it("that each customer may use once reveal earlier orders only to an attempt that counts as an order", async () => {
    const { limit: _, ...perCustomer } = { ...ONCE, oncePerCustomer: true };
    const store = await aStore({ settings: { discounts: [perCustomer] } });
    await store.order({ discountCode: "SUMMER", email: "ann@example.com" });
    const { cart } = await store.carts.create({
      ...EMPTY_CART,
      lines: [{ variantId: store.variant("record").id, quantity: 1, attributes: [] }],
      buyerIdentity: { ...EMPTY_CART.buyerIdentity, email: "ann@example.com" },
      discountCodes: ["SUMMER"],
    });
    expect(cart.priced.total).toBe(2925);
    const again = await store.checkout({ discountCode: "SUMMER", email: "ann@example.com" });
    const { total } = again.priced;
    expect(total).toBe((await store.checkout({ discountCode: "SUMMER", email: "bob@example.com" })).priced.total);

    const counted: string[] = [];
    const admit = (email: string) => {
      counted.push(email);
      return { ok: true } as const;
    };
    const place = (expectedTotal: number) =>
      store.orders.place(again, { method: "e-transfer", expectedTotal }, { client: "192.0.2.1", admit });
    expect(await place(1)).toEqual({ ok: false, error: { reason: "total-changed" } });
    expect(counted).toEqual([]);
    expect(await place(total)).toEqual({ ok: false, error: { reason: "code-used-before", code: "SUMMER" } });
    expect(counted).toEqual(["ann@example.com"]);
  });

  it("come back when an order is cancelled", async () => {
    const store = await aStore({ settings: { discounts: [ONCE], giftCards: [GIFT_CARD] } });
    const order = await store.order({ discountCode: "SUMMER", giftCards: ["LAKE2026"], email: "Ann@Example.com" });
    const usage = createUsageCounters(store.data.read, store.catalogue.current().settings);
    expect([usage.giftCardBalance(GIFT_CARD), usage.hasUsedDiscount("summer", "ann@example.com")]).toEqual([339, true]);
    await store.orders.cancel(order.id);
    expect([usage.giftCardBalance(GIFT_CARD), usage.hasUsedDiscount("summer", "ann@example.com")]).toEqual([
      5000,
      false,
    ]);
    expect(usage.discountUses("SUMMER")).toBe(0);
    expect(usage.giftCard(usage.giftCardId(GIFT_CARD))).toBe(GIFT_CARD);
  });
});

describe("a card payment", () => {
  it("holds the goods, and the cart, until it is paid", async () => {
    const store = await aStore();
    const { cartToken, checkout } = await store.checkoutOfCart();
    const result = await store.place(checkout, "card");
    if (!result.ok) throw new Error("The order was not placed");
    const { order } = result;
    expect(order.payment).toMatchObject({ method: "card", status: "awaiting-card", paidAt: null });
    expect(store.stock.onHand(store.variant("record"))).toBe(4);
    expect(store.carts.find(cartToken)).toBeDefined();

    await store.orders.awaitCard(order.id, "cs_1");
    expect(store.orders.byCardSession("cs_1")?.id).toBe(order.id);
    for (const _ of ["first message", "repeated message"]) {
      expect(await store.orders.markPaid(order.id, { paymentId: "pi_1" })).toMatchObject({
        ok: true,
        order: { payment: { status: "paid", paymentId: "pi_1" } },
      });
    }
    expect(store.events.map(({ type }) => type)).toEqual(["placed", "paid"]);
    expect(store.carts.find(cartToken)).toBeUndefined();
  });

  it("that is given up releases everything, and its checkout can be placed again", async () => {
    const store = await aStore({ settings: { giftCards: [GIFT_CARD] } });
    const ready = await store.checkout({
      giftCards: ["LAKE2026"],
      lines: [{ variant: store.variant("record"), quantity: 2 }],
    });
    const first = await store.place(ready, "card");
    if (!first.ok) throw new Error("The order was not placed");
    expect(await store.orders.voidUnpaid(first.order.id)).toMatchObject({
      ok: true,
      order: { payment: { status: "voided" } },
    });
    expect(store.stock.onHand(store.variant("record"))).toBe(5);
    expect(store.checkouts.find(ready)?.order).toBeNull();
    expect(await store.place(ready)).toMatchObject({ ok: true, isNew: true, order: { number: 1002 } });
    expect(store.orders.byId(first.order.id)).toMatchObject({ number: 1001 });
    expect(await store.orders.markPaid(first.order.id, { paymentId: "pi_1" })).toMatchObject({ ok: false });
    expect(await store.orders.awaitCard(first.order.id, "cs_1")).toMatchObject({ ok: false });
  });

  it("that never began holds nothing for longer than a day", async () => {
    const store = await aStore();
    const record = store.variant("record");
    const forgotten = await store.order({ method: "card", lines: [{ variant: record, quantity: 5 }] });
    const begun = await store.order({ method: "card", lines: [{ variant: store.variant("mug"), quantity: 1 }] });
    await store.orders.awaitCard(begun.id, "cs_1");
    const all = await store.order({ lines: [{ variant: store.variant("mug"), quantity: 1 }] });
    store.time.now = new Date(store.time.now.getTime() + NOT_BEGUN_AFTER_MS);
    await store.order({ lines: [{ variant: store.variant("mug"), quantity: 1 }] });
    expect(store.stock.onHand(record)).toBe(0);
    store.time.now = new Date(store.time.now.getTime() + 1);
    await store.order({ lines: [{ variant: store.variant("mug"), quantity: 1 }] });
    expect(store.stock.onHand(record)).toBe(5);
    const statusOf = ({ id }: { id: number }) => store.orders.byId(id)?.payment.status;
    expect([forgotten, begun, all].map(statusOf)).toEqual(["voided", "awaiting-card", "pending"]);
    expect(store.orders.historyOf(forgotten.id).map(({ type }) => type)).toEqual(["placed", "voided"]);
  });
});
