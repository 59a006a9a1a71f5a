import { type Document, isMap, isScalar, isSeq, parseDocument, YAMLMap, YAMLSeq } from "yaml";
import { OWNERS_YAML } from "../../../../content/yaml-file.ts";
import type { ImportedImage, ImportedProduct, ImportedSellable } from "./imported-product.ts";
import { changesOf } from "./product-changes.ts";
import type { Column } from "./product-csv-columns.ts";
import { SELLABLE_KEYS, type WrittenProduct, type WrittenVariant, writtenProduct } from "./product-entry.ts";

/** What came of a product: it is new, it changed, or all of it was there already. */
export type Outcome = "added" | "changed" | "same";

/** What came of a product, and what changed of it: nothing of one that is new or the same. */
export type Merged = { outcome: Outcome; changes: readonly string[] };

/** The owner's `products.yaml`, with its comments and with whatever an import does not know. */
export interface ProductsDocument {
  /**
   * Adds a product at the end, or brings the one with its handle up to date. What the product file has no column for
   * stays as the owner wrote it, and so do pictures and variants that it does not name.
   *
   * @param fileOf files of pictures in `content/store` by their addresses
   * @param today `YYYY-MM-DD`, the day a new product was added
   * @returns what came of it, and in words what changed of a product that was there
   */
  merge(product: ImportedProduct, fileOf: ReadonlyMap<string, string>, today: string): Merged;
  toString(): string;
}

/** Columns that decide on what a variant says. A column that is there and empty takes the word away. */
const COLUMN_OF: Readonly<Record<keyof ImportedSellable, Column>> = {
  sku: "sku",
  barcode: "barcode",
  price: "price",
  compareAt: "compareAt",
  grams: "grams",
  stock: "quantity",
  keepSelling: "policy",
  shipped: "requiresShipping",
  taxed: "taxable",
};

/** Opens the text of `products.yaml`, which is empty or has been read without a mistake. */
export function openProductsDocument(source: string): ProductsDocument {
  const document = parseDocument(source, OWNERS_YAML);
  const list = listOf(document);
  const nodes = new Map(list.items.flatMap((item) => (isMap(item) ? [[String(item.get("handle")), item]] : [])));
  return {
    merge(product, fileOf, today) {
      const known = nodes.get(product.handle);
      if (known) {
        const before: unknown = known.toJS(document);
        writeProduct(document, known, product, fileOf);
        const after: unknown = known.toJS(document);
        return JSON.stringify(after) === JSON.stringify(before)
          ? { outcome: "same", changes: [] }
          : { outcome: "changed", changes: changesOf(before, after) };
      }
      const node = new YAMLMap(document.schema);
      node.set("handle", document.createNode(product.handle));
      writeProduct(document, node, product, fileOf);
      node.set("added", document.createNode(today));
      list.add(node);
      nodes.set(product.handle, node);
      return { outcome: "added", changes: [] };
    },
    toString: () => document.toString({ lineWidth: 0 }),
  };
}

function listOf(document: Document): YAMLSeq {
  const list = document.get("products");
  if (isSeq(list)) {
    // An empty list is written `[]`; what is put into it stands on lines of its own.
    if (list.items.length === 0) list.flow = false;
    return list;
  }
  const made = new YAMLSeq(document.schema);
  document.set("products", made);
  return made;
}

function writeProduct(
  document: Document,
  node: YAMLMap,
  product: ImportedProduct,
  fileOf: ReadonlyMap<string, string>,
): void {
  const { variants, options, ...words } = writtenProduct(product);
  const others = variants && options ? otherVariantsOf(node, variants, options.length) : [];
  for (const other of others) keepInherited(document, node, words, product.columns, other);
  dropUnsaid(node, words, product.columns);
  if (!words.hidden && (product.columns.has("published") || product.columns.has("status"))) node.delete("hidden");
  for (const [key, value] of Object.entries(words)) put(document, node, key, value);
  if (fileOf.size > 0) put(document, node, "images", imagesOf(node, product, fileOf));
  if (!options || !variants) {
    node.delete("options");
    node.delete("variants");
    return;
  }
  put(document, node, "options", withValuesOf(others, options));
  writeVariants(document, node, product, variants, others, fileOf);
}

/** A variant that stays goes on saying what its product will say no more, such as the price of all. */
function keepInherited(
  document: Document,
  node: YAMLMap,
  said: ImportedSellable,
  columns: ReadonlySet<Column>,
  variant: YAMLMap,
): void {
  for (const key of unsaidKeys(said, columns)) {
    const inherited = node.get(key);
    if (inherited !== undefined && !variant.has(key)) variant.set(key, document.createNode(inherited));
  }
}

