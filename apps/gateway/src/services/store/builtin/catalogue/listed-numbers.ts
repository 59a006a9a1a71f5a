import type { Product } from "./catalogue.ts";

/** Pieces that the owner's file named when it had last stood still, of each variant by its id. */
export type ListedNumbers = ReadonlyMap<number, number | null>;

/** The numbers of a catalogue. */
export function numbersOf(products: readonly Product[]): ListedNumbers {
  return new Map(products.flatMap(({ variants }) => variants.map(({ id, listedStock }) => [id, listedStock] as const)));
}

/**
 * Gives the variants of a new product, which nobody has seen yet, the numbers of before.
 *
 * @returns the variants whose number is another now, with the one they were given
 */
export function keepNumbers({ variants }: Product, before: ListedNumbers): [id: number, listed: number | null][] {
  return variants.flatMap((variant) => {
    const known = before.get(variant.id);
    if (known === undefined || known === variant.listedStock) return [];
    variant.listedStock = known;
    return [[variant.id, known]];
  });
}
