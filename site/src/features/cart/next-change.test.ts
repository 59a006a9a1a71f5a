import { expect, test } from "vitest";
import { aCartItem, variantId } from "./a-cart-item.case.ts";
import { impossibleOf, missedOf, nextChange } from "./next-change.ts";
import type { StorefrontLine } from "./storefront-state.ts";

const lines = (...held: [n: number, quantity: number][]): StorefrontLine[] =>
  held.map(([n, quantity]) => ({
    id: `line-${n}`,
    variantId: variantId(n),
    quantity,
    price: { amount: "30.0", currencyCode: "CAD" },
    isOnSale: true,
  }));
const wishes = (...wanted: [n: number, quantity: number][]) =>
  new Map(wanted.map(([n, quantity]) => [variantId(n), quantity]));

test("carts in step need nothing", () => {
  expect(nextChange(wishes([1, 2]), lines([1, 2]), new Map(), false)).toBeUndefined();
  expect(nextChange(wishes(), [], new Map(), false)).toBeUndefined();
});

test("what is not wanted goes first, then quantities change, then lines are added", () => {
  const wanted = wishes([1, 2], [3, 1], [4, 5]);
  expect(nextChange(wanted, lines([1, 1], [2, 1]), new Map(), false)).toEqual({ type: "remove", ids: ["line-2"] });
  expect(nextChange(wanted, lines([1, 1]), new Map(), false)).toEqual({
    type: "update",
    lines: [{ id: "line-1", quantity: 2, merchandiseId: variantId(1) }],
  });
  expect(nextChange(wanted, lines([1, 2]), new Map(), false)).toEqual({
    type: "add",
    lines: [
      { merchandiseId: variantId(3), quantity: 1 },
      { merchandiseId: variantId(4), quantity: 5 },
    ],
  });
  expect(nextChange(wanted, lines([1, 2]), new Map(), true)).toEqual({
    type: "add",
    lines: [{ merchandiseId: variantId(3), quantity: 1 }],
  });
});

test("a refused wish waits until it is another", () => {
  const refused = wishes([1, 5]);
  expect(nextChange(wishes([1, 5]), lines([1, 2]), refused, false)).toBeUndefined();
  expect(nextChange(wishes([1, 4]), [], refused, false)).toMatchObject({ type: "add", lines: [{ quantity: 4 }] });
});

test("where several are refused one is tried, and where that is refused no more are", () => {
  const one = { type: "add", lines: [{ merchandiseId: variantId(1), quantity: 1 }] };
  expect(nextChange(wishes([1, 5]), [], wishes([1, 5]), false)).toEqual(one);
  expect(nextChange(wishes([1, 5]), [], wishes([1, 1]), false)).toBeUndefined();
  expect(nextChange(wishes([1, 4]), [], wishes([1, 1]), false)).toBeUndefined();
});

test("a line that came with less than was asked for is a refusal; more of it, from another tab, is none", () => {
  const change = { type: "add" as const, lines: [{ merchandiseId: variantId(1), quantity: 3 }] };
  expect(missedOf(change, lines([1, 2]))).toEqual([{ variantId: variantId(1), quantity: 3 }]);
  expect(missedOf(change, [])).toHaveLength(1);
  expect(missedOf(change, lines([1, 4]))).toEqual([]);
});

test("ids that are none and items past the 250th are not asked for", () => {
  const items = Array.from({ length: 252 }, (_, n) => aCartItem(n + 1));
  const impossible = impossibleOf(items.map((item) => ({ ...item, quantity: 2 })));
  expect([...impossible.keys()]).toEqual([variantId(251), variantId(252)]);
  expect(nextChange(wishes([251, 2]), [], impossible, false)).toBeUndefined();
  expect([...impossibleOf([{ ...aCartItem(1), variantId: "shirt" }]).keys()]).toEqual(["shirt"]);
});
