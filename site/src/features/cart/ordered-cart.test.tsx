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
import { isOrderToBeTold, storefrontState } from "./storefront-state.ts";

let store: FakeStore;

beforeEach(() => {
  store = visitStore();
});

const inStep = (...quantities: [n: number, quantity: number][]) => untilInStep(store, quantities);
/** One goes to the checkout with the first item, and its order is placed in another tab. */
function orderTheFirst() {
  noteCheckout({ quantities: { [variantId(1)]: 1 } });
  store.carts.clear();
}

test("a finished cart empties the local one and is forgotten", async () => {
  localStorage.setItem("shopifyCartId", CART);
  storeCart(aCartItem(1), aCartItem(2));
  noteCheckout({ quantities: { [variantId(1)]: 1, [variantId(2)]: 1 } });
  follow();
  await waitFor(() => expect(titles()).toEqual([]));
  await waitFor(() => expect(storedId()).toBeNull());
  expect(store.operations).toEqual(["CartQuery"]);
});

test("a cart that the store has forgotten is made anew when nobody went to the checkout with it", async () => {
  localStorage.setItem("shopifyCartId", "gid://shopify/Cart/forgotten");
  storeCart(aCartItem(1), aCartItem(2));
  follow();
  await inStep([1, 1], [2, 1]);
  expect(titles()).toEqual(["Shirt 1", "Shirt 2"]);
  expect(storedId()).toBe(CART);
});

describe("a cart that is gone some time after one went to the checkout with it", () => {
  const DAY_MS = 24 * 60 * 60 * 1000;

  /** Goes to the checkout with one of two items, and comes back so many days later, when the cart is gone. */
  async function comeBackAfter(days: number) {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-01T12:00:00Z") });
    storeCart(aCartItem(1), aCartItem(2));
    follow();
    await inStep([1, 1], [2, 1]);
    noteCheckout({ quantities: { [variantId(1)]: 1, [variantId(2)]: 1 } });
    // Back on the site one takes something out, which writes the note anew.
    vi.setSystemTime(new Date("2026-06-02T12:00:00Z"));
    remove(2);
    await inStep([1, 1]);
    cleanup();
    store.carts.clear();
    vi.setSystemTime(Date.parse("2026-06-01T12:00:00Z") + days * DAY_MS);
    follow();
  }

  test("was bought while no store would have forgotten it", async () => {
    await comeBackAfter(6.9);
    await waitFor(() => expect(titles()).toEqual([]));
    expect(isOrderToBeTold.get()).toBe(true);
  });

  test("was forgotten after that, and is made anew", async () => {
    await comeBackAfter(7.1);
    await inStep([1, 1]);
    expect(titles()).toEqual(["Shirt 1"]);
    expect(isOrderToBeTold.get()).toBe(false);
    expect(readCheckout()).toBeUndefined();
  });
});

test("what was added since the order was placed stays, in a new Storefront cart", async () => {
  storeCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
  orderTheFirst();
  add(2);
  await waitFor(() => expect(titles()).toEqual(["Shirt 2"]));
  await inStep([2, 1]);
  expect(readCheckout()).toBeUndefined();
  expect(storedId()).toBe(CART);
});

test("coming back to the page finds the order placed", async () => {
  storeCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
  orderTheFirst();
  comeBack();
  await waitFor(() => expect(titles()).toEqual([]));
});

describe.each(["forbidden", "full"] as const)("where storage is %s", (how) => {
  let restoreStorage: () => void;

  beforeEach(() => {
    restoreStorage = failStorage(how);
    add(1);
  });

  afterEach(() => {
    cleanup();
    restoreStorage();
    // What storage takes again is no longer kept in memory.
    changeCart({ type: "REMOVE_FROM_CART", ids: readCart().map((item) => item.variantId) });
    saveCartId(CART);
    forgetCheckout();
  });

  test("coming back to the page goes on with the same Storefront cart, and finds its order placed", async () => {
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

  test("a store that cannot be reached is asked for the same Storefront cart when it can", async () => {
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

  test("a change that finds the order placed leaves what was added since", async () => {
    follow();
    await inStep([1, 1]);
    orderTheFirst();
    add(2);
    await waitFor(() => expect(titles()).toEqual(["Shirt 2"]));
    await inStep([2, 1]);
  });
});

test("what is added while another tab stands at the checkout stays when its order is placed", async () => {
  storeCart(aCartItem(1), aCartItem(2));
  follow();
  await inStep([1, 1], [2, 1]);
  noteCheckout({ quantities: { [variantId(1)]: 1, [variantId(2)]: 1 } });
  remove(2);
  add(3);
  await inStep([1, 1], [3, 1]);
  expect(readCheckout()?.quantities).toEqual({ [variantId(1)]: 1 });
  // The other tab orders what it shows.
  store.carts.clear();
  comeBack();
  await waitFor(() => expect(titles()).toEqual(["Shirt 3"]));
  await inStep([3, 1]);
});
