import { beforeEach, describe, expect, test, vi } from "vitest";
import { aCartItem, storeCart, variantId } from "./a-cart-item.case.ts";
import { parseItem, toQuantity } from "./cart-item.ts";
import { failStorage } from "./failing-storage.case.ts";
import { cartReducer, changeCart, readCart, watchCart } from "./local-cart.ts";

beforeEach(() => {
  localStorage.clear();
});

const titles = () => readCart().map((item) => item.product.title);
const add = (n: number) => changeCart({ type: "ADD_TO_CART", item: aCartItem(n) });

describe("the reducer", () => {
  test("adds an item once, and returns the same list for the same product and variant", () => {
    const one = cartReducer([], { type: "ADD_TO_CART", item: aCartItem(1) });
    const two = cartReducer(one, { type: "ADD_TO_CART", item: aCartItem(2) });
    expect(two.map((item) => item.variantId)).toEqual([variantId(1), variantId(2)]);
    expect(cartReducer(two, { type: "ADD_TO_CART", item: aCartItem(1, { quantity: 5 }) })).toBe(two);
  });

  test("adds a second variant of a product as a second item", () => {
    const item = aCartItem(1);
    const other = { ...item, variantId: variantId(9) };
    expect(cartReducer([item], { type: "ADD_TO_CART", item: other })).toEqual([item, other]);
  });
});

test.each([
  [0, 1],
  [-4, 1],
  [2.9, 3],
  [2.4, 2],
  ["7", 7],
  ["", 1],
  ["many", 1],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 99],
  [null, 1],
])("the quantity %j becomes %i", (wish, quantity) => {
  expect(toQuantity(wish)).toBe(quantity);
});

describe("the stored cart", () => {
  test("is a list of JSON strings under the key cart, and survives a reload", async () => {
    add(1);
    const list: unknown = JSON.parse(localStorage.getItem("cart") ?? "");
    expect(list).toEqual([JSON.stringify(aCartItem(1))]);
    vi.resetModules();
    expect((await import("./local-cart.ts")).readCart()).toEqual([aCartItem(1)]);
  });

  test("of another tab is read, reported and added to", () => {
    const onChange = vi.fn();
    const stop = watchCart(onChange);
    add(1);
    expect(onChange).toHaveBeenCalledTimes(1);
    storeCart(aCartItem(1), aCartItem(2));
    dispatchEvent(new StorageEvent("storage", { key: "lastVisit" }));
    expect(onChange).toHaveBeenCalledTimes(1);
    dispatchEvent(new StorageEvent("storage", { key: "cart" }));
    expect(onChange).toHaveBeenCalledTimes(2);
    add(3);
    expect(titles()).toEqual(["Shirt 1", "Shirt 2", "Shirt 3"]);
    stop();
    add(4);
    expect(onChange).toHaveBeenCalledTimes(3);
  });

  test.each(["", "nonsense", "null", "17", '"text"', "{}", '{"length":2}', "[[[[", '["'])(
    "is empty if storage has %j, and can be filled again",
    (damage) => {
      localStorage.setItem("cart", damage);
      expect(readCart()).toEqual([]);
      add(1);
      expect(titles()).toEqual(["Shirt 1"]);
    },
  );

  test("has only the valid items of a damaged list", () => {
    const entries = [
      null,
      7,
      "{",
      JSON.stringify(aCartItem(1)),
      "{}",
      JSON.stringify({ ...aCartItem(2), variantId: variantId(99) }),
      JSON.stringify({ ...aCartItem(3), product: { ...aCartItem(3).product, variants: "none" } }),
      JSON.stringify(aCartItem(4, { amount: "1e9" })),
      JSON.stringify(aCartItem(1)),
      JSON.stringify({ ...aCartItem(5), quantity: -3 }),
    ];
    localStorage.setItem("cart", JSON.stringify(entries));
    expect(readCart()).toEqual([aCartItem(1), aCartItem(5)]);
  });

  test("may contain a bare product, which becomes one piece of its first variant", () => {
    const { product } = aCartItem(1);
    const { id, title, images } = product;
    const bare = { id, title, images, variants: [{ id: variantId(1), price: { amount: "24.5" } }] };
    for (const entry of [bare, JSON.stringify(bare), { product: JSON.stringify(bare) }]) {
      expect(parseItem(entry)).toEqual({
        product: {
          ...product,
          handle: "",
          variants: [
            { id: variantId(1), title: "", price: { amount: "24.5", currencyCode: "CAD" }, selectedOptions: [] },
          ],
        },
        variantId: variantId(1),
        quantity: 1,
      });
    }
  });
});

describe("a browser without storage", () => {
  test("has a cart until the page is left if storage is full", () => {
    add(1);
    const restoreStorage = failStorage("full");
    add(2);
    changeCart({ type: "SET_QUANTITY", id: variantId(1), quantity: 3 });
    expect(readCart().map((item) => item.quantity)).toEqual([3, 1]);
    restoreStorage();
    add(3);
    expect(titles()).toEqual(["Shirt 1", "Shirt 2", "Shirt 3"]);
    expect(JSON.parse(localStorage.getItem("cart") ?? "")).toHaveLength(3);
  });

  test("has a cart if storage is forbidden", () => {
    const restoreStorage = failStorage("forbidden");
    const before = readCart().length;
    add(41);
    expect(readCart()).toHaveLength(before + 1);
    restoreStorage();
    changeCart({ type: "REMOVE_FROM_CART", ids: readCart().map((item) => item.variantId) });
  });
});
