import type { Column } from "./product-csv-columns.ts";
import type { ProductRow } from "./read-product-csv.ts";

/** A picture that a product file names by its address. */
export type ImportedImage = { url: string; alt: string };

/** What a variant says, in the words of `products.yaml`. */
export type ImportedSellable = Partial<
  Record<"price" | "compareAt" | "sku" | "barcode" | "grams" | "stock" | "keepSelling" | "shipped" | "taxed", string>
>;

/** A variant of a product file. */
export type ImportedVariant = ImportedSellable & { options: string[]; imageUrl?: string };

/** A product of a product file, in the words of `products.yaml` but for its pictures. */
export type ImportedProduct = {
  /** Where it begins in the file. */
  line: number;
  /** Columns that the file has. */
  columns: ReadonlySet<Column>;
  handle: string;
  title: string;
  type?: string;
  vendor?: string;
  tags: string[];
  hidden: boolean;
  /** HTML. */
  description: string;
  images: ImportedImage[];
  options: { name: string; values: string[] }[];
  /** At least one; a product without options has one whose options are empty. */
  variants: ImportedVariant[];
};

/** A row that cannot be used, and why. */
export type RefusedRow = { line: number; reason: string };

/** The products of a file, and what of it could not be used. */
export type ImportedProducts = { products: ImportedProduct[]; refused: RefusedRow[] };

/** The word that stands for a product without options. Source: help.shopify.com, product CSV columns. */
const DEFAULT_VALUE = "Default Title";
const OPTION_PLACES = [1, 2, 3] as const;

/** Puts rows together: a product is its first row and those after it with the same handle. */
export async function collectProducts(rows: AsyncIterable<ProductRow>): Promise<ImportedProducts> {
  const products = new Map<string, ImportedProduct>();
  const refused: RefusedRow[] = [];
  // Rows of a product that was refused are refused with it, and named once.
  const refusedHandles = new Set<string>();
  let current: string | undefined;
  for await (const row of rows) {
    const title = row.cells.get("title");
    const named = row.cells.get("handle") ?? title;
    const handle = named === undefined ? current : handleOf(named);
    if (!handle) {
      refused.push({ line: row.line, reason: "it has neither a handle nor a title" });
      continue;
    }
    current = handle;
    if (refusedHandles.has(handle)) continue;
    const known = products.get(handle);
    const reason = known ? addRow(known, row) : begin(row, handle);
    if (reason === undefined) continue;
    refused.push({ line: row.line, reason });
    if (!known) refusedHandles.add(handle);
  }
  return { products: [...products.values()], refused };

  function begin(row: ProductRow, handle: string): string | undefined {
    const title = row.cells.get("title");
    if (title === undefined) return `"${handle}" has no title`;
    if (isYes(row.cells.get("giftCard"))) return "it is a gift card; gift cards stand in store.yaml";
    const product = productOf(row, handle, title);
    const reason = addRow(product, row);
    if (reason === undefined) products.set(handle, product);
    return reason;
  }
}

function productOf({ line, columns, cells }: ProductRow, handle: string, title: string): ImportedProduct {
  const type = cells.get("type") ?? cells.get("category")?.split(">").at(-1)?.trim();
  const vendor = cells.get("vendor");
  const names = OPTION_PLACES.flatMap((place) => cells.get(`option${place}Name`) ?? []);
  const isWithoutOptions = cells.get("option1Value") === DEFAULT_VALUE || cells.get("option1Value") === undefined;
  return {
    line,
    columns,
    handle,
    title,
    ...(type && { type }),
    ...(vendor && { vendor }),
    tags: (cells.get("tags") ?? "").split(",").flatMap((tag) => tag.trim() || []),
    hidden: isNo(cells.get("published")) || !["active", undefined].includes(cells.get("status")?.toLowerCase()),
    description: cells.get("description") ?? "",
    images: [],
    options: isWithoutOptions ? [] : names.map((name) => ({ name, values: [] })),
    variants: [],
  };
}

