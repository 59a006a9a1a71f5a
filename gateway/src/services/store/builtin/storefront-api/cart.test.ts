import { describe, expect, it, test } from "vitest";
import { aServedStore, type ServedStore } from "./served-store.case.ts";
import { aStorefront } from "./wire.case.ts";

/** Changes of carts by any client, mainly changes that are rejected, because hydrogen-react does not send those. */

type Payload = {
  cart: { id: string; totalQuantity: number; note: string | null; lines: { nodes: { id: string }[] } } | null;
  userErrors: { code: string; field: string[]; message: string }[];
};

const SELECTED =
  "{ cart { id totalQuantity note lines(first: 9) { nodes { id } } } userErrors { code field message } }";

async function change(store: ServedStore, field: string, declared: string, variables: object): Promise<Payload> {
  const names = Object.keys(variables).map((name) => `${name}: $${name}`);
  const { data, errors } = await store.ask<Record<string, Payload>>(
    `mutation (${declared}) { ${field}(${names.join(", ")}) ${SELECTED} }`,
    { ...variables },
  );
  const payload = data?.[field];
  if (!payload) throw new Error(JSON.stringify(errors));
  return payload;
}

const create = (store: ServedStore, input: object) => change(store, "cartCreate", "$input: CartInput", { input });
const add = (store: ServedStore, cartId: string, lines: object[]) =>
  change(store, "cartLinesAdd", "$cartId: ID!, $lines: [CartLineInput!]!", { cartId, lines });

async function aCart() {
  const store = await aServedStore();
  const { cart } = await create(store, { lines: [{ merchandiseId: store.variantId("record") }] });
  if (!cart) throw new Error("There is no cart");
  return { store, cart };
}

describe("a rejected line does not change the cart", () => {
  it.each([
    [
      "of a variant that does not exist",
      "gid://shopify/ProductVariant/1",
      1,
      "INVALID",
      "merchandiseId",
      "does not exist",
    ],
    ["of something that is no variant", "gid://shopify/Product/1", 1, "INVALID", "merchandiseId", "does not exist"],
    ["of quantity 0", "", 0, "LESS_THAN", "quantity", "from 1"],
    ["of more than are left", "", 5, "INVALID", "quantity", "so many left"],
  ])("%s", async (_, id, quantity, code, part, words) => {
    const { store, cart } = await aCart();
    const merchandiseId = id || store.variantId("record");
    const payload = await add(store, cart.id, [{ merchandiseId: store.variantId("mug") }, { merchandiseId, quantity }]);
    expect(payload.cart).toEqual(cart);
    expect(payload.userErrors).toEqual([
      { code, field: ["lines", "1", part], message: expect.stringContaining(words) },
    ]);
  });

  it("in an update or a removal, when it is not in the cart", async () => {
    const { store, cart } = await aCart();
    const id = `gid://shopify/CartLine/nothing?cart=${cart.id.split("/").at(-1)}`;
    const updated = await change(store, "cartLinesUpdate", "$cartId: ID!, $lines: [CartLineUpdateInput!]!", {
      cartId: cart.id,
      lines: [{ id, quantity: 2 }],
    });
    expect(updated).toMatchObject({
      cart,
      userErrors: [{ code: "INVALID_MERCHANDISE_LINE", field: ["lines", "0"] }],
    });
    const removed = await change(store, "cartLinesRemove", "$cartId: ID!, $lineIds: [ID!]!", {
      cartId: cart.id,
      lineIds: [id],
    });
    expect(removed.userErrors).toMatchObject([{ code: "INVALID_MERCHANDISE_LINE", field: ["lineIds", "0"] }]);
  });
});

test("a cart is created without the rejected lines, so that the client has a cart to continue with", async () => {
  const store = await aServedStore();
  const payload = await create(store, {
    note: "x".repeat(5_001),
    lines: [{ merchandiseId: "gid://shopify/ProductVariant/1" }],
    buyerIdentity: { customerAccessToken: "token" },
  });
  expect(payload.cart).toMatchObject({ totalQuantity: 0, note: null });
  expect(payload.userErrors.map(({ code, field }) => [code, field.join(".")])).toEqual([
    ["INVALID", "input.lines.0.merchandiseId"],
    ["INVALID", "input.note"],
    ["INVALID", "input.buyerIdentity.customerAccessToken"],
  ]);
});

