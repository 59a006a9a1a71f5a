import type { CartLine, PricedLine } from "../cart/basket.ts";
import type { CatalogueSnapshot } from "../catalogue/catalogue.ts";

/**
 * Most that the goods of one basket may cost, in minor units: with it taxes and deliveries added still are numbers that
 * JavaScript counts exactly.
 */
export const GOODS_MAX = 10 ** 14;

/**
 * Prices lines by what is on sale now, before any discount or tax.
 *
 * @returns the lines on sale, and those whose variant has gone
 */
export function priceLines(
  lines: readonly CartLine[],
  snapshot: CatalogueSnapshot,
): { lines: PricedLine[]; gone: CartLine[] } {
  const priced: PricedLine[] = [];
  const gone: CartLine[] = [];
  for (const line of lines) {
    const variant = snapshot.variantById(line.variantId);
    if (variant === undefined) {
      gone.push(line);
      continue;
    }
    const subtotal = variant.price * line.quantity;
    priced.push({ line, variant, unitPrice: variant.price, subtotal, discounts: [], total: subtotal, tax: 0 });
  }
  return { lines: priced, gone };
}

/** What lines cost before any discount or tax; those whose variant has gone cost nothing. */
export function costOf(lines: readonly CartLine[], snapshot: CatalogueSnapshot): number {
  return lines.reduce((sum, line) => sum + (snapshot.variantById(line.variantId)?.price ?? 0) * line.quantity, 0);
}
