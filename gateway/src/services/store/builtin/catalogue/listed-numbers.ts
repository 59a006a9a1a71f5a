import type { Product, Variant } from "./catalogue.ts";

/** The number that the owner's file gives a variant, and the day beside it. */
type ListedNumber = Pick<Variant, "listedStock" | "countedAt">;

/** What the owner's file named when it had last stood still, of each variant by its id. */
export type ListedNumbers = ReadonlyMap<number, ListedNumber>;

/** The numbers of a catalogue. */
export function numbersOf(products: readonly Product[]): ListedNumbers {
  return new Map(
    products.flatMap(({ variants }) =>
      variants.map(({ id, listedStock, countedAt }) => [id, { listedStock, countedAt }] as const),
    ),
  );
}

/**
 * Gives the variants of a new product, which nobody has seen yet, the numbers of before.
 *
 * @returns the variants whose number or day is another now, with what they were given
 */
export function keepNumbers({ variants }: Product, before: ListedNumbers): [id: number, listed: ListedNumber][] {
  return variants.flatMap((variant) => {
    const known = before.get(variant.id);
    if (!known || (known.listedStock === variant.listedStock && known.countedAt === variant.countedAt)) return [];
    Object.assign(variant, known);
    return [[variant.id, known]];
  });
}
