import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";
import type { CartLine, PricedLine } from "../model/cart.ts";

/** Highest price of all lines together, in minor units. Numbers stay exact even when taxes and delivery are added. */
export const GOODS_MAX = 10 ** 14;

/** Prices lines from the current catalogue, before discounts and taxes. */
export function priceLines(
  lines: readonly CartLine[],
  snapshot: CatalogueSnapshot,
): { lines: PricedLine[]; unavailable: CartLine[] } {
  const priced: PricedLine[] = [];
  const unavailable: CartLine[] = [];
  for (const line of lines) {
    const variant = snapshot.variantById(line.variantId);
    if (variant === undefined) {
      unavailable.push(line);
      continue;
    }
    const subtotal = variant.price * line.quantity;
    priced.push({ line, variant, unitPrice: variant.price, subtotal, discounts: [], total: subtotal, tax: 0 });
  }
  return { lines: priced, unavailable };
}

/** The price of all lines before discounts and taxes. Lines whose variant is no longer on sale cost nothing. */
export function sumPrices(lines: readonly CartLine[], snapshot: CatalogueSnapshot): number {
  return lines.reduce((sum, line) => sum + (snapshot.variantById(line.variantId)?.price ?? 0) * line.quantity, 0);
}
