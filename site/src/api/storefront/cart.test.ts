import { describe, expect, it } from "vitest";
import { aClient, aPage, storeAnswers } from "./a-store.case.ts";
import * as carts from "./cart.ts";

const cart = { id: "gid://shopify/Cart/1", lines: aPage([{ id: "l1" }]) };
const context = { country: "CA", language: "EN", numCartLines: 250 };

const CALLS: [string, () => Promise<carts.CartChange>, Record<string, unknown>][] = [
  ["cartCreate", () => carts.createCart(aClient(), { note: "n" }), { input: { note: "n" } }],
  [
    "cartLinesAdd",
    () => carts.addCartLines(aClient(), "c", [{ merchandiseId: "v" }]),
    { cartId: "c", lines: [{ merchandiseId: "v" }] },
  ],
  [
    "cartLinesUpdate",
    () => carts.updateCartLines(aClient(), "c", [{ id: "l1", quantity: 2 }]),
    { cartId: "c", lines: [{ id: "l1", quantity: 2 }] },
  ],
  ["cartLinesRemove", () => carts.removeCartLines(aClient(), "c", ["l1"]), { cartId: "c", lineIds: ["l1"] }],
  ["cartNoteUpdate", () => carts.updateCartNote(aClient(), "c", "n"), { cartId: "c", note: "n" }],
  [
    "cartBuyerIdentityUpdate",
    () => carts.updateCartBuyerIdentity(aClient(), "c", { email: "a@b.example" }),
    { cartId: "c", buyerIdentity: { email: "a@b.example" } },
  ],
  [
    "cartAttributesUpdate",
    () => carts.updateCartAttributes(aClient(), "c", [{ key: "k", value: "v" }]),
    { cartId: "c", attributes: [{ key: "k", value: "v" }] },
  ],
  [
    "cartDiscountCodesUpdate",
    () => carts.updateCartDiscountCodes(aClient(), "c", ["DOCK"]),
    { cartId: "c", discountCodes: ["DOCK"] },
  ],
];

describe.each(CALLS)("%s", (name, call, variables) => {
  it("sends what it changes, for the store's country and language, and answers with the cart", async () => {
    const sent = storeAnswers(() => ({ data: { [name]: { cart, userErrors: [] } } }));
    expect(await call()).toEqual({ cart: { ...cart, lines: [{ id: "l1" }] }, userErrors: [] });
    expect(sent[0]?.operation.toLowerCase()).toBe(name.toLowerCase());
    expect(sent[0]?.variables).toEqual({ ...variables, ...context });
  });
});

it("a cart is read for another country and language when asked so", async () => {
  const sent = storeAnswers(() => ({ data: { cart } }));
  expect(await carts.fetchCart(aClient(), "c", { country: "US" })).toMatchObject({ lines: [{ id: "l1" }] });
  expect(sent[0]?.variables).toEqual({ id: "c", ...context, country: "US" });
});

it("a refused change names what stands against it beside the cart", async () => {
  const userErrors = [{ field: ["lines", "0"], message: "Too many", code: "INVALID" }];
  storeAnswers(() => ({ data: { cartLinesAdd: { cart, userErrors } } }));
  expect(await carts.addCartLines(aClient(), "c", [])).toMatchObject({ cart: { id: cart.id }, userErrors });
});

it("errors are never taken for a cart that is gone", async () => {
  const errors = [{ message: "Throttled" }];
  storeAnswers(() => ({ data: { cartLinesAdd: null }, errors }));
  await expect(carts.addCartLines(aClient(), "c", [])).rejects.toThrow("Throttled");
  storeAnswers(() => ({ errors }));
  await expect(carts.fetchCart(aClient(), "c")).rejects.toThrow("Throttled");
});
