import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { aCartItem, storeCart, variantId } from "./a-cart-item.case.ts";
import { errorResponse, type FakeStore } from "./fake-store.case.ts";
import {
  add,
  CART,
  follow,
  remove,
  setQuantity,
  storedId,
  titles,
  untilInStep,
  visitStore,
} from "./followed-cart.case.tsx";
import { refreshes, storefrontState } from "./storefront-state.ts";

let store: FakeStore;

beforeEach(() => {
  store = visitStore();
});

const inStep = (...quantities: [n: number, quantity: number][]) => untilInStep(store, quantities);

/** Follows a cart with these items until both carts are in step. */
async function followWith(...items: number[]) {
  storeCart(...items.map((n) => aCartItem(n)));
  follow();
  await inStep(...items.map((n): [number, number] => [n, 1]));
}

const refresh = () => act(() => refreshes.set(refreshes.get() + 1));

/** Advances the clock. React renders once a second. */
async function passes(seconds: number) {
  for (let at = 0; at < seconds; at += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
}

test("an empty cart needs no Storefront cart", async () => {
  follow();
  await waitFor(() => expect(storefrontState.get().step).toBe("in-step"));
  expect(store.operations).toEqual([]);
  expect(storedId()).toBeNull();
});

test("the first item creates a Storefront cart for Canada, with a stored id and the checkout's address", async () => {
  storeCart(aCartItem(1, { quantity: 2 }));
  follow();
  await inStep([1, 2]);
  expect(store.operations).toEqual(["CartCreate"]);
  expect(store.carts.get(CART)?.countryCode).toBe("CA");
  expect(storedId()).toBe(CART);
  expect(storefrontState.get()).toMatchObject({ checkoutUrl: "https://artist.example/checkout/cart/1" });
});

test("the first item creates a Storefront cart for the country of the language, if most of its speakers live in one", async () => {
  document.documentElement.lang = "nb";
  onTestFinished(() => {
    document.documentElement.lang = "";
  });
  storeCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
  expect(store.carts.get(CART)?.countryCode).toBe("NO");
});

test("each added, changed and removed item leads to one change", async () => {
  await followWith(1);
  add(2);
  await inStep([1, 1], [2, 1]);
  setQuantity(1, 7);
  await inStep([1, 7], [2, 1]);
  remove(1);
  await inStep([2, 1]);
  expect(store.operations).toEqual(["CartCreate", "CartLineAdd", "CartLineUpdate", "CartLineRemove"]);
  expect(store.contexts).toEqual(store.operations.map(() => ({ country: "CA", language: "EN" })));
});

test("of several quick changes, the last one counts", async () => {
  await followWith(1);
  for (const quantity of [2, 3, 4, 9]) setQuantity(1, quantity);
  add(2);
  setQuantity(1, 5);
  await inStep([1, 5], [2, 1]);
});

test("an open page uses the new token after the store has changed it", async () => {
  await followWith(1);
  store.token = "another";
  add(2);
  await inStep([1, 1], [2, 1]);
  expect(titles()).toHaveLength(2);
});

test("a stored cart is fetched, brought in step, and gets the country if it differs", async () => {
  store.carts.set(CART, { id: CART, lines: [{ id: "l", variantId: variantId(8), quantity: 1 }], countryCode: "US" });
  localStorage.setItem("shopifyCartId", CART);
  await followWith(1, 2);
  await waitFor(() => expect(store.carts.get(CART)?.countryCode).toBe("CA"));
  expect(store.operations[0]).toBe("CartQuery");
  expect(store.operations.filter((name) => name === "CartBuyerIdentityUpdate")).toHaveLength(1);
  expect(store.carts.size).toBe(1);
});

test("an invalid id is removed and another cart is created", async () => {
  localStorage.setItem("shopifyCartId", "undefined");
  await followWith(1);
  expect(storedId()).toBe(CART);
});

test("the state includes changed prices and sold-out items", async () => {
  storeCart(aCartItem(1), aCartItem(2));
  store.prices.set(variantId(1), "32.5");
  store.notOnSale.add(variantId(2));
  follow();
  await inStep([1, 1], [2, 1]);
  expect(storefrontState.get().lines).toMatchObject([
    { variantId: variantId(1), price: { amount: "32.5" }, isOnSale: true },
    { variantId: variantId(2), isOnSale: false },
  ]);
});

test.each([false, true])(
  "too large a quantity is rejected for that item only, and a smaller one is accepted (no cart in the response: %s)",
  async (hidesCartOnRejection) => {
    store.hidesCartOnRejection = hidesCartOnRejection;
    store.stock.set(variantId(2), 3);
    storeCart(aCartItem(1), aCartItem(2, { quantity: 5 }), aCartItem(3));
    follow();
    // After the rejection, the site tries one piece of the item.
    await inStep([1, 1], [2, 1], [3, 1]);
    expect([...storefrontState.get().rejected]).toEqual([[variantId(2), 5]]);
    setQuantity(2, 3);
    await waitFor(() => expect(store.quantities()).toContainEqual([variantId(2), 3]));
    setQuantity(1, 4);
    await waitFor(() => expect(store.quantities()).toContainEqual([variantId(1), 4]));
    expect(titles()).toHaveLength(3);
  },
);

test("a cart with only rejected items is not a finished cart", async () => {
  store.hidesCartOnRejection = true;
  store.stock.set(variantId(1), 0);
  storeCart(aCartItem(1));
  follow();
  await waitFor(() => expect([...storefrontState.get().rejected]).toEqual([[variantId(1), 1]]));
  expect(storefrontState.get()).not.toHaveProperty("checkoutUrl");
  expect(titles()).toEqual(["Shirt 1"]);

  add(2);
  await inStep([2, 1]);
  expect(titles()).toEqual(["Shirt 1", "Shirt 2"]);
});

test("another tab that empties the cart empties the Storefront cart", async () => {
  await followWith(1);
  storeCart();
  act(() => {
    dispatchEvent(new StorageEvent("storage", { key: "cart" }));
  });
  await inStep();
});

test("after a network failure the items stay, and the site tries again when the network returns", async () => {
  await followWith(1);
  store.isDown = true;
  add(2);
  await waitFor(() => expect(storefrontState.get().step).toBe("stuck"));
  expect(titles()).toEqual(["Shirt 1", "Shirt 2"]);
  expect(storedId()).toBe(CART);
  store.isDown = false;
  act(() => {
    dispatchEvent(new Event("online"));
  });
  await inStep([1, 1], [2, 1]);
});

test("on a first visit without network, the Storefront cart is created later", async () => {
  store.isDown = true;
  storeCart(aCartItem(1));
  follow();
  await waitFor(() => expect(storefrontState.get().step).toBe("stuck"));
  store.isDown = false;
  refresh();
  await inStep([1, 1]);
});

test.each([
  ["CartCreate", "before there is a Storefront cart"],
  ["CartLineAdd", "with a Storefront cart"],
])("error responses to %s, %s, do not change the local cart and lead to a retry", async (operation) => {
  vi.useFakeTimers();
  storeCart(aCartItem(1));
  if (operation === "CartCreate") store.responses.set(operation, () => errorResponse("Throttled"));
  follow();
  await passes(3);
  store.responses.set(operation, () => errorResponse("Throttled"));
  add(2);
  await passes(3);
  expect(storefrontState.get().step).toBe("stuck");
  expect(titles()).toEqual(["Shirt 1", "Shirt 2"]);

  await passes(60);
  expect(store.operations.filter((name) => name === operation).length).toBeGreaterThan(3);
  store.responses.clear();
  await passes(60);
  expect(storefrontState.get().step).toBe("in-step");
  expect(store.quantities()).toEqual([
    [variantId(1), 1],
    [variantId(2), 1],
  ]);
});

test("the id of a cart stays stored after an error response", async () => {
  localStorage.setItem("shopifyCartId", CART);
  storeCart(aCartItem(1));
  store.responses.set("CartQuery", () => errorResponse("Internal error"));
  follow();
  await waitFor(() => expect(storefrontState.get().step).toBe("stuck"));
  expect(storedId()).toBe(CART);
  expect(titles()).toEqual(["Shirt 1"]);
  expect(store.operations).toEqual(["CartQuery"]);
});

test("a missing response times out after 20 seconds", async () => {
  vi.useFakeTimers();
  storeCart(aCartItem(1));
  store.responses.set("CartCreate", () => new Promise(() => {}));
  follow();
  await passes(19);
  expect(storefrontState.get().step).toBe("working");
  await passes(3);
  expect(storefrontState.get().step).toBe("stuck");
  store.responses.clear();
  await passes(20);
  expect(storefrontState.get().step).toBe("in-step");
});