test("a line can change its variant, and its other fields stay", async () => {
  const { store, cart } = await aCart();
  const payload = await change(store, "cartLinesUpdate", "$cartId: ID!, $lines: [CartLineUpdateInput!]!", {
    cartId: cart.id,
    lines: [{ id: cart.lines.nodes[0]?.id, merchandiseId: store.variantId("mug") }],
  });
  expect(payload).toMatchObject({ cart: { totalQuantity: 1, lines: cart.lines }, userErrors: [] });
  const refused = await change(store, "cartLinesUpdate", "$cartId: ID!, $lines: [CartLineUpdateInput!]!", {
    cartId: cart.id,
    lines: [{ id: cart.lines.nodes[0]?.id, merchandiseId: "gid://shopify/Product/1" }],
  });
  expect(refused.userErrors).toMatchObject([{ field: ["lines", "0", "merchandiseId"] }]);
});

const FOUR_AN_ORDER = {
  products: [{ handle: "tee", title: "Tee", price: "38.00", stock: "100", perOrder: "4" }],
};
const ABOVE_FOUR = "One order can have 4 of this at most.";

test("a quantity above the limit per order is rejected", async () => {
  const store = await aServedStore(FOUR_AN_ORDER);
  const payload = await create(store, { lines: [{ merchandiseId: store.variantId("tee"), quantity: 5 }] });
  expect(payload.userErrors).toEqual([
    { code: "INVALID", field: ["input", "lines", "0", "quantity"], message: ABOVE_FOUR },
  ]);
});

test("a quantity above the limit per order is rejected in a checkout too", async () => {
  const store = await aStorefront(FOUR_AN_ORDER);
  const { data } = await store.ask(
    `mutation ($input: CheckoutCreateInput!) { checkoutCreate(input: $input) {
       checkout { id } checkoutUserErrors { code field message } } }`,
    { input: { lineItems: [{ variantId: store.variantId("tee"), quantity: 5 }] } },
  );
  expect(data).toMatchObject({
    checkoutCreate: {
      checkout: null,
      checkoutUserErrors: [
        { code: "LESS_THAN_OR_EQUAL_TO", field: ["input", "lineItems", "0", "quantity"], message: ABOVE_FOUR },
      ],
    },
  });
});

test("an unknown cart is null, with an error on its id", async () => {
  const store = await aServedStore();
  for (const cartId of ["gid://shopify/Cart/nothing", "gid://shopify/Product/1"]) {
    const payload = await change(store, "cartNoteUpdate", "$cartId: ID!, $note: String", { cartId, note: "x" });
    expect(payload).toMatchObject({ cart: null, userErrors: [{ code: "INVALID", field: ["cartId"] }] });
  }
});

test("a line is left out if its variant is no longer in the catalogue, and the cart can still be read", async () => {
  const { store, cart } = await aCart();
  store.catalogue.change({ products: [{ handle: "mug", title: "Mug", price: "18.00" }] });
  expect(
    await store.ask("query ($id: ID!) { cart(id: $id) { lines(first: 9) { nodes { id } } } }", { id: cart.id }),
  ).toEqual({ status: 200, data: { cart: { lines: { nodes: [] } } } });
});

test("cost and estimatedCost agree, and a discount code is listed with the lines that it reduces", async () => {
  const store = await aServedStore({
    settings: {
      discounts: [{ code: "FIVE", title: "Five", value: { kind: "amount", amount: 500 }, oncePerCustomer: false }],
    },
  });
  const { cart } = await create(store, {
    lines: [{ merchandiseId: store.variantId("record"), attributes: [{ key: "For", value: "Ann" }] }],
    discountCodes: ["FIVE"],
  });
  const { data } = await store.ask(
    `query ($id: ID!) { cart(id: $id) {
      cost { subtotalAmount { amount } totalAmount { amount } totalAmountEstimated totalTaxAmount { amount } }
      estimatedCost { totalAmount { amount } }
      deliveryGroups(first: 1) { nodes { id } }
      lines(first: 1) { nodes {
        attribute(key: "For") { value }
        cost { amountPerQuantity { amount } compareAtAmountPerQuantity { amount } totalAmount { amount } }
        estimatedCost { amount { amount } }
        discountAllocations { discountedAmount { amount } ... on CartCodeDiscountAllocation { code } }
      } }
    } }`,
    { id: cart?.id },
  );
  expect(data).toEqual({
    cart: {
      cost: {
        subtotalAmount: { amount: "27.50" },
        totalAmount: { amount: "27.50" },
        totalAmountEstimated: true,
        totalTaxAmount: null,
      },
      estimatedCost: { totalAmount: { amount: "27.50" } },
      deliveryGroups: { nodes: [] },
      lines: {
        nodes: [
          {
            attribute: { value: "Ann" },
            cost: {
              amountPerQuantity: { amount: "32.50" },
              compareAtAmountPerQuantity: { amount: "36.00" },
              totalAmount: { amount: "27.50" },
            },
            estimatedCost: { amount: { amount: "32.50" } },
            discountAllocations: [{ discountedAmount: { amount: "5.00" }, code: "FIVE" }],
          },
        ],
      },
    },
  });
});
