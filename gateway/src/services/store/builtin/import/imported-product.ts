import type { Column, ProductRow } from "./read-product-csv.ts";

/** A picture of a product file. */
export type ImportedImage = { url: string; alt: string };

/** Fields of a variant in `products.yaml`, in the order in which they are written, and the column of each. */
export const SELLABLE_COLUMNS = {
  sku: "sku",
  barcode: "barcode",
  price: "price",
  compareAt: "compareAt",
  grams: "grams",
  stock: "quantity",
  keepSelling: "policy",
  shipped: "requiresShipping",
  taxed: "taxable",
} as const satisfies Readonly<Record<string, Column>>;

type SellableKey = keyof typeof SELLABLE_COLUMNS;

// The cast is needed because Object.keys widens the keys to string.
export const SELLABLE_KEYS = Object.keys(SELLABLE_COLUMNS) as SellableKey[];

export type ImportedSellable = Partial<Record<SellableKey, string>>;

type ImportedVariant = ImportedSellable & { options: string[]; imageUrl?: string };

/** A product of a product file. The fields of its variants are texts, as in `products.yaml`. */
export type ImportedProduct = {
  /** Its first line in the file. */
  line: number;
  /** All columns of the file. */
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
  /** At least one. A product without options has one variant, whose `options` are empty. */
  variants: ImportedVariant[];
};

/** A row that cannot be imported. */
export type RejectedRow = { line: number; reason: string };

type ImportedProducts = { products: ImportedProduct[]; rejected: RejectedRow[] };

/** The option value of a product without options. Source: help.shopify.com, product CSV columns. */
const DEFAULT_VALUE = "Default Title";
const OPTION_PLACES = [1, 2, 3] as const;

/** Collects products: a product is its first row and all later rows with the same handle. */
export async function collectProducts(rows: AsyncIterable<ProductRow>): Promise<ImportedProducts> {
  const products = new Map<string, ImportedProduct>();
  const rejected: RejectedRow[] = [];
  // A rejected product is reported once, and its later rows are skipped.
  const rejectedHandles = new Set<string>();
  let current: string | undefined;
  for await (const row of rows) {
    const title = row.cells.get("title");
    const named = row.cells.get("handle") ?? title;
    const handle = named === undefined ? current : toHandle(named);
    if (!handle) {
      rejected.push({ line: row.line, reason: "it has neither a handle nor a title" });
      continue;
    }
    current = handle;
    if (rejectedHandles.has(handle)) continue;
    const known = products.get(handle);
    const reason = known ? addRow(known, row) : addProduct(row, handle);
    if (reason === undefined) continue;
    rejected.push({ line: row.line, reason });
    if (!known) rejectedHandles.add(handle);
  }
  return { products: [...products.values()], rejected };

  function addProduct(row: ProductRow, handle: string): string | undefined {
    const title = row.cells.get("title");
    if (title === undefined) return `"${handle}" has no title`;
    if (isYes(row.cells.get("giftCard"))) return "it is a gift card; list gift cards in store.yaml";
    const product = toProduct(row, handle, title);
    const reason = addRow(product, row);
    if (reason === undefined) products.set(handle, product);
    return reason;
  }
}

function toProduct({ line, columns, cells }: ProductRow, handle: string, title: string): ImportedProduct {
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

/** Adds a row to its product. @returns why the row is rejected */
function addRow(product: ImportedProduct, row: ProductRow): string | undefined {
  const { cells } = row;
  const values = OPTION_PLACES.flatMap((place) => cells.get(`option${place}Value`) ?? []);
  const isVariant = values.length > 0 || cells.has("price") || product.variants.length === 0;
  if (isVariant) {
    const options = product.options.length === 0 && values.join() === DEFAULT_VALUE ? [] : values;
    const reason = checkVariant(product, options, cells.get("price"));
    if (reason !== undefined) return reason;
    for (const [at, value] of options.entries()) {
      const known = product.options[at]?.values;
      if (!known?.includes(value)) known?.push(value);
    }
    product.variants.push({ options, ...toSellable(row) });
  }
  const url = cells.get("imageUrl");
  if (url && !product.images.some((image) => image.url === url)) {
    product.images.push({ url, alt: cells.get("imageAlt") ?? "" });
  }
  return undefined;
}

function checkVariant(
  product: ImportedProduct,
  options: readonly string[],
  price: string | undefined,
): string | undefined {
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

function toSellable({ cells, columns }: ProductRow): ImportedSellable & { imageUrl?: string } {
  const price = cells.get("price");
  const compareAt = cells.get("compareAt");
  const sku = cells.get("sku");
  const barcode = cells.get("barcode");
  const imageUrl = cells.get("variantImageUrl");
  const grams = Math.round(Number(cells.get("grams")));
  // If a variant has no tracker, its stock is not counted and its quantity means nothing.
  const isCounted = cells.has("tracker") || !columns.has("tracker");
  const stock = isCounted ? toStock(cells) : undefined;
  return {
    ...(price && { price }),
    ...(compareAt && Number(compareAt) > Number(price) && { compareAt }),
    ...(sku && { sku }),
    ...(barcode && { barcode }),
    ...(grams > 0 && { grams: String(grams) }),
    ...(stock !== undefined && { stock }),
    ...(doesKeepSelling(cells.get("policy")) && { keepSelling: "yes" }),
    ...(isNo(cells.get("requiresShipping")) && { shipped: "no" }),
    ...(isNo(cells.get("taxable")) && { taxed: "no" }),
    ...(imageUrl && { imageUrl }),
  };
}

/** The stock. A negative quantity is the number of oversold pieces, so none are left. */
function toStock(cells: ProductRow["cells"]): string | undefined {
  const quantity = cells.get("quantity");
  if (quantity === undefined || !/^-?\d{1,9}$/.test(quantity)) return undefined;
  return String(Math.max(0, Number(quantity)));
}

function doesKeepSelling(policy: string | undefined): boolean {
  return policy?.toLowerCase() === "continue" || isYes(policy);
}

function isYes(word: string | undefined): boolean {
  return ["true", "yes"].includes(word?.toLowerCase() ?? "");
}

function isNo(word: string | undefined): boolean {
  return ["false", "no"].includes(word?.toLowerCase() ?? "");
}

/** A valid handle for `products.yaml`. */
function toHandle(named: string): string {
  return named
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{N}\p{M}_-]+/gu, "-")
    .replace(/(^|[_-])\p{M}+/gu, "$1")
    .replace(/([-_])[-_]+/g, "$1")
    .replace(/^[-_]+|[-_]+$/g, "");
}
