import type { ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";

/** An option that leaves a choice, with the values of it. */
export type ProductOption = ShopProduct["options"][number];

/** Options with more than one value; a product without any has one variant to buy. */
export function choicesOf(product: ShopProduct): ProductOption[] {
  return product.options.filter(({ values }) => values.length > 1);
}

/** The variant that is shown first: the first that can be bought, else the first. */
export function firstVariant({ variants }: ShopProduct): ShopVariant {
  // A product has at least one variant.
  return variants.find((variant) => variant.availableForSale) ?? variants[0]!;
}

/** What a variant is of an option, "Ink" of "Colour". */
export function optionValue(variant: ShopVariant, optionName: string): string | undefined {
  return variant.selectedOptions.find(({ name }) => name === optionName)?.value;
}

/**
 * The variant that another value of an option leads to; undefined when it is sold out or there is none.
 *
 * Options before this one keep their values, so that a choice never undoes an earlier one; those after it keep theirs
 * where they can, and take the first that can be bought where not. So each value that can be had can be reached.
 */
export function variantFor(
  product: ShopProduct,
  present: ShopVariant,
  optionName: string,
  value: string,
): ShopVariant | undefined {
  const names = product.options.map(({ name }) => name);
  const at = names.indexOf(optionName);
  const isAsNow = (variant: ShopVariant) => (name: string) => optionValue(variant, name) === optionValue(present, name);
  const candidates = product.variants.filter(
    (variant) =>
      variant.availableForSale &&
      optionValue(variant, optionName) === value &&
      names.slice(0, at).every(isAsNow(variant)),
  );
  const later = names.slice(at + 1);
  return mostBy(candidates, (variant) => later.filter(isAsNow(variant)).length);
}

/** The first of those that count most. */
function mostBy<Item>(items: Item[], count: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || count(item) > count(best) ? item : best),
    undefined,
  );
}
