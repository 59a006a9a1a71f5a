import { htmlToMarkdown } from "./html-to-markdown.ts";
import { type ImportedProduct, type ImportedSellable, SELLABLE_KEYS } from "./imported-product.ts";

/** An imported product as `products.yaml` has it, without its pictures. */
export type ProductYaml = ImportedSellable & {
  title: string;
  type?: string;
  vendor?: string;
  tags?: string[];
  description?: string;
  hidden?: "yes";
  options?: { name: string; values: string[] }[];
  variants?: VariantYaml[];
};

/** A variant as `products.yaml` has it. */
export type VariantYaml = ImportedSellable & { options: string[] };

/** Fields that belong to each variant, not to the product, if the product has options. */
const OWN_KEYS: ReadonlySet<string> = new Set(["sku", "barcode", "stock"]);

/** Converts a product. Fields with the same value in all variants are written once, on the product. */
export function toProductYaml(product: ImportedProduct): ProductYaml {
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
    ...pick(first, common),
    ...(options.length > 0 && {
      options,
      variants: variants.map((variant) => ({
        options: variant.options,
        ...pick(
          variant,
          SELLABLE_KEYS.filter((key) => !common.includes(key)),
        ),
      })),
    }),
  };
}

function pick(from: ImportedSellable, keys: readonly (keyof ImportedSellable)[]): ImportedSellable {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}
