import type { Product, Variant } from "./catalogue.ts";

/** The stock of a variant in `products.yaml`, and the day it was counted. */
type StockNumber = Pick<Variant, "listedStock" | "countedAt">;

/** The stock numbers of the last settled file, by variant id. */
export type StockNumbers = ReadonlyMap<number, StockNumber>;

export function readStockNumbers(products: readonly Product[]): StockNumbers {
  return new Map(
    products.flatMap(({ variants }) =>
      variants.map(({ id, listedStock, countedAt }) => [id, { listedStock, countedAt }] as const),
    ),
  );
}

/**
 * Replaces the stock numbers of a product with the earlier ones. The product must not be in use yet.
 *
 * @returns the replaced numbers that were different, by variant id
 */
export function applyEarlierStock({ variants }: Product, before: StockNumbers): [id: number, listed: StockNumber][] {
  return variants.flatMap((variant) => {
    const known = before.get(variant.id);
    if (!known || (known.listedStock === variant.listedStock && known.countedAt === variant.countedAt)) return [];
    Object.assign(variant, known);
    return [[variant.id, known]];
  });
}
