import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { aStore, EMPTY_CART } from "../a-store.case.ts";
import type { Cart } from "./carts.ts";
import { LINE_QUANTITY_MAX } from "./limits.ts";

const quantity = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 0, LINE_QUANTITY_MAX, LINE_QUANTITY_MAX + 1) },
);
/** Index of a variant; the last index has no variant. */
const which = fc.nat(3);
const attributes = fc.array(fc.constant({ key: "For", value: "Ann" }), { maxLength: 1 });
const line = fc.record({ which, quantity, attributes });

const action = fc.oneof(
  fc.record({ does: fc.constant("add" as const), lines: fc.array(line, { minLength: 1, maxLength: 3 }) }),
  fc.record({ does: fc.constant("update" as const), at: fc.nat(5), quantity }),
  fc.record({ does: fc.constant("remove" as const), at: fc.nat(5) }),
);

it("after any changes, a cart has what was added but not removed, and its total is the sum of its lines", async () => {
  const { carts, catalogue } = await aStore({
    products: ["0.01", "7.77", "99999.99"].map((price, at) => ({ handle: `p${at}`, title: `P${at}`, price })),
  });
  const variants = catalogue.current().products.flatMap((product) => product.variants);
  const piecesOf = ({ lines }: Pick<Cart, "lines">) =>
    variants.map(({ id }) => lines.reduce((sum, line) => sum + (line.variantId === id ? line.quantity : 0), 0));

  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
      let { cart } = await carts.create(EMPTY_CART);
      const pieces = variants.map(() => 0);
      for (const one of actions) {
        const before = cart;
        const line = one.does === "add" ? undefined : before.lines[one.at];
        const id = line?.id ?? "none";
        const result =
          one.does === "add"
            ? await carts.addLines(
                cart.token,
                one.lines.map(({ which, ...rest }) => ({ variantId: variants[which]?.id, ...rest })),
              )
            : one.does === "update"
              ? await carts.updateLines(cart.token, [{ id, quantity: one.quantity }])
              : await carts.removeLines(cart.token, [id]);
        if (!result) throw new Error("the cart is missing");
        cart = result.cart;
        if (result.errors.length > 0) expect(cart.lines).toEqual(before.lines);
        else if (one.does === "add")
          for (const { which, quantity } of one.lines) pieces[which] = (pieces[which] ?? 0) + quantity;
        else if (line) {
          const at = variants.findIndex((variant) => variant.id === line.variantId);
          pieces[at] = (pieces[at] ?? 0) - line.quantity + (one.does === "update" ? one.quantity : 0);
        }
        expect(piecesOf(cart)).toEqual(pieces);
        expect(new Set(cart.lines.map(({ id }) => id)).size).toBe(cart.lines.length);
        for (const { quantity } of cart.lines) expect(quantity >= 1 && quantity <= LINE_QUANTITY_MAX).toBe(true);
        expect(cart.priced.linesSubtotal).toBe(
          pieces.reduce((sum, count, at) => sum + count * (variants[at]?.price ?? 0), 0),
        );
        expect(cart.priced.lines.reduce((sum, { total }) => sum + total, 0)).toBe(cart.priced.subtotal);
        expect(carts.find(cart.token)?.lines).toEqual(cart.lines);
      }
    }),
    tries(40),
  );
});
