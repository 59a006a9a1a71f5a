import type { LowStock } from "@porchlight/protocol/orders.ts";
import { type CatalogueSnapshot, shownVariantTitle } from "../catalogue/catalogue.ts";
import { nameOf } from "../orders/order-in-words.ts";
import type { Stock } from "../stock/stock.ts";

/** With this many pieces left, the owner may want to order more. */
const LOW = 3;
/** Maximum number of variants that are named. */
const MOST = 5;

/** Finds variants with few pieces left, those with the fewest first. */
export function findLowStock({ products }: CatalogueSnapshot, stock: Pick<Stock, "onHand">): LowStock[] {
  return products
    .flatMap(({ title, variants }) =>
      variants.map((variant) => ({
        title: nameOf({ title, variantTitle: shownVariantTitle(variant) }),
        left: stock.onHand(variant),
      })),
    )
    .filter((variant): variant is LowStock => variant.left !== null && variant.left <= LOW)
    .sort((one, other) => one.left - other.left)
    .slice(0, MOST);
}
