import { describe, expect, it } from "vitest";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import { aStore, EMPTY_CART, type TestStore, variantOf } from "../a-store.case.ts";
import type { Cart } from "./carts.ts";
import type { NewLine } from "./change-lines.ts";

type NewCart = Parameters<TestStore["carts"]["create"]>[0];

/** A line of mugs, whose stock is not counted. */
function mugs({ catalogue }: TestStore, quantity = 1, attributes: NewLine["attributes"] = []): NewLine {
  return { variantId: variantOf(catalogue, "mug").id, quantity, attributes };
}

/** A line of small dark tees. Ten of them are in stock. */
function tees({ catalogue }: TestStore, quantity = 1): NewLine {
  return { variantId: variantOf(catalogue, "tee", "S / Ink").id, quantity, attributes: [] };
}

async function aCart(store: TestStore, input: Partial<NewCart> = {}): Promise<Cart> {
  return (await store.carts.create({ ...EMPTY_CART, ...input })).cart;
}

const quantitiesOf = (cart: Cart | undefined) => cart?.lines.map(({ quantity }) => quantity);

describe("a cart", () => {
  it("is found as it was created", async () => {
    const store = await aStore();
    const cart = await aCart(store, {
      lines: [mugs(store, 2)],
      note: "For Ann",
      attributes: [{ key: "gift", value: "yes" }],
      buyerIdentity: { countryCode: "CA", email: "ann@example.com", phone: null },
      discountCodes: ["HALF"],
    });
    expect(cart.token).toMatch(/^[\w-]{22}$/);
    expect(cart.priced).toMatchObject({ quantity: 2, subtotal: 3600, totalTax: 0 });
    expect(cart.priced.discounts).toMatchObject([{ code: "HALF", error: "not-found" }]);
    expect(store.carts.find(cart.token)).toEqual(cart);
  });

  it("that was never created does not exist", async () => {
    const { carts } = await aStore();
    expect(carts.find("x")).toBeUndefined();
    expect(carts.find("\ud800")).toBeUndefined();
    expect(await carts.addLines("x", [])).toBeUndefined();
    expect(await carts.setNote("x", "y")).toBeUndefined();
  });

  it("is created without lines when one of them is rejected", async () => {
    const store = await aStore();
    const { cart, errors } = await store.carts.create({
      ...EMPTY_CART,
      note: "A gift",
      lines: [mugs(store), { ...mugs(store), variantId: undefined }],
    });
    expect(errors).toEqual([{ at: 1, reason: "no-such-variant" }]);
    expect(store.carts.find(cart.token)).toMatchObject({ lines: [], note: "A gift" });
  });

  it("has the current prices", async () => {
    const store = await aStore();
    const { token } = await aCart(store, { lines: [mugs(store)] });
    store.catalogue.change({ products: [{ handle: "mug", title: "Mug", price: "20.00" }] });
    expect(store.carts.find(token)?.priced.total).toBe(2000);
    store.catalogue.change({ products: [] });
    expect(store.carts.find(token)?.priced).toMatchObject({ lines: [], unavailable: [{ quantity: 1 }], total: 0 });
  });
});

