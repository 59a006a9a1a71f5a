import type { ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";

export type ProductOption = ShopProduct["options"][number];

/** @returns the options with more than one value */
export function findChoices(product: ShopProduct): ProductOption[] {
  return product.options.filter(({ values }) => values.length > 1);
}

/** @returns the first variant on sale, or the first of all */
export function firstVariant({ variants }: ShopProduct): ShopVariant {
  // The `!` holds: a product has at least one variant.
  return variants.find((variant) => variant.availableForSale) ?? variants[0]!;
}

/** @returns a variant's value for an option, "Ink" for "Colour" */
export function optionValue(variant: ShopVariant, optionName: string): string | undefined {
  return variant.selectedOptions.find(({ name }) => name === optionName)?.value;
}

/**
 * Finds the variant to select when a visitor chooses another value of an option; undefined if it is sold out or does
 * not exist.
 *
 * Earlier options do not change, so a choice never undoes an earlier one. A later option does not change if a variant
 * with its value is on sale; otherwise it changes. So a visitor can choose every value on sale.
 */
export function findVariant(
  product: ShopProduct,
  present: ShopVariant,
  optionName: string,
  value: string,
): ShopVariant | undefined {
  const names = product.options.map(({ name }) => name);
  const at = names.indexOf(optionName);
  const keepsValue = (variant: ShopVariant) => (name: string) =>
    optionValue(variant, name) === optionValue(present, name);
  const candidates = product.variants.filter(
    (variant) =>
      variant.availableForSale &&
      optionValue(variant, optionName) === value &&
      names.slice(0, at).every(keepsValue(variant)),
  );
  const later = names.slice(at + 1);
  return maxBy(candidates, (variant) => later.filter(keepsValue(variant)).length);
}

/** @returns the first item with the highest count */
function maxBy<Item>(items: Item[], count: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || count(item) > count(best) ? item : best),
    undefined,
  );
}
