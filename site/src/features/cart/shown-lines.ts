import { type Money, parseAmount, toMoney } from "@porchlight/protocol/money.ts";
import { type CartItem, type CartVariant, findVariant } from "./cart-item.ts";
import type { CartItems } from "./local-cart.ts";
import type { StorefrontState } from "./storefront-state.ts";

/** A notice about an item that changed since the visitor added it. */
export type LineNote = { kind: "sold-out" } | { kind: "too-many" } | { kind: "price"; before: Money };

/** An item of the local cart with its current price; `total` is for all its pieces. */
export type ShownLine = { item: CartItem; variant: CartVariant; price: Money; total: Money; note?: LineNote };

/** Combines the items with the known state of the Storefront cart. */
export function createShownLines(items: CartItems, storefront: StorefrontState): ShownLine[] {
  return items.map((item) => {
    const variant = findVariant(item);
    const price = storefront.lines.find((line) => line.variantId === item.variantId)?.price ?? variant.price;
    const note = findNote(item, variant.price, storefront);
    const total = toMoney(toUnits(price) * item.quantity, price.currencyCode);
    return { item, variant, price, total, ...(note && { note }) };
  });
}

function findNote(item: CartItem, before: Money, { lines, rejected }: StorefrontState): LineNote | undefined {
  const line = lines.find(({ variantId }) => variantId === item.variantId);
  if (line?.isOnSale === false) return { kind: "sold-out" };
  const limit = rejected.get(item.variantId);
  // A store that rejects a single piece has none.
  if (!line) return limit === 1 ? { kind: "sold-out" } : undefined;
  if (limit === item.quantity) return { kind: "too-many" };
  return !isEqual(line.price, before) ? { kind: "price", before } : undefined;
}

/** Sums the lines on sale, separately for each currency. (A shop has one currency at a time.) */
export function sumLines(lines: readonly ShownLine[]): Money[] {
  const sums = new Map<string, number>();
  for (const { total, note } of lines) {
    const units = note?.kind === "sold-out" ? 0 : toUnits(total);
    sums.set(total.currencyCode, (sums.get(total.currencyCode) ?? 0) + units);
  }
  return [...sums].map(([currencyCode, units]) => toMoney(units, currencyCode));
}

/** A store may write "30.0" for "30.00". */
function isEqual(one: Money, other: Money): boolean {
  return one.currencyCode === other.currencyCode && toUnits(one) === toUnits(other);
}

/** @returns minor units; 0 for a price with more digits than its currency has */
function toUnits({ amount, currencyCode }: Money): number {
  return parseAmount(amount, currencyCode) ?? 0;
}
