import { cleanup, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { aCartItem, storeCart, variantId } from "./a-cart-item.case.ts";
import { noteCheckout, readCheckout } from "./checkout-note.ts";
import type { FakeStore } from "./fake-store.case.ts";
import { add, comeBack, follow, setQuantity, visitStore } from "./followed-cart.case.tsx";
import { readCart } from "./local-cart.ts";
import { storefrontState, toQuantities } from "./storefront-state.ts";

let store: FakeStore;

/** The visitor goes to the checkout with two pieces of the first shirt and one piece of each of two others. */
beforeEach(async () => {
  store = visitStore();
  storeCart(aCartItem(1, { quantity: 2 }), aCartItem(2), aCartItem(3));
  follow();
  await inStep();
  const { lines, updatedAt } = storefrontState.get();
  noteCheckout({ quantities: toQuantities(lines), updatedAt });
});

const local = () => readCart().map(({ variantId, quantity }) => [variantId, quantity]);

/** Waits until both carts are equal and, if quantities are given, have these. */
async function inStep(...quantities: [n: number, quantity: number][]) {
  await waitFor(() => {
    expect(storefrontState.get().step).toBe("in-step");
    expect(store.quantities()).toEqual(local());
    if (quantities.length > 0) expect(local()).toEqual(quantities.map(([n, quantity]) => [variantId(n), quantity]));
  });
}

test("changes at the checkout appear in the cart, after each return", async () => {
  store.changeAtCheckout([variantId(1), 5], [variantId(2), 0]);
  comeBack();
  await inStep([1, 5], [3, 1]);
  store.changeAtCheckout([variantId(1), 4]);
  comeBack();
  await inStep([1, 4], [3, 1]);
  expect(store.operations).toEqual(["CartCreate", "CartQuery", "CartQuery"]);
});

test("changes at the checkout also appear on a later visit, except for items changed here since", async () => {
  cleanup();
  store.changeAtCheckout([variantId(1), 5], [variantId(2), 7]);
  setQuantity(2, 3);
  add(4);
  follow();
  await inStep([1, 5], [2, 3], [3, 1], [4, 1]);
});

test("a change by the site does not count as a change at the checkout if its response never arrived", async () => {
  store.responses.set("CartLineUpdate", () => new Promise(() => {}));
  setQuantity(1, 6);
  await waitFor(() => expect(store.operations).toContain("CartLineUpdate"));
  cleanup();
  // The store has applied it.
  store.responses.clear();
  store.changeAtCheckout([variantId(1), 6]);
  setQuantity(1, 2);
  follow();
  await inStep([1, 2], [2, 1], [3, 1]);
});

test("removing everything at the checkout empties the cart", async () => {
  store.changeAtCheckout([variantId(1), 0], [variantId(2), 0], [variantId(3), 0]);
  comeBack();
  await waitFor(() => expect(local()).toEqual([]));
  await inStep();
  expect(readCheckout()).toBeUndefined();
});

test("a product that is no longer on sale stays in the cart", async () => {
  const [cart] = store.carts.values();
  if (cart) cart.lines = cart.lines.filter((line) => line.variantId !== variantId(2));
  store.stock.set(variantId(2), 0);
  comeBack();
  await waitFor(() => expect([...storefrontState.get().rejected]).toEqual([[variantId(2), 1]]));
  expect(local()).toHaveLength(3);
});
