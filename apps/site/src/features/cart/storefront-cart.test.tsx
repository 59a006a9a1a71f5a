import { act, cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aCartItem, keepCart, variantId } from "./a-cart-item.case.ts";
import { keepCartId } from "./cart-id.ts";
import { type FakeStore, forgiveVersionNote, openFakeStore, refuse } from "./fake-store.case.ts";
import { forgetCheckout, noteCheckout, readCheckout } from "./follow.ts";
import { changeCart, readCart } from "./local-cart.ts";
import { refuseStorage } from "./refused-storage.case.ts";
import { StorefrontCart } from "./storefront-cart.tsx";
import { asks, isOrderToBeTold, storefrontState, UNKNOWN } from "./storefront-state.ts";

let store: FakeStore;

beforeEach(() => {
  localStorage.clear();
  storefrontState.set(UNKNOWN);
  isOrderToBeTold.set(false);
  store = openFakeStore();
  vi.mocked(console.warn).mockImplementation(() => {});
});

afterEach(forgiveVersionNote);

const CART = "gid://shopify/Cart/1";
const storedId = () => localStorage.getItem("shopifyCartId");
const titles = () => readCart().map((item) => item.product.title);

/** Waits until the Storefront cart is in step, with these quantities. */
async function inStep(...quantities: [n: number, quantity: number][]) {
  await waitFor(() => {
    expect(storefrontState.get().step).toBe("in-step");
    expect(store.quantities()).toEqual(quantities.map(([n, quantity]) => [variantId(n), quantity]));
  });
}

const follow = () => render(<StorefrontCart />);
const add = (n: number) => act(() => changeCart({ type: "ADD_TO_CART", item: aCartItem(n) }));
const setQuantity = (n: number, quantity: number) =>
  act(() => changeCart({ type: "SET_QUANTITY", id: variantId(n), quantity }));
const remove = (n: number) => act(() => changeCart({ type: "REMOVE_FROM_CART", ids: [variantId(n)] }));
const comeBack = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));
/** One goes to the checkout with the first item, and its order is placed in another tab. */
function orderTheFirst() {
  noteCheckout({ quantities: { [variantId(1)]: 1 } });
  store.carts.clear();
}
const askAgain = () => act(() => asks.set(asks.get() + 1));

