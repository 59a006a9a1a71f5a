import { describe, expect, it, test } from "vitest";
import { aBuyClient, type BuyUserError, plain } from "./buy-client.case.ts";
import { aServedStore } from "./served-store.case.ts";

/** The unmodified `shopify-buy` client makes checkouts at the whole store. */

const SETTINGS = {
  discounts: [
    {
      code: "TENOFF",
      title: "Ten off",
      value: { kind: "percentage" as const, millionths: 100_000 },
      oncePerCustomer: false,
    },
    { code: "FIVE", title: "Five", value: { kind: "amount" as const, amount: 500 }, oncePerCustomer: false },
    {
      code: "FIFTY",
      title: "Fifty",
      value: { kind: "amount" as const, amount: 500 },
      minimum: 5_000,
      oncePerCustomer: false,
    },
    {
      code: "OLD",
      title: "Old",
      value: { kind: "amount" as const, amount: 500 },
      endsAt: "2020-01-01T00:00:00Z",
      oncePerCustomer: false,
    },
  ],
  giftCards: [
    { code: "GIFTCARD00000020", balance: 2000, currency: "CAD", isEnabled: true },
    { code: "GIFTCARDEXPIRED1", balance: 2000, currency: "CAD", isEnabled: true, expiresOn: "2020-01-01" },
    { code: "GIFTCARDDISABLED", balance: 2000, currency: "CAD", isEnabled: false },
    { code: "GIFTCARDDOLLARS1", balance: 2000, currency: "USD", isEnabled: true },
    { code: "GIFTCARDNOTHING1", balance: 0, currency: "CAD", isEnabled: true },
  ],
};

const ADDRESS = {
  firstName: "Ann",
  lastName: "Lake",
  address1: "1 Pier Road",
  city: "Goderich",
  province: "Ontario",
  country: "Canada",
  zip: "N7A 1A1",
};

async function aShop() {
  const store = await aServedStore({ settings: SETTINGS });
  const client = aBuyClient(store);
  const mug = store.variantId("mug");
  const record = store.variantId("record");
  return { store, client, mug, record };
}

/** The user errors of a rejected change. The client throws an error whose message has them as JSON. */
async function userErrorsOf(change: Promise<unknown>): Promise<BuyUserError[]> {
  const error: unknown = await change.then(
    () => new Error("It was not refused"),
    (reason: unknown) => reason,
  );
  return JSON.parse(error instanceof Error ? error.message : String(error));
}

test("a checkout begins empty, or with lines, a note and an address", async () => {
  const { store, client, mug } = await aShop();
  const empty = await client.checkout.create();
  expect(plain(empty)).toMatchObject({ lineItems: [], email: null, completedAt: null, order: null });
  expect(empty.totalPrice.amount).toBe("0.00");

  const filled = await client.checkout.create({
    email: "ann@example.com",
    note: "Ring twice",
    lineItems: [{ variantId: mug, quantity: 2, customAttributes: [{ key: "Gift", value: "yes" }] }],
    shippingAddress: ADDRESS,
  });
  expect(plain(filled)).toMatchObject({ email: "ann@example.com", note: "Ring twice" });
  expect(filled.lineItemsSubtotalPrice).toMatchObject({ amount: "36.00", currencyCode: "CAD" });
  expect(filled.totalTax.amount).toBe("4.68");
  expect(plain(filled.shippingAddress)).toMatchObject({
    country: "Canada",
    countryCode: "CA",
    provinceCode: "ON",
    name: "Ann Lake",
    formatted: ["1 Pier Road", "Goderich ON N7A 1A1", "Canada"],
  });
  expect(filled.id).toMatch(/^gid:\/\/shopify\/Checkout\/[\w-]+\?key=[\w-]+$/);
  const [, token, key] = /Checkout\/([\w-]+)\?key=([\w-]+)$/.exec(filled.id) ?? [];
  expect(filled.webUrl).toBe(`${store.url}/checkout/${token}?key=${key}`);
});

