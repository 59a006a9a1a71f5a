import { describe, expect, it } from "vitest";
import { aClient, aPage, storeAnswers } from "./a-store.case.ts";
import * as carts from "./cart.ts";

const cart = { id: "gid://shopify/Cart/1", lines: aPage([{ id: "l1" }]) };
const context = { country: "CA", language: "EN", numCartLines: 250 };

/** A mutation, called with these variables. */
function aCall<Variables extends object>(
  name: string,
  call: (client: ReturnType<typeof aClient>, variables: Variables) => Promise<carts.CartChange>,
  variables: Variables,
) {
  return { name, run: () => call(aClient(), variables), variables };
}

describe.each([
  aCall("cartCreate", carts.createCart, { input: { note: "n" } }),
  aCall("cartLinesAdd", carts.addCartLines, { cartId: "c", lines: [{ merchandiseId: "v" }] }),
  aCall("cartLinesUpdate", carts.updateCartLines, { cartId: "c", lines: [{ id: "l1", quantity: 2 }] }),
  aCall("cartLinesRemove", carts.removeCartLines, { cartId: "c", lineIds: ["l1"] }),
  aCall("cartNoteUpdate", carts.updateCartNote, { cartId: "c", note: "n" }),
  aCall("cartBuyerIdentityUpdate", carts.updateCartBuyerIdentity, {
    cartId: "c",
    buyerIdentity: { email: "a@b.example" },
  }),
  aCall("cartAttributesUpdate", carts.updateCartAttributes, { cartId: "c", attributes: [{ key: "k", value: "v" }] }),
  aCall("cartDiscountCodesUpdate", carts.updateCartDiscountCodes, { cartId: "c", discountCodes: ["DOCK"] }),
])("$name", ({ name, run, variables }) => {
  it("sends the change for the store's country and language, and returns the cart", async () => {
    const sent = storeAnswers(() => ({ data: { [name]: { cart, userErrors: [] } } }));
    expect(await run()).toEqual({ cart: { ...cart, lines: [{ id: "l1" }] }, userErrors: [] });
    expect(sent[0]?.operation.toLowerCase()).toBe(name.toLowerCase());
    expect(sent[0]?.variables).toEqual({ ...variables, ...context });
  });
});

it("reads a cart for another country on request", async () => {
  const sent = storeAnswers(() => ({ data: { cart } }));
  expect(await carts.fetchCart(aClient(), "c", { country: "US" })).toMatchObject({ lines: [{ id: "l1" }] });
  expect(sent[0]?.variables).toEqual({ id: "c", ...context, country: "US" });
});

it("returns the reasons for a rejected change beside the cart", async () => {
  const userErrors = [{ field: ["lines", "0"], message: "Too many", code: "INVALID" }];
  storeAnswers(() => ({ data: { cartLinesAdd: { cart, userErrors } } }));
  expect(await carts.addCartLines(aClient(), { cartId: "c", lines: [] })).toMatchObject({
    cart: { id: cart.id },
    userErrors,
  });
});

it("never takes errors for an unknown cart", async () => {
  const errors = [{ message: "Throttled" }];
  storeAnswers(() => ({ data: { cartLinesAdd: null }, errors }));
  await expect(carts.addCartLines(aClient(), { cartId: "c", lines: [] })).rejects.toThrow("Throttled");
  storeAnswers(() => ({ errors }));
  await expect(carts.fetchCart(aClient(), "c")).rejects.toThrow("Throttled");
});