/** Lets the clock that the test has set go on; once a second React draws what has happened meanwhile. */
async function passes(seconds: number) {
  for (let at = 0; at < seconds; at += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
}

test("an empty cart needs no Storefront cart", async () => {
  follow();
  await waitFor(() => expect(storefrontState.get().step).toBe("in-step"));
  expect(store.asked).toEqual([]);
  expect(storedId()).toBeNull();
});

test("the first item makes a Storefront cart for Canada, whose id is kept and which leads to the checkout", async () => {
  keepCart(aCartItem(1, { quantity: 2 }));
  follow();
  await inStep([1, 2]);
  expect(store.asked).toEqual(["CartCreate"]);
  expect(store.carts.get(CART)?.countryCode).toBe("CA");
  expect(storedId()).toBe(CART);
  expect(storefrontState.get()).toMatchObject({ checkoutUrl: "https://artist.example/checkout/cart/1" });
});

test("items that are added, changed and removed are followed by one change each", async () => {
  keepCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
  add(2);
  await inStep([1, 1], [2, 1]);
  setQuantity(1, 7);
  await inStep([1, 7], [2, 1]);
  remove(1);
  await inStep([2, 1]);
  expect(store.asked).toEqual(["CartCreate", "CartLineAdd", "CartLineUpdate", "CartLineRemove"]);
});

test("of wishes that come faster than answers the last one wins", async () => {
  keepCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
  for (const quantity of [2, 3, 4, 9]) setQuantity(1, quantity);
  add(2);
  setQuantity(1, 5);
  await inStep([1, 5], [2, 1]);
});

test("an open page goes on with the present token once the store takes another", async () => {
  keepCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
  store.token = "another";
  add(2);
  await inStep([1, 1], [2, 1]);
  expect(titles()).toHaveLength(2);
});

test("a kept cart is asked for, brought in step, and told the country when it differs", async () => {
  store.carts.set(CART, { id: CART, lines: [{ id: "l", variantId: variantId(8), quantity: 1 }], countryCode: "US" });
  localStorage.setItem("shopifyCartId", CART);
  keepCart(aCartItem(1), aCartItem(2));
  follow();
  await inStep([1, 1], [2, 1]);
  await waitFor(() => expect(store.carts.get(CART)?.countryCode).toBe("CA"));
  expect(store.asked[0]).toBe("CartQuery");
  expect(store.asked.filter((name) => name === "CartBuyerIdentityUpdate")).toHaveLength(1);
  expect(store.carts.size).toBe(1);
});

test("an id that can be none is thrown away and another cart is made", async () => {
  localStorage.setItem("shopifyCartId", "undefined");
  keepCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
  expect(storedId()).toBe(CART);
});

test("a price that changed and an item that sold out are told", async () => {
  keepCart(aCartItem(1), aCartItem(2));
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
  "more than there is is refused for that item alone, and a smaller number is taken (no cart in the answer: %s)",
  async (hidesCartOnRefusal) => {
    store.hidesCartOnRefusal = hidesCartOnRefusal;
    store.stock.set(variantId(2), 3);
    keepCart(aCartItem(1), aCartItem(2, { quantity: 5 }), aCartItem(3));
    follow();
    // One tells that there are some.
    await inStep([1, 1], [2, 1], [3, 1]);
    expect([...storefrontState.get().refused]).toEqual([[variantId(2), 5]]);
    setQuantity(2, 3);
    await waitFor(() => expect(store.quantities()).toContainEqual([variantId(2), 3]));
    setQuantity(1, 4);
    await waitFor(() => expect(store.quantities()).toContainEqual([variantId(1), 4]));
    expect(titles()).toHaveLength(3);
  },
);

test("a cart of which everything is refused is no finished cart", async () => {
  store.hidesCartOnRefusal = true;
  store.stock.set(variantId(1), 0);
  keepCart(aCartItem(1));
  follow();
  await waitFor(() => expect([...storefrontState.get().refused]).toEqual([[variantId(1), 1]]));
  expect(storefrontState.get()).not.toHaveProperty("checkoutUrl");
  expect(titles()).toEqual(["Shirt 1"]);

  add(2);
  await inStep([2, 1]);
  expect(titles()).toEqual(["Shirt 1", "Shirt 2"]);
});

test("a finished cart empties the local one and is forgotten", async () => {
  localStorage.setItem("shopifyCartId", CART);
  keepCart(aCartItem(1), aCartItem(2));
  noteCheckout({ quantities: { [variantId(1)]: 1, [variantId(2)]: 1 } });
  follow();
  await waitFor(() => expect(titles()).toEqual([]));
  await waitFor(() => expect(storedId()).toBeNull());
  expect(store.asked).toEqual(["CartQuery"]);
});

test("a cart that the store has forgotten is made anew when nobody went to the checkout with it", async () => {
  localStorage.setItem("shopifyCartId", "gid://shopify/Cart/forgotten");
  keepCart(aCartItem(1), aCartItem(2));
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
    keepCart(aCartItem(1), aCartItem(2));
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
  keepCart(aCartItem(1));
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
  keepCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
  orderTheFirst();
  comeBack();
  await waitFor(() => expect(titles()).toEqual([]));
});

describe.each(["forbidden", "full"] as const)("where storage is %s", (how) => {
  let takeAgain: () => void;

  beforeEach(() => {
    takeAgain = refuseStorage(how);
    add(1);
  });

  afterEach(() => {
    cleanup();
    takeAgain();
    // What storage takes again is no longer kept in memory.
    changeCart({ type: "REMOVE_FROM_CART", ids: readCart().map((item) => item.variantId) });
    keepCartId(CART);
    forgetCheckout();
  });

  test("coming back to the page goes on with the same Storefront cart, and finds its order placed", async () => {
    follow();
    await inStep([1, 1]);
    comeBack();
    await inStep([1, 1]);
    add(2);
    await inStep([1, 1], [2, 1]);
    expect(store.asked).toEqual(["CartCreate", "CartQuery", "CartLineAdd"]);

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
    expect(store.asked).toEqual(["CartCreate", "CartQuery"]);
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
  keepCart(aCartItem(1), aCartItem(2));
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

test("another tab that empties the cart empties the Storefront cart", async () => {
  keepCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
  keepCart();
  act(() => {
    dispatchEvent(new StorageEvent("storage", { key: "cart" }));
  });
  await inStep();
});

test("a dead network keeps the items, and the store is asked again when the network returns", async () => {
  keepCart(aCartItem(1));
  follow();
  await inStep([1, 1]);
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

test("a first visit without network gets its Storefront cart later", async () => {
  store.isDown = true;
  keepCart(aCartItem(1));
  follow();
  await waitFor(() => expect(storefrontState.get().step).toBe("stuck"));
  store.isDown = false;
  askAgain();
  await inStep([1, 1]);
});

test.each([
  ["CartCreate", "without a cart"],
  ["CartLineAdd", "with one"],
])(
  "errors in answer to %s, %s, leave the local cart alone and are asked about again by themselves",
  async (operation) => {
    vi.useFakeTimers();
    keepCart(aCartItem(1));
    if (operation === "CartCreate") store.answers.set(operation, () => refuse("Throttled"));
    follow();
    await passes(3);
    store.answers.set(operation, () => refuse("Throttled"));
    add(2);
    await passes(3);
    expect(storefrontState.get().step).toBe("stuck");
    expect(titles()).toEqual(["Shirt 1", "Shirt 2"]);

    await passes(60);
    expect(store.asked.filter((name) => name === operation).length).toBeGreaterThan(3);
    store.answers.clear();
    await passes(60);
    expect(storefrontState.get().step).toBe("in-step");
    expect(store.quantities()).toEqual([
      [variantId(1), 1],
      [variantId(2), 1],
    ]);
  },
);

test("a kept cart that the store errs about is kept", async () => {
  localStorage.setItem("shopifyCartId", CART);
  keepCart(aCartItem(1));
  store.answers.set("CartQuery", () => refuse("Internal error"));
  follow();
  await waitFor(() => expect(storefrontState.get().step).toBe("stuck"));
  expect(storedId()).toBe(CART);
  expect(titles()).toEqual(["Shirt 1"]);
  expect(store.asked).toEqual(["CartQuery"]);
});

test("an answer that never comes is given up after 20 seconds", async () => {
  vi.useFakeTimers();
  keepCart(aCartItem(1));
  store.answers.set("CartCreate", () => new Promise(() => {}));
  follow();
  await passes(19);
  expect(storefrontState.get().step).toBe("working");
  await passes(3);
  expect(storefrontState.get().step).toBe("stuck");
  store.answers.clear();
  await passes(20);
  expect(storefrontState.get().step).toBe("in-step");
});
