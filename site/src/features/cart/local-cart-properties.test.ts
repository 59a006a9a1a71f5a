import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aCartItem, storeCart, variantId } from "./a-cart-item.case.ts";
import { findVariant, ITEM_QUANTITY_MAX, toQuantity } from "./cart-item.ts";
import { type CartAction, type CartItems, changeCart, readCart } from "./local-cart.ts";

const number = fc.integer({ min: 1, max: 5 });
const quantity = fc.oneof(fc.integer({ min: -5, max: 200 }), fc.double());

const action: fc.Arbitrary<CartAction> = fc.oneof(
  fc.record({
    type: fc.constant("ADD_TO_CART" as const),
    item: fc
      .tuple(number, fc.integer({ min: 1, max: ITEM_QUANTITY_MAX }))
      .map(([n, quantity]) => aCartItem(n, { quantity })),
  }),
  fc.record({ type: fc.constant("REMOVE_FROM_CART" as const), ids: fc.array(number.map(variantId), { maxLength: 3 }) }),
  fc.record({ type: fc.constant("SET_QUANTITY" as const), id: number.map(variantId), quantity }),
  fc.record({
    type: fc.constant("TAKE_QUANTITIES" as const),
    quantities: fc.array(fc.tuple(number.map(variantId), fc.nat({ max: 200 }))).map((entries) => new Map(entries)),
  }),
);

/** A step of a visitor or of another tab. */
const step = fc.oneof(
  { weight: 8, arbitrary: action.map((action) => ({ by: "visitor" as const, action })) },
  {
    weight: 1,
    arbitrary: fc.array(number, { maxLength: 3 }).map((stored) => ({ by: "another tab" as const, stored })),
  },
);

/** The variants and quantities of a cart, in order. */
const summarise = (items: CartItems) => items.map(({ variantId, quantity }) => [variantId, quantity]);

test("after any steps of a visitor and another tab, the cart and the stored cart equal a plain list", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      localStorage.clear();
      const model = new Map<string, number>();
      for (const one of steps) {
        if (one.by === "another tab") {
          storeCart(...one.stored.map((n) => aCartItem(n)));
          model.clear();
          for (const n of one.stored) model.set(variantId(n), 1);
        } else {
          changeCart(one.action);
          if (one.action.type === "ADD_TO_CART") {
            const { variantId: id, quantity } = one.action.item;
            // Adding it again changes nothing.
            if (!model.has(id)) model.set(id, quantity);
          } else if (one.action.type === "REMOVE_FROM_CART") for (const id of one.action.ids) model.delete(id);
          else if (one.action.type === "TAKE_QUANTITIES") {
            for (const [id, quantity] of one.action.quantities) {
              if (quantity === 0) model.delete(id);
              else if (model.has(id)) model.set(id, toQuantity(quantity));
            }
          } else if (model.has(one.action.id)) model.set(one.action.id, toQuantity(one.action.quantity));
        }
        expect(summarise(readCart())).toEqual([...model]);
        expect(readCart()).toBe(readCart());
      }
      for (const item of readCart())
        expect(item.quantity).toBe(Math.min(Math.max(Math.round(item.quantity), 1), ITEM_QUANTITY_MAX));
      // If there was any change, a later visit finds the stored cart.
      const stored = localStorage.getItem("cart");
      if (stored !== null) {
        localStorage.setItem("cart", ` ${stored}`);
        expect(summarise(readCart())).toEqual([...model]);
      }
    }),
    tries(200),
  );
});

test("any content of storage becomes a cart that can be shown, changed and stored again", () => {
  const field = fc.constantFrom(
    "product",
    "variants",
    "variantId",
    "id",
    "title",
    "price",
    "amount",
    "currencyCode",
    "images",
    "src",
    "quantity",
    "selectedOptions",
    "handle",
  );
  const { node } = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(
        fc.constantFrom(variantId(1), "30.00", "1e999", "CAD", ""),
        fc.integer(),
        fc.constant(null),
        fc.boolean(),
      ),
      fc.dictionary(field, tie("node")),
      fc.array(tie("node"), { maxLength: 3 }),
      tie("node").map((inner) => JSON.stringify(inner)),
    ),
  }));
  /** A valid item with some invalid fields. */
  const damaged = fc
    .tuple(number, fc.dictionary(field, node, { maxKeys: 2 }))
    .map(([n, wrong]) => ({ ...aCartItem(n), ...wrong }));
  const stored = fc.oneof(
    anyText(),
    fc.json({ maxDepth: 2 }),
    fc
      .array(
        fc.oneof(
          damaged,
          damaged.map((item) => JSON.stringify(item)),
          node,
        ),
      )
      .map((list) => JSON.stringify(list)),
  );
  fc.assert(
    fc.property(stored, (stored) => {
      localStorage.clear();
      localStorage.setItem("cart", stored);
      const items = readCart();
      const ids = items.map(({ product, variantId }) => `${product.id} ${variantId}`);
      expect(new Set(ids).size).toBe(ids.length);
      for (const item of items) {
        expect(Number.isInteger(item.quantity) && item.quantity >= 1 && item.quantity <= ITEM_QUANTITY_MAX).toBe(true);
        expect(findVariant(item).price).toEqual({
          amount: expect.stringMatching(/^\d+(\.\d+)?$/),
          currencyCode: expect.stringMatching(/^[A-Z]{3}$/),
        });
      }
      // Reading the stored items again gives the same cart.
      storeCart(...items);
      expect(readCart()).toEqual(items);
    }),
    tries(200),
  );
});