/** Variants of the owner's that the product file does not name, a sold-out size perhaps. They stay. */
function otherVariantsOf(node: YAMLMap, variants: readonly WrittenVariant[], places: number): YAMLMap[] {
  const named = new Set(variants.map(({ options }) => options.join(" / ")));
  return variantsOf(node).filter((item) => optionsOf(item).length === places && !named.has(titleOf(item)));
}

function withValuesOf(others: readonly YAMLMap[], options: NonNullable<WrittenProduct["options"]>) {
  return options.map(({ name, values }, at) => ({
    name,
    values: [...new Set([...values, ...others.flatMap((item) => optionsOf(item)[at] ?? [])])],
  }));
}

function writeVariants(
  document: Document,
  node: YAMLMap,
  product: ImportedProduct,
  variants: readonly WrittenVariant[],
  others: readonly YAMLMap[],
  fileOf: ReadonlyMap<string, string>,
): void {
  const known = new Map(variantsOf(node).map((item) => [titleOf(item), item]));
  const written = variants.map((variant, at) => {
    const item = known.get(variant.options.join(" / ")) ?? flowMap(document);
    dropUnsaid(item, variant, product.columns);
    for (const [key, value] of Object.entries(variant)) put(document, item, key, value);
    const file = fileOf.get(product.variants[at]?.imageUrl ?? "");
    if (file !== undefined) put(document, item, "image", file);
    return item;
  });
  const before = node.get("variants");
  const list = isSeq(before) ? before : new YAMLSeq(document.schema);
  list.items = [...written, ...others];
  if (list !== before) node.set("variants", list);
}

function variantsOf(node: YAMLMap): YAMLMap[] {
  const list = node.get("variants");
  return isSeq(list) ? list.items.filter((item) => isMap(item)) : [];
}

function optionsOf(variant: YAMLMap): string[] {
  const options = variant.get("options");
  return isSeq(options) ? options.items.map(String) : [];
}

function titleOf(variant: YAMLMap): string {
  return optionsOf(variant).join(" / ");
}

/** A variant is written on one line. */
function flowMap(document: Document): YAMLMap {
  const map = new YAMLMap(document.schema);
  map.flow = true;
  return map;
}

/** Takes away what the product file has a column for and says no more. */
function dropUnsaid(node: YAMLMap, said: ImportedSellable, columns: ReadonlySet<Column>): void {
  for (const key of unsaidKeys(said, columns)) node.delete(key);
}

function unsaidKeys(said: ImportedSellable, columns: ReadonlySet<Column>): (keyof ImportedSellable)[] {
  return SELLABLE_KEYS.filter((key) => said[key] === undefined && columns.has(COLUMN_OF[key]));
}

/** Pictures of the product file first, then those that only the owner named; words of the owner's stay. */
function imagesOf(node: YAMLMap, product: ImportedProduct, fileOf: ReadonlyMap<string, string>) {
  const list = node.get("images");
  const known = (isSeq(list) ? list.items : []).flatMap((item) => {
    if (!isMap(item)) return [];
    return { file: String(item.get("file") ?? ""), alt: String(item.get("alt") ?? "") };
  });
  const ofVariants = product.variants.flatMap(({ imageUrl }): ImportedImage[] =>
    imageUrl ? [{ url: imageUrl, alt: "" }] : [],
  );
  const images = new Map<string, string>();
  for (const { url, alt } of [...product.images, ...ofVariants]) {
    const file = fileOf.get(url);
    if (file !== undefined && !images.has(file)) images.set(file, alt);
  }
  for (const { file, alt } of known) images.set(file, images.get(file) || alt);
  return [...images].map(([file, alt]) => (alt ? { file, alt } : { file }));
}

/** Writes a value; one that is there already keeps its form and its comment. */
function put(document: Document, node: YAMLMap, key: string, value: unknown): void {
  const before = node.get(key, true);
  if (isScalar(before) && typeof value === "string") {
    if (String(before.value).trim() !== value.trim()) before.value = value;
    return;
  }
  const made = document.createNode(value);
  if (before && JSON.stringify(before) === JSON.stringify(made)) return;
  // Short lists of words stand on one line.
  if (isSeq(made) && made.items.every(isScalar)) made.flow = true;
  if (isSeq(made)) {
    for (const item of made.items) {
      const values = isMap(item) ? item.get("values") : undefined;
      if (isSeq(values)) values.flow = true;
    }
  }
  node.set(key, made);
}