describe("lines", () => {
  it("are added, merged, changed, replaced and removed", async () => {
    const { client, mug, record } = await aShop();
    const { id } = await client.checkout.create({ lineItems: [{ variantId: mug, quantity: 1 }] });
    const added = await client.checkout.addLineItems(id, [
      { variantId: mug, quantity: 2 },
      { variantId: record, quantity: 1 },
    ]);
    expect(added.lineItems.map(({ title, quantity }) => [title, quantity])).toEqual([
      ["Harbour mug", 3],
      ["Long Point (LP)", 1],
    ]);
    const [line] = added.lineItems;
    const changed = await client.checkout.updateLineItems(id, [{ id: line?.id ?? "", quantity: 5 }]);
    expect(plain(changed.lineItems[0])).toMatchObject({ id: line?.id, quantity: 5 });
    const less = await client.checkout.updateLineItems(id, [{ id: line?.id ?? "", quantity: 0 }]);
    expect(less.lineItems).toHaveLength(1);
    const replaced = await client.checkout.replaceLineItems(id, [{ variantId: mug, quantity: 4 }]);
    expect(replaced.lineItems.map(({ quantity }) => quantity)).toEqual([4]);
    const none = await client.checkout.removeLineItems(id, [replaced.lineItems[0]?.id ?? ""]);
    expect(plain(none.lineItems)).toEqual([]);
  });

  it("all count when they are added at the same moment", async () => {
    const { client, mug } = await aShop();
    const { id } = await client.checkout.create();
    await Promise.all(
      Array.from({ length: 8 }, () => client.checkout.addLineItems(id, [{ variantId: mug, quantity: 1 }])),
    );
    expect((await client.checkout.fetch(id))?.lineItems.map(({ quantity }) => quantity)).toEqual([8]);
  });

  it("are all read and all in the total when there are 600 of them", async () => {
    const { client, mug } = await aShop();
    const lineItems = Array.from({ length: 600 }, (_, place) => ({
      variantId: mug,
      quantity: 1,
      customAttributes: [{ key: "Name", value: String(place) }],
    }));
    const checkout = await client.checkout.create({ lineItems });
    expect(checkout.lineItems).toHaveLength(600);
    expect(new Set(checkout.lineItems.map(({ id }) => id)).size).toBe(600);
    expect(checkout.lineItemsSubtotalPrice.amount).toBe("10800.00");
  });

  it.each([
    ["a variant that does not exist", "gid://shopify/ProductVariant/1", 1, "INVALID", "variantId"],
    ["a quantity of 0", "mug", 0, "GREATER_THAN_OR_EQUAL_TO", "quantity"],
    ["a negative quantity", "mug", -1, "GREATER_THAN_OR_EQUAL_TO", "quantity"],
    ["more than are left", "record", 6, "NOT_ENOUGH_IN_STOCK", "quantity"],
  ])("are refused for %s", async (_, name, quantity, code, part) => {
    const { store, client } = await aShop();
    const variantId = name.startsWith("gid:") ? name : store.variantId(name);
    const lineItems = [{ variantId, quantity }];
    const field = ["lineItems", "0", part];
    expect(await userErrorsOf(client.checkout.create({ lineItems }))).toMatchObject([
      { code, field: ["input", ...field] },
    ]);
    const { id } = await client.checkout.create();
    expect(await userErrorsOf(client.checkout.addLineItems(id, lineItems))).toMatchObject([{ code, field }]);
    expect(await userErrorsOf(client.checkout.replaceLineItems(id, lineItems))).toMatchObject([{ code, field }]);
    expect(plain((await client.checkout.fetch(id))?.lineItems)).toEqual([]);
  });

  it("that are not in the checkout cannot be changed or removed", async () => {
    const { client } = await aShop();
    const { id } = await client.checkout.create();
    const line = "gid://shopify/CheckoutLineItem/2f1f?checkout=1";
    expect(await userErrorsOf(client.checkout.updateLineItems(id, [{ id: line, quantity: 1 }]))).toMatchObject([
      { code: "LINE_ITEM_NOT_FOUND", field: ["lineItems", "0"] },
    ]);
    expect(await userErrorsOf(client.checkout.removeLineItems(id, [line]))).toMatchObject([
      { code: "LINE_ITEM_NOT_FOUND", field: ["lineItemIds", "0"] },
    ]);
  });
});