describe("lines of a cart", () => {
  it("with the same variant and attributes become one line, which keeps its id", async () => {
    const store = await aStore();
    const engraved = [
      { key: "name", value: "Ann" },
      { key: "font", value: "slab" },
    ];
    const cart = await aCart(store, { lines: [mugs(store, 1), mugs(store, 1, engraved)] });
    const added = await store.carts.addLines(cart.token, [mugs(store, 4), mugs(store, 2, engraved.toReversed())]);
    expect(quantitiesOf(added?.cart)).toEqual([5, 3]);
    expect(added?.cart.lines.map(({ id }) => id)).toEqual(cart.lines.map(({ id }) => id));
  });

  it("all count when two hundred are added at once", async () => {
    const store = await aStore();
    const { token } = await aCart(store);
    const names = Array.from({ length: 200 }, (_, at) => [{ key: "name", value: `fan ${at % 20}` }]);
    await Promise.all(names.map((attributes) => store.carts.addLines(token, [mugs(store, 1, attributes)])));
    expect(quantitiesOf(store.carts.find(token))).toEqual(Array.from({ length: 20 }, () => 10));
  });

  it("can be changed and removed, and quantity 0 removes them too", async () => {
    const store = await aStore();
    const { token, lines } = await aCart(store, { lines: [mugs(store), tees(store)] });
    const [mug, tee] = lines.map(({ id }) => id);
    // Both lines exist, so the ids are never empty.
    const changed = await store.carts.updateLines(token, [
      { id: mug ?? "", quantity: 7 },
      { id: tee ?? "", quantity: 0 },
    ]);
    expect(changed).toMatchObject({ errors: [], cart: { lines: [{ id: mug, quantity: 7 }] } });
    const emptied = await store.carts.removeLines(token, [mug ?? ""]);
    expect(emptied).toMatchObject({ errors: [], cart: { lines: [] } });
  });

  it("that a change makes equal are merged", async () => {
    const store = await aStore();
    const { token, lines } = await aCart(store, { lines: [mugs(store, 2), tees(store, 3)] });
    const change = { id: lines[1]?.id ?? "", variantId: variantOf(store.catalogue, "mug").id };
    const result = await store.carts.updateLines(token, [change]);
    expect(result?.cart.lines).toMatchObject([{ id: lines[0]?.id, quantity: 5 }]);
  });

  it("are all rejected when one of them is invalid, and the cart does not change", async () => {
    const store = await aStore();
    const cart = await aCart(store, { lines: [mugs(store)] });
    const add = async (line: Partial<NewLine>) => {
      const result = await store.carts.addLines(cart.token, [tees(store), { ...mugs(store), ...line }]);
      expect(result?.cart).toEqual(cart);
      return result?.errors;
    };
    expect(await add({ variantId: undefined })).toEqual([{ at: 1, reason: "no-such-variant" }]);
    expect(await add({ variantId: 7 })).toEqual([{ at: 1, reason: "no-such-variant" }]);
    for (const quantity of [0, -1, 1.5, Number.NaN, 1_000_001, 1_000_000]) {
      expect(await add({ quantity })).toEqual([{ at: 1, reason: "bad-quantity" }]);
    }
    const long = [{ key: "x".repeat(501), value: "" }];
    expect(await add({ attributes: long })).toEqual([{ at: 1, reason: "bad-attributes" }]);
    const many = Array.from({ length: 51 }, (_, at) => ({ key: String(at), value: "" }));
    expect(await add({ attributes: many })).toEqual([{ at: 1, reason: "bad-attributes" }]);
    expect(store.carts.find(cart.token)).toEqual(cart);
  });

  it("that do not exist cannot be changed or removed", async () => {
    const store = await aStore();
    const { token, lines } = await aCart(store, { lines: [mugs(store)] });
    const id = lines[0]?.id ?? "";
    const errors = [{ at: 1, reason: "no-such-line" }];
    const changes = [
      { id, quantity: 2 },
      { id: "x", quantity: 2 },
    ];
    expect(await store.carts.updateLines(token, changes)).toMatchObject({ errors });
    expect(await store.carts.removeLines(token, [id, "x"])).toMatchObject({ errors, cart: { lines: [{ id }] } });
  });

  it("of one variant together do not exceed the stock", async () => {
    const store = await aStore();
    const { token, lines } = await aCart(store, { lines: [tees(store, 6)] });
    const named = { ...tees(store, 5), attributes: [{ key: "name", value: "Ann" }] };
    const errors = [{ at: 0, reason: "not-enough" }];
    expect(await store.carts.addLines(token, [named])).toMatchObject({ errors });
    expect(await store.carts.updateLines(token, [{ id: lines[0]?.id ?? "", quantity: 11 }])).toMatchObject({
      errors,
    });
    expect(await store.carts.addLines(token, [tees(store, 2), { ...named, quantity: 3 }])).toMatchObject({
      errors: [{ at: 1, reason: "not-enough" }],
    });
    const result = await store.carts.addLines(token, [{ ...named, quantity: 4 }]);
    expect(quantitiesOf(result?.cart)).toEqual([6, 4]);
  });

  it("of one variant together do not exceed the limit per order", async () => {
    const products = [{ handle: "tee", title: "Tee", price: "38.00", stock: "100", perOrder: "4" }];
    const store = await aStore({ products });
    const tee = { variantId: variantOf(store.catalogue, "tee").id, quantity: 3, attributes: [] };
    const { token, lines } = await aCart(store, { lines: [tee] });
    const id = lines[0]?.id ?? "";
    const named = { ...tee, quantity: 2, attributes: [{ key: "name", value: "Ann" }] };
    const errors = [{ at: 0, reason: "above-per-order", most: 4 }];
    expect(await store.carts.addLines(token, [named])).toMatchObject({ errors });
    expect(await store.carts.updateLines(token, [{ id, quantity: 5 }])).toMatchObject({ errors });
    expect(await store.carts.updateLines(token, [{ id, quantity: 4 }])).toMatchObject({ errors: [] });

    store.catalogue.change({ products: products.map((product) => ({ ...product, perOrder: "2" })) });
    expect(await store.carts.updateLines(token, [{ id, quantity: 3 }])).toMatchObject({ errors: [] });
  });

  it("have at most ten pieces of a counted variant, and any number otherwise, by default", async () => {
    const products = [
      { handle: "tee", title: "Tee", price: "38.00", stock: "100" },
      { handle: "mug", title: "Mug", price: "18.00" },
      { handle: "bulk", title: "Bulk", price: "1.00", stock: "100", perOrder: "50" },
    ];
    const store = await aStore({ products });
    const lineOf = (handle: string, quantity: number) => [
      { variantId: variantOf(store.catalogue, handle).id, quantity, attributes: [] },
    ];
    const { token } = await aCart(store, { lines: [] });
    expect(await store.carts.addLines(token, lineOf("tee", 11))).toMatchObject({
      errors: [{ reason: "above-per-order", most: 10 }],
    });
    expect(await store.carts.addLines(token, lineOf("mug", 500))).toMatchObject({ errors: [] });
    expect(await store.carts.addLines(token, lineOf("bulk", 50))).toMatchObject({ errors: [] });
  });

  it("can be reduced even if the rest is still above the stock", async () => {
    const store = await aStore();
    const record = variantOf(store.catalogue, "record").id;
    const { token, lines } = await aCart(store, { lines: [{ variantId: record, quantity: 5, attributes: [] }] });
    const id = lines[0]?.id ?? "";
    store.stock.covers = (_, quantity) => quantity <= 1;
    expect(await store.carts.updateLines(token, [{ id, quantity: 3 }])).toMatchObject({ errors: [] });
    expect(await store.carts.updateLines(token, [{ id, quantity: 4 }])).toMatchObject({
      errors: [{ at: 0, reason: "not-enough" }],
      cart: { lines: [{ quantity: 3 }] },
    });
  });

  it("can number a thousand, but not more", async () => {
    const store = await aStore();
    const linesOf = (count: number) =>
      Array.from({ length: count }, (_, at) => mugs(store, 1, [{ key: "name", value: String(at) }]));
    const { token, priced } = await aCart(store, { lines: linesOf(600) });
    expect(priced).toMatchObject({ quantity: 600, total: 600 * 1800 });
    const filled = await store.carts.addLines(token, linesOf(1_000));
    expect(filled).toMatchObject({ errors: [], cart: { priced: { quantity: 1_600 } } });
    expect(filled?.cart.lines).toHaveLength(1_000);
    const beyond = await store.carts.addLines(token, [mugs(store, 1, [{ key: "name", value: "one more" }])]);
    expect(beyond?.errors).toEqual([{ at: 0, reason: "too-many-lines" }]);
  });

  it("that cost more than the highest total are rejected", async () => {
    const store = await aStore({ products: [{ handle: "mug", title: "Precious mug", price: "999999.99" }] });
    const cart = await aCart(store, { lines: [mugs(store, 1_000_000)] });
    const named = mugs(store, 1_000_000, [{ key: "name", value: "Ann" }]);
    const result = await store.carts.addLines(cart.token, [named]);
    expect(result).toEqual({ cart, errors: [{ at: 0, reason: "bad-quantity" }] });
  });

  it("are rejected if their attributes have more text than a cart may store", async () => {
    const store = await aStore();
    const wordy = Array.from({ length: 50 }, (_, at) => ({ key: String(at), value: "x".repeat(450) }));
    const { token } = await aCart(store);
    const lines = Array.from({ length: 5 }, (_, at) =>
      mugs(store, 1, [...wordy.slice(1), { key: "n", value: `${at}` }]),
    );
    const result = await store.carts.addLines(token, lines);
    expect(result?.errors).toEqual([{ at: 4, reason: "bad-attributes" }]);
  });
});

