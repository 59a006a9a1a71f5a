import { cleanup, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aCartItem, storeCart, variantId } from "./a-cart-item.case.ts";
import { saveCartId } from "./cart-id.ts";
import { forgetCheckout, noteCheckout, readCheckout } from "./checkout-note.ts";
import { failStorage } from "./failing-storage.case.ts";
import type { FakeStore } from "./fake-store.case.ts";
import {
  add,
  CART,
  comeBack,
  follow,
  remove,
  storedId,
  titles,
  untilInStep,
  visitStore,
} from "./followed-cart.case.tsx";
import { changeCart, readCart } from "./local-cart.ts";
import { isOrderNoticeDue, storefrontState } from "./storefront-state.ts";

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

/** The visitor goes to the checkout with the first item, and places the order in another tab. */
function orderTheFirst() {
  noteCheckout({ quantities: { [variantId(1)]: 1 } });
  store.carts.clear();
}

test("a finished cart empties the local cart, and its id is removed", async () => {
  localStorage.setItem("shopifyCartId", CART);
  storeCart(aCartItem(1), aCartItem(2));
  noteCheckout({ quantities: { [variantId(1)]: 1, [variantId(2)]: 1 } });
  follow();
  await waitFor(() => expect(titles()).toEqual([]));
  await waitFor(() => expect(storedId()).toBeNull());
  expect(store.operations).toEqual(["CartQuery"]);
});

test("an unknown cart is created again if the visitor did not go to the checkout", async () => {
  localStorage.setItem("shopifyCartId", "gid://shopify/Cart/deleted");
  await followWith(1, 2);
  expect(titles()).toEqual(["Shirt 1", "Shirt 2"]);
  expect(storedId()).toBe(CART);
});

describe("an unknown cart some time after the checkout", () => {
  const DAY_MS = 24 * 60 * 60 * 1000;

  /** Goes to the checkout with one of two items, and returns some days later. The store no longer knows the cart. */
  async function comeBackAfter(days: number) {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-01T12:00:00Z") });
    await followWith(1, 2);
    noteCheckout({ quantities: { [variantId(1)]: 1, [variantId(2)]: 1 } });
    // Back on the site, the visitor removes an item. This rewrites the note.
    vi.setSystemTime(new Date("2026-06-02T12:00:00Z"));
    remove(2);
    await inStep([1, 1]);
    cleanup();
    store.carts.clear();
    vi.setSystemTime(Date.parse("2026-06-01T12:00:00Z") + days * DAY_MS);
    follow();
  }

  test("counts as bought for seven days, in which no store deletes carts", async () => {
    await comeBackAfter(6.9);
    await waitFor(() => expect(titles()).toEqual([]));
    expect(isOrderNoticeDue.get()).toBe(true);
  });

  test("counts as deleted after seven days, and is created again", async () => {
    await comeBackAfter(7.1);
    await inStep([1, 1]);
    expect(titles()).toEqual(["Shirt 1"]);
    expect(isOrderNoticeDue.get()).toBe(false);
    expect(readCheckout()).toBeUndefined();
  });
});

test("items that were added after the order stay, in a new Storefront cart", async () => {
  await followWith(1);
  orderTheFirst();
  add(2);
  await waitFor(() => expect(titles()).toEqual(["Shirt 2"]));
  await inStep([2, 1]);
  expect(readCheckout()).toBeUndefined();
  expect(storedId()).toBe(CART);
});

test("a visitor who returns to the page learns that the order was placed", async () => {
  await followWith(1);
  orderTheFirst();
  comeBack();
  await waitFor(() => expect(titles()).toEqual([]));
});

describe.each(["forbidden", "full"] as const)("if storage is %s", (how) => {
  let restoreStorage: () => void;

  beforeEach(() => {
    restoreStorage = failStorage(how);
    add(1);
  });

  afterEach(() => {
    cleanup();
    restoreStorage();
    // Clears the values that are only in memory.
    changeCart({ type: "REMOVE_FROM_CART", ids: readCart().map((item) => item.variantId) });
    saveCartId(CART);
    forgetCheckout();
  });

  test("a visitor who returns has the same Storefront cart, and learns that its order was placed", async () => {
    follow();
    await inStep([1, 1]);
    comeBack();
    await inStep([1, 1]);
    add(2);
    await inStep([1, 1], [2, 1]);
    expect(store.operations).toEqual(["CartCreate", "CartQuery", "CartLineAdd"]);

    orderTheFirst();
    comeBack();
    await waitFor(() => expect(titles()).toEqual(["Shirt 2"]));
    await inStep([2, 1]);
    expect(readCheckout()).toBeUndefined();
  });

  test("the same Storefront cart is fetched once the store can be reached again", async () => {
    follow();
    await inStep([1, 1]);
    store.isDown = true;
    comeBack();
    await waitFor(() => expect(storefrontState.get().step).toBe("stuck"));
    store.isDown = false;
    comeBack();
    await inStep([1, 1]);
    expect(store.operations).toEqual(["CartCreate", "CartQuery"]);
  });

  test("a change that discovers the placed order leaves items that were added since", async () => {
    follow();
    await inStep([1, 1]);
    orderTheFirst();
    add(2);
    await waitFor(() => expect(titles()).toEqual(["Shirt 2"]));
    await inStep([2, 1]);
  });
});

test("items that were added while another tab is at the checkout stay after its order", async () => {
  await followWith(1, 2);
  noteCheckout({ quantities: { [variantId(1)]: 1, [variantId(2)]: 1 } });
  remove(2);
  add(3);
  await inStep([1, 1], [3, 1]);
  expect(readCheckout()?.quantities).toEqual({ [variantId(1)]: 1 });
  // The other tab orders its items.
  store.carts.clear();
  comeBack();
  await waitFor(() => expect(titles()).toEqual(["Shirt 3"]));
  await inStep([3, 1]);
});