/** Adds what a row says to its product. @returns why it cannot */
function addRow(product: ImportedProduct, row: ProductRow): string | undefined {
  const { cells } = row;
  const values = OPTION_PLACES.flatMap((place) => cells.get(`option${place}Value`) ?? []);
  const isVariant = values.length > 0 || cells.has("price") || product.variants.length === 0;
  if (isVariant) {
    const options = product.options.length === 0 && values.join() === DEFAULT_VALUE ? [] : values;
    const reason = whyNot(product, options, cells.get("price"));
    if (reason !== undefined) return reason;
    for (const [at, value] of options.entries()) {
      const known = product.options[at]?.values;
      if (!known?.includes(value)) known?.push(value);
    }
    product.variants.push({ options, ...sellableOf(row) });
  }
  const url = cells.get("imageUrl");
  if (url && !product.images.some((image) => image.url === url)) {
    product.images.push({ url, alt: cells.get("imageAlt") ?? "" });
  }
  return undefined;
}

function whyNot(product: ImportedProduct, options: readonly string[], price: string | undefined): string | undefined {
  if (price === undefined) return `"${product.handle}" has no price here`;
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(price)) return `"${price}" is no price; it must look like 38.00`;
  if (options.length !== product.options.length) {
    return `"${product.handle}" has ${product.options.length} options, this row has ${options.length}`;
  }
  const title = options.join(" / ");
  if (product.variants.some((variant) => variant.options.join(" / ") === title)) {
    return `"${product.handle}" has the variant "${title || DEFAULT_VALUE}" already`;
  }
  return undefined;
}

function sellableOf({ cells, columns }: ProductRow): ImportedSellable & { imageUrl?: string } {
  const price = cells.get("price");
  const compareAt = cells.get("compareAt");
  const sku = cells.get("sku");
  const barcode = cells.get("barcode");
  const imageUrl = cells.get("variantImageUrl");
  const grams = Math.round(Number(cells.get("grams")));
  // Without a tracker nothing is counted, and the quantity beside it says nothing.
  const isCounted = cells.has("tracker") || !columns.has("tracker");
  const stock = isCounted ? stockOf(cells) : undefined;
  return {
    ...(price && { price }),
    ...(compareAt && Number(compareAt) > Number(price) && { compareAt }),
    ...(sku && { sku }),
    ...(barcode && { barcode }),
    ...(grams > 0 && { grams: String(grams) }),
    ...(stock !== undefined && { stock }),
    ...(sellsOn(cells.get("policy")) && { keepSelling: "yes" }),
    ...(isNo(cells.get("requiresShipping")) && { shipped: "no" }),
    ...(isNo(cells.get("taxable")) && { taxed: "no" }),
    ...(imageUrl && { imageUrl }),
  };
}

/** Pieces left. A number below 0 says how many were oversold: none are left. */
function stockOf(cells: ProductRow["cells"]): string | undefined {
  const quantity = cells.get("quantity");
  if (quantity === undefined || !/^-?\d{1,9}$/.test(quantity)) return undefined;
  return String(Math.max(0, Number(quantity)));
}

function sellsOn(policy: string | undefined): boolean {
  return policy?.toLowerCase() === "continue" || isYes(policy);
}

function isYes(word: string | undefined): boolean {
  return ["true", "yes"].includes(word?.toLowerCase() ?? "");
}

function isNo(word: string | undefined): boolean {
  return ["false", "no"].includes(word?.toLowerCase() ?? "");
}

/** A handle as `products.yaml` wants it. */
function handleOf(named: string): string {
  return named
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{N}\p{M}_-]+/gu, "-")
    .replace(/(^|[_-])\p{M}+/gu, "$1")
    .replace(/([-_])[-_]+/g, "$1")
    .replace(/^[-_]+|[-_]+$/g, "");
}