describe("note, attributes, codes and buyer of a cart", () => {
  it("are stored", async () => {
    const store = await aStore();
    const { token } = await aCart(store);
    await store.carts.setNote(token, "For Ann");
    await store.carts.setAttributes(token, [{ key: "gift", value: "yes" }]);
    await store.carts.setDiscountCodes(token, ["half", "HALF ", "", "post"], TEST_CLIENT.key);
    await store.carts.setBuyerIdentity(token, { countryCode: "CA", email: " ann@example.com " });
    await store.carts.setBuyerIdentity(token, { phone: "1" });
    expect(store.carts.find(token)).toMatchObject({
      note: "For Ann",
      attributes: [{ key: "gift", value: "yes" }],
      discountCodes: ["half", "post"],
      buyerIdentity: { countryCode: "CA", email: "ann@example.com", phone: "1" },
    });
  });

  it("are rejected when they are too long, and the cart does not change", async () => {
    const store = await aStore();
    const cart = await aCart(store, { note: "A gift" });
    const { token } = cart;
    const errorsOf = async (result: ReturnType<typeof store.carts.setNote>) => {
      expect((await result)?.cart).toEqual(cart);
      return (await result)?.errors;
    };
    const { carts } = store;
    const tooLong = (field: string, most: number) => [{ reason: "too-long", field, most }];
    const tooMany = (field: string, most: number) => [{ reason: "too-many", field, most }];
    expect(await errorsOf(carts.setNote(token, "x".repeat(5_001)))).toEqual(tooLong("note", 5_000));
    const attribute = { key: "k", value: "v" };
    expect(
      await errorsOf(
        carts.setAttributes(
          token,
          Array.from({ length: 51 }, () => attribute),
        ),
      ),
    ).toEqual(tooMany("attributes", 50));
    expect(await errorsOf(carts.setAttributes(token, [{ key: "k", value: "v".repeat(501) }]))).toEqual(
      tooLong("attributes", 500),
    );
    const codes = Array.from({ length: 21 }, (_, at) => String(at));
    expect(await errorsOf(carts.setDiscountCodes(token, codes, TEST_CLIENT.key))).toEqual(tooMany("discountCodes", 20));
    expect(await errorsOf(carts.setDiscountCodes(token, ["x".repeat(256)], TEST_CLIENT.key))).toEqual(
      tooLong("discountCodes", 255),
    );
    for (const email of ["ann", "ann@example.com,", "<ann@example.com>"]) {
      expect(await errorsOf(carts.setBuyerIdentity(token, { email }))).toEqual([{ reason: "bad-email" }]);
    }
    expect(await errorsOf(carts.setBuyerIdentity(token, { phone: "1".repeat(51) }))).toEqual(tooLong("phone", 50));
  });

  it("may include ten wrong discount codes; codes that are sent again do not count again", async () => {
    const value = { kind: "percentage", millionths: 500_000 } as const;
    const half = { code: "HALF", title: "Half", value, oncePerCustomer: false };
    const store = await aStore({ settings: { discounts: [half] } });
    const { token } = await aCart(store);
    const wrong = Array.from({ length: 10 }, (_, at) => `guess${at}`);
    const set = async (codes: string[]) => (await store.carts.setDiscountCodes(token, codes, TEST_CLIENT.key))?.errors;
    expect(await set(["half", ...wrong])).toEqual([]);
    expect(await set(["half", ...wrong])).toEqual([]);
    expect(await set(["half", ...wrong, "more"])).toEqual([{ reason: "too-many-guesses", kind: "discount" }]);
    expect(store.carts.find(token)?.discountCodes).toHaveLength(11);
    store.moveClock(1 / 24 / 60);
    expect(await set(["half", "more"])).toEqual([]);
  });

  it("that are invalid are left out of a new cart; valid fields are stored", async () => {
    const store = await aStore();
    const { cart, errors } = await store.carts.create({
      ...EMPTY_CART,
      lines: [mugs(store)],
      note: "x".repeat(5_001),
      buyerIdentity: { countryCode: "CA", email: "ann", phone: null },
      discountCodes: ["half"],
    });
    expect(errors.map(({ reason }) => reason)).toEqual(["too-long", "bad-email"]);
    expect(cart).toMatchObject({
      lines: [{ quantity: 1 }],
      note: null,
      buyerIdentity: { countryCode: "CA", email: null },
      discountCodes: ["half"],
    });
  });
});
