import { type Money, moneyOf, parseAmount } from "@porchlight/protocol/money.ts";
import { type CartItem, type CartVariant, variantOf } from "./cart-item.ts";
import type { CartItems } from "./local-cart.ts";
import type { StorefrontState } from "./storefront-state.ts";

/** What a visitor has to know of an item since it was added. */
export type LineNote = { kind: "sold-out" } | { kind: "too-many" } | { kind: "price"; before: Money };

/** An item of the local cart as it is shown, at its present price. */
export type ShownLine = { item: CartItem; variant: CartVariant; price: Money; note?: LineNote };

/** The items with what the Storefront cart, as far as it is known, tells of them. */
export function shownLines(items: CartItems, storefront: StorefrontState): ShownLine[] {
  return items.map((item) => {
    const variant = variantOf(item);
    const price = storefront.lines.find((line) => line.variantId === item.variantId)?.price ?? variant.price;
    const note = noteOf(item, variant.price, storefront);
    return { item, variant, price, ...(note && { note }) };
  });
}

function noteOf(item: CartItem, before: Money, { lines, refused }: StorefrontState): LineNote | undefined {
  const line = lines.find(({ variantId }) => variantId === item.variantId);
  if (line?.isOnSale === false) return { kind: "sold-out" };
  const refusal = refused.get(item.variantId);
  // Where the store does not take a single one, there is none.
  if (!line) return refusal === 1 ? { kind: "sold-out" } : undefined;
  if (refusal === item.quantity) return { kind: "too-many" };
  return !isSame(line.price, before) ? { kind: "price", before } : undefined;
}

/** Sum of all lines that can be bought, in each of their currencies; a shop has one at a time. */
export function totalOf(lines: readonly ShownLine[]): Money[] {
  const sums = new Map<string, number>();
  for (const { item, price, note } of lines) {
    const units = note?.kind === "sold-out" ? 0 : unitsOf(price) * item.quantity;
    sums.set(price.currencyCode, (sums.get(price.currencyCode) ?? 0) + units);
  }
  return [...sums].map(([currencyCode, units]) => moneyOf(units, currencyCode));
}

/** Whether two prices are worth the same; a store may write "30.0" for "30.00". */
function isSame(one: Money, other: Money): boolean {
  return one.currencyCode === other.currencyCode && unitsOf(one) === unitsOf(other);
}

/** Minor units of a price; nothing of one that is finer than its currency. */
function unitsOf({ amount, currencyCode }: Money): number {
  return parseAmount(amount, currencyCode) ?? 0;
}
