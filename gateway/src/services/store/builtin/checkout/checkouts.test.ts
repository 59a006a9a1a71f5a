import { describe, expect, it } from "vitest";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import { aStore, ONTARIO } from "../a-store.case.ts";
import type { LineError } from "../cart/change-lines.ts";
import { aCheckout, done, errorsOf, linesOf, NOTHING, place } from "./a-checkout.case.ts";

describe("a checkout", () => {
  it("is found by its token together with its key", async () => {
    const store = await aStore();
    const checkout = await aCheckout(store, { email: "ann@example.com", address: ONTARIO, note: "For Ann" });
    const { token, key } = checkout;
    expect(checkout).toMatchObject({ email: "ann@example.com", address: { provinceCode: "ON" }, order: null });
    expect(checkout.priced).toMatchObject({ subtotal: 3600, totalTax: 468, total: 4068 });
    expect(store.checkouts.find({ token, key })).toEqual(checkout);
    expect(store.checkouts.find({ token, key: `${key}x` })).toBeUndefined();
    expect(store.checkouts.find({ token, key: "" })).toBeUndefined();
    expect(store.checkouts.find({ token: "x", key })).toBeUndefined();
    expect(await store.checkouts.setEmail({ token, key: "x" }, "eve@example.com")).toBeUndefined();
    expect(store.checkouts.find({ token, key })?.email).toBe("ann@example.com");
  });

  it("without a cart does not store its key", async () => {
    const store = await aStore();
    const { key } = await aCheckout(store);
    const rows = store.data.read.all<object>("SELECT * FROM checkouts");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it("is not created when a part of it is rejected, and the result lists all errors", async () => {
    const store = await aStore();
    const result = await store.checkouts.create({
      ...NOTHING,
      email: "ann",
      lines: [{ variantId: 7, quantity: 1, attributes: [] }],
      address: { ...ONTARIO, city: "" },
      note: "x".repeat(5_001),
    });
    expect(errorsOf(result)).toEqual([
      { at: 0, reason: "no-such-variant" },
      { reason: "too-long", field: "note", most: 5_000 },
      { reason: "bad-email" },
      { reason: "bad-address", field: "city", problem: "blank" },
    ]);
    expect(store.data.read.all("SELECT token FROM checkouts")).toEqual([]);
  });

  it("can have six hundred lines", async () => {
    const store = await aStore();
    const [mug] = linesOf(store, "mug");
    const lines = Array.from({ length: 600 }, (_, at) => ({
      variantId: mug?.variantId,
      quantity: 1,
      attributes: [{ key: "name", value: String(at) }],
    }));
    expect((await aCheckout(store, { lines })).priced.total).toBe(600 * 1800);
  });
});

describe("lines of a checkout", () => {
  it("can be merged, changed, removed and replaced", async () => {
    const store = await aStore();
    const { checkouts } = store;
    const which = await aCheckout(store);
    const merged = done(await checkouts.addLines(which, [...linesOf(store, "mug"), ...linesOf(store, "record")]));
    expect(merged.lines.map(({ quantity }) => quantity)).toEqual([3, 1]);
    const [mug, record] = merged.lines.map(({ id }) => id);
    const changed = done(await checkouts.updateLines(which, [{ id: record ?? "", quantity: 2 }]));
    expect(changed.priced.subtotal).toBe(3 * 1800 + 2 * 3250);
    expect(done(await checkouts.removeLines(which, [mug ?? ""])).lines).toMatchObject([{ id: record, quantity: 2 }]);
    expect(done(await checkouts.replaceLines(which, linesOf(store, "mug", 9))).lines).toMatchObject([{ quantity: 9 }]);
  });

  it("all count when two hundred are added at once", async () => {
    const store = await aStore();
    const which = await aCheckout(store);
    const adds = Array.from({ length: 200 }, () => store.checkouts.addLines(which, linesOf(store, "mug")));
    expect((await Promise.all(adds)).every((result) => result?.ok)).toBe(true);
    expect(store.checkouts.find(which)?.lines).toMatchObject([{ quantity: 202 }]);
  });

  it("are rejected with a reason, and the checkout does not change", async () => {
    const store = await aStore();
    const which = await aCheckout(store);
    const refused = (at: number, reason: LineError["reason"]) => [{ at, reason }];
    const { checkouts } = store;
    expect(errorsOf(await checkouts.addLines(which, linesOf(store, "mug", 0)))).toEqual(refused(0, "bad-quantity"));
    expect(errorsOf(await checkouts.addLines(which, linesOf(store, "record", 6)))).toEqual(refused(0, "not-enough"));
    expect(errorsOf(await checkouts.replaceLines(which, linesOf(store, "tee", 1, "S / Bone")))).toEqual(
      refused(0, "not-enough"),
    );
    expect(errorsOf(await checkouts.updateLines(which, [{ id: "x", quantity: 1 }]))).toEqual(
      refused(0, "no-such-line"),
    );
    expect(errorsOf(await checkouts.removeLines(which, ["x"]))).toEqual(refused(0, "no-such-line"));
    expect(checkouts.find(which)).toEqual(which);
  });
});

describe("a change of a checkout's details", () => {
  it("stores the buyer's email, the address, a note and attributes", async () => {
    const store = await aStore();
    const { checkouts } = store;
    const which = await aCheckout(store);
    expect(done(await checkouts.setEmail(which, " ann@example.com ")).email).toBe("ann@example.com");
    expect(errorsOf(await checkouts.setEmail(which, "ann"))).toEqual([{ reason: "bad-email" }]);
    // As if the buyer had pasted one character too many. The order's emails would not arrive.
    for (const email of ["ann@example.com,", "<ann@example.com>", "ann\u0000@example.com", "ann:@example.com"]) {
      expect(errorsOf(await checkouts.setEmail(which, email))).toEqual([{ reason: "bad-email" }]);
    }
    const addressed = done(await checkouts.setAddress(which, ONTARIO));
    expect(addressed.priced.deliveryOptions.map(({ handle }) => handle)).toEqual(["canada-parcel", "at-a-show"]);
    expect(errorsOf(await checkouts.setAddress(which, { ...ONTARIO, province: "" }))).toEqual([
      { reason: "bad-address", field: "province", problem: "blank" },
    ]);
    const words = done(
      await checkouts.setAttributes(which, { note: "For Ann", attributes: [{ key: "k", value: "v" }] }),
    );
    expect(words).toMatchObject({ note: "For Ann", attributes: [{ key: "k", value: "v" }], email: "ann@example.com" });
    expect(done(await checkouts.setAttributes(which, { attributes: [] }))).toMatchObject({ note: "For Ann" });
  });

  it("accepts a partial address once the client allows it", async () => {
    const store = await aStore();
    const which = await aCheckout(store);
    done(await store.checkouts.setAttributes(which, { allowPartialAddress: true }));
    const partial = done(await store.checkouts.setAddress(which, { country: "CA" }));
    expect(partial.address).toMatchObject({ countryCode: "CA", city: "" });
  });

  it("is rejected for a country without shipping, unless there is a pickup place", async () => {
    const toJapan = { ...ONTARIO, country: "Japan", province: "" };
    const withPickup = await aStore();
    const elsewhere = done(await withPickup.checkouts.setAddress(await aCheckout(withPickup), toJapan));
    expect(elsewhere.address?.countryCode).toBe("JP");
    const store = await aStore({ settings: { pickup: () => [] } });
    const errors = [{ reason: "bad-address", field: "countryCode", problem: "not-sent-there" }];
    expect(errorsOf(await store.checkouts.setAddress(await aCheckout(store), toJapan))).toEqual(errors);
    expect(
      errorsOf(await store.checkouts.create({ ...NOTHING, lines: linesOf(store, "mug"), address: toJapan })),
    ).toEqual(errors);
    const nothingSent = await aCheckout(store, { lines: [] });
    expect(done(await store.checkouts.setAddress(nothingSent, toJapan)).address?.countryCode).toBe("JP");
  });

  it("can set one of the available delivery options", async () => {
    const store = await aStore();
    const which = await aCheckout(store);
    const { checkouts } = store;
    expect(errorsOf(await checkouts.setDelivery(which, "canada-parcel"))).toEqual([{ reason: "no-such-delivery" }]);
    expect(done(await checkouts.setDelivery(which, "at-a-show")).priced.delivery?.kind).toBe("pickup");
    done(await checkouts.setAddress(which, ONTARIO));
    expect(done(await checkouts.setDelivery(which, "canada-parcel")).priced).toMatchObject({
      deliveryPrice: 1200,
      total: 3600 + 1200 + 624,
    });
  });
});

describe("a checkout whose order was placed", () => {
  it("has the order, and cannot be changed any more", async () => {
    const store = await aStore();
    const which = await aCheckout(store);
    const order = await place(store, which);
    expect(store.checkouts.find(which)?.order?.number).toBe(order.number);
    const completed = [{ reason: "already-completed" }];
    expect(errorsOf(await store.checkouts.setEmail(which, "bob@example.com"))).toEqual(completed);
    expect(errorsOf(await store.checkouts.addLines(which, linesOf(store, "mug")))).toEqual(completed);
    expect(errorsOf(await store.checkouts.applyDiscount(which, "x", TEST_CLIENT.key))).toEqual(completed);
    expect(errorsOf(await store.checkouts.appendGiftCards(which, ["x"], TEST_CLIENT.key))).toEqual(completed);
  });

  it("has the prices of the order", async () => {
    const discounts = [
      {
        code: "HALF",
        title: "Half",
        value: { kind: "percentage", millionths: 500_000 },
        oncePerCustomer: true,
        limit: 1,
      } as const,
    ];
    const giftCards = [{ code: "GIFT1234", balance: 1_000, currency: "CAD", isEnabled: true }];
    const store = await aStore({ settings: { discounts, giftCards, province: "ON" } });
    const which = await aCheckout(store);
    done(await store.checkouts.applyDiscount(which, "half", TEST_CLIENT.key));
    done(await store.checkouts.appendGiftCards(which, ["GIFT1234"], TEST_CLIENT.key));
    await place(store, which);
    store.catalogue.change({ products: [{ handle: "mug", title: "Mug", price: "99.00" }] });
    const placed = store.checkouts.find(which);
    expect(placed).toMatchObject({ discountCodes: ["half"], giftCards: [{ balance: 0 }] });
    expect(placed?.priced).toMatchObject({
      lines: [{ unitPrice: 1800, subtotal: 3600, total: 1800, discounts: [{ code: "half", amount: 1800 }] }],
      linesSubtotal: 3600,
      subtotal: 1800,
      totalTax: 234,
      total: 2034,
      due: 1034,
      discounts: [{ code: "half", amount: 1800 }],
      giftCards: [{ used: 1000 }],
      delivery: { handle: "at-a-show", price: 0 },
    });
    expect(placed?.priced.discounts[0]).not.toHaveProperty("error");
  });
});