test("email, note, attributes and address are stored, and errors in them are reported", async () => {
  const { client } = await aShop();
  const { id } = await client.checkout.create();
  await client.checkout.updateEmail(id, "ann@example.com");
  await client.checkout.updateAttributes(id, { note: "Hello", customAttributes: [{ key: "a", value: "b" }] });
  const updated = await client.checkout.updateShippingAddress(id, ADDRESS);
  expect(plain(updated)).toMatchObject({
    email: "ann@example.com",
    note: "Hello",
    customAttributes: [{ key: "a", value: "b" }],
  });

  expect(await userErrorsOf(client.checkout.updateEmail(id, "nobody"))).toMatchObject([
    { field: ["email"], message: "Email is invalid", code: "INVALID" },
  ]);
  expect(
    await userErrorsOf(client.checkout.updateShippingAddress(id, { ...ADDRESS, city: "", country: "Oz" })),
  ).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: "BLANK", field: ["shippingAddress", "city"] }),
      expect.objectContaining({ code: "INVALID", field: ["shippingAddress", "country"] }),
    ]),
  );
  expect((await client.checkout.fetch(id))?.email).toBe("ann@example.com");
});

test("a checkout with only downloads is taxed by its address, as a parcel would be", async () => {
  const single = { handle: "single", title: "Single", price: "4.00", shipped: "no" as const };
  const store = await aServedStore({ products: [single], settings: { country: "CA", province: "ON" } });
  const client = aBuyClient(store);
  const lineItems = [{ variantId: store.variantId("single"), quantity: 1 }];
  const { id, totalTax } = await client.checkout.create({ lineItems });
  expect(totalTax.amount).toBe("0.00");
  const inOntario = await client.checkout.updateShippingAddress(id, ADDRESS);
  expect(inOntario.totalTax.amount).toBe("0.52");
  const abroad = { ...ADDRESS, province: "", country: "Germany", zip: "10115" };
  expect((await client.checkout.updateShippingAddress(id, abroad)).totalTax.amount).toBe("0.00");
});

describe("a discount code", () => {
  it("reduces the price, is listed with every line, and can be removed", async () => {
    const { client, mug } = await aShop();
    const { id } = await client.checkout.create({ lineItems: [{ variantId: mug, quantity: 1 }] });
    const reduced = await client.checkout.addDiscount(id, "tenoff");
    expect(reduced.subtotalPrice.amount).toBe("16.20");
    expect(plain(reduced.discountApplications)).toMatchObject([{ applicable: true, value: { percentage: 10 } }]);
    expect(plain(reduced.lineItems[0]?.discountAllocations)).toMatchObject([{ allocatedAmount: { amount: "1.80" } }]);
    const other = await client.checkout.addDiscount(id, "FIVE");
    expect(plain(other.discountApplications)).toMatchObject([{ code: "FIVE", value: { amount: "5.00" } }]);
    const full = await client.checkout.removeDiscount(id);
    expect(full.subtotalPrice.amount).toBe("18.00");
    expect(plain(full.discountApplications)).toEqual([]);
  });

  it.each([
    ["NOSUCHCODE", "DISCOUNT_NOT_FOUND", "There is no such discount code."],
    ["OLD", "DISCOUNT_EXPIRED", "This discount code has expired."],
    ["FIFTY", "CART_DOES_NOT_MEET_DISCOUNT_REQUIREMENTS_NOTICE", "This discount code is for orders from $50.00."],
  ])("%s does not apply: the checkout does not change, and the response says why", async (code, expected, message) => {
    const { store, client, mug } = await aShop();
    const { id } = await client.checkout.create({ lineItems: [{ variantId: mug, quantity: 1 }] });
    const unchanged = await client.checkout.addDiscount(id, code);
    expect(unchanged.subtotalPrice.amount).toBe("18.00");
    expect(plain(unchanged.userErrors)).toMatchObject([{ field: ["discountCode"] }]);

    const response = await store.ask<{ checkoutDiscountCodeApplyV2: { checkoutUserErrors: BuyUserError[] } }>(
      `mutation ($id: ID!, $code: String!) {
        checkoutDiscountCodeApplyV2(checkoutId: $id, discountCode: $code) { checkoutUserErrors { code field message } }
      }`,
      { id, code },
    );
    const errors = response.data?.checkoutDiscountCodeApplyV2.checkoutUserErrors;
    expect(errors).toEqual([{ code: expected, field: ["discountCode"], message }]);
  });
});

