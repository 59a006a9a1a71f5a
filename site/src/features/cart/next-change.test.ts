import { expect, test } from "vitest";
import { aCartItem, variantId } from "./a-cart-item.case.ts";
import { findImpossible, findMissed, nextChange } from "./next-change.ts";
import type { StorefrontLine } from "./storefront-state.ts";

const lines = (...held: [n: number, quantity: number][]): StorefrontLine[] =>
  held.map(([n, quantity]) => ({
    id: `line-${n}`,
    variantId: variantId(n),
    quantity,
    price: { amount: "30.0", currencyCode: "CAD" },
    isOnSale: true,
  }));
const quantities = (...wanted: [n: number, quantity: number][]) =>
  new Map(wanted.map(([n, quantity]) => [variantId(n), quantity]));

test("carts that are in step need no change", () => {
  expect(nextChange(quantities([1, 2]), lines([1, 2]), new Map(), false)).toBeUndefined();
  expect(nextChange(quantities(), [], new Map(), false)).toBeUndefined();
});

test("unwanted lines are removed first, then quantities change, then lines are added", () => {
  const wanted = quantities([1, 2], [3, 1], [4, 5]);
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

test("a rejected quantity is not tried again", () => {
  const rejected = quantities([1, 5]);
  expect(nextChange(quantities([1, 5]), lines([1, 2]), rejected, false)).toBeUndefined();
  expect(nextChange(quantities([1, 4]), [], rejected, false)).toMatchObject({ type: "add", lines: [{ quantity: 4 }] });
});

test("after several pieces were rejected, one is tried; after one was rejected, nothing is tried", () => {
  const one = { type: "add", lines: [{ merchandiseId: variantId(1), quantity: 1 }] };
  expect(nextChange(quantities([1, 5]), [], quantities([1, 5]), false)).toEqual(one);
  expect(nextChange(quantities([1, 5]), [], quantities([1, 1]), false)).toBeUndefined();
  expect(nextChange(quantities([1, 4]), [], quantities([1, 1]), false)).toBeUndefined();
});

test("a line with less than requested counts as rejected, but a line with more, from another tab, does not", () => {
  const change = { type: "add" as const, lines: [{ merchandiseId: variantId(1), quantity: 3 }] };
  expect(findMissed(change, lines([1, 2]))).toEqual([{ variantId: variantId(1), quantity: 3 }]);
  expect(findMissed(change, [])).toHaveLength(1);
  expect(findMissed(change, lines([1, 4]))).toEqual([]);
});

test("invalid ids and items past the 250th are not requested", () => {
  const items = Array.from({ length: 252 }, (_, n) => aCartItem(n + 1));
  const impossible = findImpossible(items.map((item) => ({ ...item, quantity: 2 })));
  expect([...impossible.keys()]).toEqual([variantId(251), variantId(252)]);
  expect(nextChange(quantities([251, 2]), [], impossible, false)).toBeUndefined();
  expect([...findImpossible([{ ...aCartItem(1), variantId: "shirt" }]).keys()]).toEqual(["shirt"]);
});
