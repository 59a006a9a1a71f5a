import { describe, expect, it, test } from "vitest";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import { aStore, EMPTY_CART, ONTARIO, type TestStore } from "../a-store.case.ts";
import { done, linesOf, place } from "./a-checkout.case.ts";

const HALF = {
  code: "HALF",
  title: "Half",
  value: { kind: "percentage", millionths: 500_000 },
  oncePerCustomer: false,
} as const;

describe("the checkout of a cart", () => {
  const buyerIdentity = { countryCode: "CA", email: "ann@example.com", phone: null };
  const aCart = async (store: TestStore) => {
    const lines = linesOf(store, "mug", 2);
    const input = { ...EMPTY_CART, lines, note: "For Ann", buyerIdentity, discountCodes: ["half"] };
    return (await store.carts.create(input)).cart;
  };
  const visit = async ({ checkouts }: TestStore, token: string) => {
    const checkout = await checkouts.ofCart(token);
    if (!checkout) throw new Error("There is no checkout of this cart");
    return checkout;
  };

  it("has the cart's lines, note and codes, and its buyer's email and country", async () => {
    const store = await aStore();
    const cart = await aCart(store);
    const checkout = await visit(store, cart.token);
    expect(checkout).toMatchObject({
      cartToken: cart.token,
      lines: cart.lines,
      note: "For Ann",
      discountCodes: ["half"],
      email: "ann@example.com",
      address: { countryCode: "CA", city: "" },
    });
    expect(store.checkouts.find(checkout)).toEqual(checkout);
  });

  it("is the same on each visit, with the cart's current lines and what the buyer entered before", async () => {
    const store = await aStore();
    const { token } = await aCart(store);
    const first = await visit(store, token);
    done(await store.checkouts.setEmail(first, "bob@example.com"));
    done(await store.checkouts.setAddress(first, ONTARIO));
    done(await store.checkouts.setDelivery(first, "canada-parcel"));
    await store.carts.addLines(token, linesOf(store, "record"));
    await store.carts.setNote(token, null);
    await store.carts.setDiscountCodes(token, [], TEST_CLIENT.key);
    const second = await visit(store, token);
    expect([second.token, second.key]).toEqual([first.token, first.key]);
    expect(second).toMatchObject({
      lines: [{ quantity: 2 }, { quantity: 1 }],
      note: null,
      discountCodes: [],
      email: "bob@example.com",
      address: { city: "Port Dover" },
      deliveryHandle: "canada-parcel",
    });
  });

  it("still has the entered data when the buyer comes back with more in the cart", async () => {
    const store = await aStore({ settings: { discounts: [HALF, { ...HALF, code: "SUMMER" }] } });
    const { token } = await aCart(store);
    const first = await visit(store, token);
    const attributes = [{ key: "gift", value: "yes" }];
    done(await store.checkouts.setAttributes(first, { note: "Please sign it", attributes }));
    done(await store.checkouts.applyDiscount(first, "SUMMER", TEST_CLIENT.key));
    await store.carts.addLines(token, linesOf(store, "record"));
    const second = await visit(store, token);
    expect(second).toMatchObject({ note: "Please sign it", attributes, discountCodes: ["SUMMER"] });
    expect(second.lines).toHaveLength(2);

    done(await store.checkouts.removeDiscounts(second));
    expect(await visit(store, token)).toMatchObject({ note: "Please sign it", attributes, discountCodes: [] });
  });

  it("has later changes from its cart; for each field the latest value counts", async () => {
    const store = await aStore({ settings: { discounts: [HALF] } });
    const { token } = await aCart(store);
    const first = await visit(store, token);
    done(await store.checkouts.setAttributes(first, { note: "Please sign it" }));
    done(await store.checkouts.removeDiscounts(first));
    await store.carts.setNote(token, "For Ben");
    expect(await visit(store, token)).toMatchObject({ note: "For Ben", discountCodes: [] });
  });

  it("applies its changes and removals to its cart, except to lines that were added there meanwhile", async () => {
    const store = await aStore();
    const { token } = await aCart(store);
    await store.carts.addLines(token, linesOf(store, "tee"));
    const checkout = await visit(store, token);
    const [mug, tee] = checkout.lines;
    await store.carts.addLines(token, linesOf(store, "record"));
    store.moveClock(1);
    done(await store.checkouts.updateLines(checkout, [{ id: mug?.id ?? "", quantity: 3 }]));
    done(await store.checkouts.removeLines(checkout, [tee?.id ?? ""]));
    const cart = store.carts.find(token);
    expect(cart?.lines).toMatchObject([{ id: mug?.id, quantity: 3 }, { quantity: 1 }]);
    expect(cart?.updatedAt).toBe("2026-06-02T12:00:00.000Z");
    expect((await visit(store, token)).lines).toEqual(cart?.lines);
  });

  it("neither restores lines that were removed from the cart meanwhile, nor changes the others", async () => {
    const store = await aStore();
    const { token } = await aCart(store);
    await store.carts.addLines(token, linesOf(store, "record"));
    const checkout = await visit(store, token);
    const [mug, record] = checkout.lines;
    await store.carts.removeLines(token, [mug?.id ?? ""]);
    await store.carts.updateLines(token, [{ id: record?.id ?? "", quantity: 4 }]);
    done(await store.checkouts.updateLines(checkout, [{ id: mug?.id ?? "", quantity: 1 }]));
    expect(store.carts.find(token)?.lines).toMatchObject([{ id: record?.id, quantity: 4 }]);
  });

  it("of a download is taxed by the buyer's country, like the cart, and by the province once it is known", async () => {
    const products = [{ handle: "download", title: "Download", price: "10.00", shipped: "no" as const }];
    const vat = { country: "DE", title: "VAT", rateMillionths: 190_000 };
    const hst = { country: "CA", province: "ON", title: "HST", rateMillionths: 130_000 };
    const store = await aStore({ products, settings: { province: "ON", taxes: [vat, hst] } });
    const input = {
      ...EMPTY_CART,
      lines: linesOf(store, "download"),
      buyerIdentity: { ...buyerIdentity, countryCode: "DE" },
    };
    const { cart } = await store.carts.create(input);
    const german = await visit(store, cart.token);
    expect([cart.priced.totalTax, german.priced.totalTax]).toEqual([190, 190]);
    expect(german.priced.total).toBe(cart.priced.total);

    const moved = await store.carts.setBuyerIdentity(cart.token, { countryCode: "CA" });
    expect(moved?.cart.priced).toMatchObject({ taxPlace: null, totalTax: 0 });
    const canadian = done(await store.checkouts.setPlace(german, { country: "Canada", province: "Ontario" }));
    expect(canadian.priced).toMatchObject({ totalTax: 130, taxPlace: { countryCode: "CA", provinceCode: "ON" } });
  });

  it("of goods with shipping has no taxes in the cart, whatever the buyer's country", async () => {
    const store = await aStore({ settings: { taxes: [{ country: "CA", title: "GST", rateMillionths: 50_000 }] } });
    expect((await aCart(store)).priced).toMatchObject({ taxPlace: null, totalTax: 0 });
  });

  it("is created once when two windows open it together", async () => {
    const store = await aStore();
    const { token } = await aCart(store);
    const [one, other] = await Promise.all([visit(store, token), visit(store, token)]);
    expect(one.token).toBe(other.token);
  });

  it("does not exist for an unknown cart", async () => {
    const { checkouts } = await aStore();
    expect(await checkouts.ofCart("x")).toBeUndefined();
  });

  it("shows the order once it is placed, although the cart is deleted", async () => {
    const store = await aStore();
    const { token } = await aCart(store);
    const order = await place(store, await visit(store, token));
    expect(store.carts.find(token)).toBeUndefined();
    expect((await visit(store, token)).order?.id).toBe(order.id);
  });
});

test("the checkout of a cart counts for the client that created the cart, by a hash of the address", async () => {
  const store = await aStore();
  const { cart } = await store.carts.create({ ...EMPTY_CART, lines: linesOf(store, "mug"), client: "203.0.113.7" });
  await store.checkouts.ofCart(cart.token);
  expect(store.data.read.all("SELECT kind, client FROM client_bytes")).toEqual([
    { kind: "carts", client: "hash of 203.0.113.7" },
    { kind: "checkouts", client: "hash of 203.0.113.7" },
  ]);
});
