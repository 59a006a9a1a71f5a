import { htmlToMarkdown } from "./html-to-markdown.ts";
import type { ImportedProduct, ImportedSellable } from "./imported-product.ts";

/** A product of a product file in the words of `products.yaml`, its pictures aside. */
export type WrittenProduct = ImportedSellable & {
  title: string;
  type?: string;
  vendor?: string;
  tags?: string[];
  description?: string;
  hidden?: "yes";
  options?: { name: string; values: string[] }[];
  variants?: WrittenVariant[];
};

/** A variant in the words of `products.yaml`. */
export type WrittenVariant = ImportedSellable & { options: string[] };

/** What a variant may say for itself, in the order in which it is written. */
export const SELLABLE_KEYS = [
  "sku",
  "barcode",
  "price",
  "compareAt",
  "grams",
  "stock",
  "keepSelling",
  "shipped",
  "taxed",
] as const satisfies readonly (keyof ImportedSellable)[];

/** What stands with each variant as soon as there are options. */
const OWN_KEYS: ReadonlySet<string> = new Set(["sku", "barcode", "stock"]);

/** Writes a product down shortly: what all of its variants say alike the product says once. */
export function writtenProduct(product: ImportedProduct): WrittenProduct {
  const { title, type, vendor, tags, hidden, options, variants } = product;
  const description = htmlToMarkdown(product.description);
  const common = SELLABLE_KEYS.filter((key) => {
    const isOwn = options.length > 0 && OWN_KEYS.has(key);
    return !isOwn && variants.every((variant) => variant[key] === variants[0]?.[key]);
  });
  const [first = {}] = variants;
  return {
    title,
    ...(type !== undefined && { type }),
    ...(vendor !== undefined && { vendor }),
    ...(tags.length > 0 && { tags }),
    ...(hidden && { hidden: "yes" }),
    ...(description && { description: `${description}\n` }),
    ...picked(first, common),
    ...(options.length > 0 && {
      options,
      variants: variants.map((variant) => ({
        options: variant.options,
        ...picked(
          variant,
          SELLABLE_KEYS.filter((key) => !common.includes(key)),
        ),
      })),
    }),
  };
}

function picked(from: ImportedSellable, keys: readonly (keyof ImportedSellable)[]): ImportedSellable {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}