describe("a gift card", () => {
  it("pays a part, and does not change the total", async () => {
    const { client, record } = await aShop();
    const { id } = await client.checkout.create({ lineItems: [{ variantId: record, quantity: 1 }] });
    const paid = await client.checkout.addGiftCards(id, ["giftcard00000020"]);
    expect(paid.totalPrice.amount).toBe("32.50");
    expect(paid.paymentDue.amount).toBe("12.50");
    expect(plain(paid.appliedGiftCards)).toMatchObject([{ lastCharacters: "0020", amountUsed: { amount: "20.00" } }]);
    const without = await client.checkout.removeGiftCard(id, paid.appliedGiftCards[0]?.id ?? "");
    expect(without.paymentDue.amount).toBe("32.50");
  });

  it.each([
    ["x", "GIFT_CARD_CODE_INVALID"],
    ["GIFTCARDUNKNOWN1", "GIFT_CARD_NOT_FOUND"],
    ["GIFTCARDEXPIRED1", "GIFT_CARD_EXPIRED"],
    ["GIFTCARDDISABLED", "GIFT_CARD_DISABLED"],
    ["GIFTCARDNOTHING1", "GIFT_CARD_DEPLETED"],
    ["GIFTCARDDOLLARS1", "GIFT_CARD_CURRENCY_MISMATCH"],
  ])("%s is refused with %s", async (giftCard, code) => {
    const { client, record } = await aShop();
    const { id } = await client.checkout.create({ lineItems: [{ variantId: record, quantity: 1 }] });
    expect(await userErrorsOf(client.checkout.addGiftCards(id, [giftCard]))).toMatchObject([
      { code, field: ["giftCardCodes", "0"] },
    ]);
  });

  it("is applied only once", async () => {
    const { client } = await aShop();
    const { id } = await client.checkout.create();
    await client.checkout.addGiftCards(id, ["GIFTCARD00000020"]);
    expect(await userErrorsOf(client.checkout.addGiftCards(id, ["GIFTCARD00000020"]))).toMatchObject([
      { code: "GIFT_CARD_ALREADY_APPLIED" },
    ]);
  });
});

test("after the order was placed, the checkout shows it and can no longer be changed", async () => {
  const { store, client } = await aShop();
  const ready = await store.checkout();
  await store.place(ready);
  const id = `gid://shopify/Checkout/${ready.token}?key=${ready.key}`;
  const completed = await client.checkout.fetch(id);
  expect(completed?.completedAt).toBe(store.time.now.toISOString());
  expect(plain(completed?.order)).toMatchObject({
    orderNumber: 1001,
    lineItems: [{ title: expect.stringContaining("Long Point (LP)"), quantity: 1 }],
  });
  expect(completed?.orderStatusUrl).toMatch(new RegExp(`^${store.url}/checkout/orders/\\d+\\?key=`));
  expect(await userErrorsOf(client.checkout.updateEmail(id, "eve@example.com"))).toMatchObject([
    { code: "ALREADY_COMPLETED" },
  ]);
});

test("an unknown checkout is null when it is read, and an error when it is changed", async () => {
  const { client } = await aShop();
  const id = "gid://shopify/Checkout/nothing?key=nothing";
  expect(await client.checkout.fetch(id)).toBeNull();
  expect(await userErrorsOf(client.checkout.updateEmail(id, "ann@example.com"))).toMatchObject([
    { code: "INVALID", field: ["checkoutId"] },
  ]);
});
