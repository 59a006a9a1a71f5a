import { type Document, isMap, isScalar, isSeq, parseDocument, YAMLMap, YAMLSeq } from "yaml";
import { CONTENT_YAML } from "../../../../content/yaml-file.ts";
import {
  type ImportedImage,
  type ImportedProduct,
  type ImportedSellable,
  SELLABLE_COLUMNS,
  SELLABLE_KEYS,
} from "./imported-product.ts";
import { describeChanges } from "./product-changes.ts";
import { type ProductYaml, toProductYaml, type VariantYaml } from "./product-entry.ts";
import type { Column } from "./read-product-csv.ts";

/** What the import did with a product. */
export type MergeResult = "added" | "changed" | "same";

/** The result for a product. `changes` describes what changed in an existing product. */
type Merged = { result: MergeResult; changes: readonly string[] };

/** The owner's `products.yaml`, with its comments and all fields that an import does not know. */
interface ProductsDocument {
  /**
   * Adds a product at the end, or updates the one with its handle. If a field has no column in the product file, it
   * stays as the owner wrote it. Pictures and variants that the product file does not name stay too.
   *
   * @param files pictures in `content/store` by URL
   * @param today `YYYY-MM-DD`, the date of a new product
   */
  merge(product: ImportedProduct, files: ReadonlyMap<string, string>, today: string): Merged;
  toString(): string;
}

/** Opens the source of `products.yaml`, which is empty or valid. */
export function openProductsDocument(source: string): ProductsDocument {
  const document = parseDocument(source, CONTENT_YAML);
  const list = findProductList(document);
  const nodes = new Map(list.items.flatMap((item) => (isMap(item) ? [[String(item.get("handle")), item]] : [])));
  return {
    merge(product, files, today) {
      const known = nodes.get(product.handle);
      if (known) {
        const before: unknown = known.toJS(document);
        writeProduct(document, known, product, files);
        const after: unknown = known.toJS(document);
        return JSON.stringify(after) === JSON.stringify(before)
          ? { result: "same", changes: [] }
          : { result: "changed", changes: describeChanges(before, after) };
      }
      const node = new YAMLMap(document.schema);
      node.set("handle", document.createNode(product.handle));
      writeProduct(document, node, product, files);
      node.set("added", document.createNode(today));
      list.add(node);
      nodes.set(product.handle, node);
      return { result: "added", changes: [] };
    },
    toString: () => document.toString({ lineWidth: 0 }),
  };
}

function findProductList(document: Document): YAMLSeq {
  const list = document.get("products");
  if (isSeq(list)) {
    // An empty list is written as `[]`. With this, each new item gets its own line.
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
  files: ReadonlyMap<string, string>,
): void {
  const { variants, options, ...fields } = toProductYaml(product);
  const others = variants && options ? findOtherVariants(node, variants, options.length) : [];
  for (const other of others) copyInherited(document, node, fields, product.columns, other);
  deleteEmpty(node, fields, product.columns);
  if (!fields.hidden && (product.columns.has("published") || product.columns.has("status"))) node.delete("hidden");
  for (const [key, value] of Object.entries(fields)) put(document, node, key, value);
  if (files.size > 0) put(document, node, "images", mergeImages(node, product, files));
  if (!options || !variants) {
    node.delete("options");
    node.delete("variants");
    return;
  }
  put(document, node, "options", addValues(others, options));
  writeVariants(document, node, product, variants, others, files);
}

/** Copies fields that the product loses, such as a common price, to a variant that the product file does not name. */
function copyInherited(
  document: Document,
  node: YAMLMap,
  fields: ImportedSellable,
  columns: ReadonlySet<Column>,
  variant: YAMLMap,
): void {
  for (const key of listEmptyKeys(fields, columns)) {
    const inherited = node.get(key);
    if (inherited !== undefined && !variant.has(key)) variant.set(key, document.createNode(inherited));
  }
}

/** Finds variants that the product file does not name, such as a sold-out size. The import does not remove them. */
function findOtherVariants(node: YAMLMap, variants: readonly VariantYaml[], places: number): YAMLMap[] {
  const named = new Set(variants.map(({ options }) => options.join(" / ")));
  return listVariants(node).filter((item) => readOptions(item).length === places && !named.has(toTitle(item)));
}

function addValues(others: readonly YAMLMap[], options: NonNullable<ProductYaml["options"]>) {
  return options.map(({ name, values }, at) => ({
    name,
    values: [...new Set([...values, ...others.flatMap((item) => readOptions(item)[at] ?? [])])],
  }));
}

function writeVariants(
  document: Document,
  node: YAMLMap,
  product: ImportedProduct,
  variants: readonly VariantYaml[],
  others: readonly YAMLMap[],
  files: ReadonlyMap<string, string>,
): void {
  const known = new Map(listVariants(node).map((item) => [toTitle(item), item]));
  const written = variants.map((variant, at) => {
    const item = known.get(variant.options.join(" / ")) ?? flowMap(document);
    deleteEmpty(item, variant, product.columns);
    for (const [key, value] of Object.entries(variant)) put(document, item, key, value);
    const file = files.get(product.variants[at]?.imageUrl ?? "");
    if (file !== undefined) put(document, item, "image", file);
    return item;
  });
  const before = node.get("variants");
  const list = isSeq(before) ? before : new YAMLSeq(document.schema);
  list.items = [...written, ...others];
  if (list !== before) node.set("variants", list);
}

function listVariants(node: YAMLMap): YAMLMap[] {
  const list = node.get("variants");
  return isSeq(list) ? list.items.filter((item) => isMap(item)) : [];
}

function readOptions(variant: YAMLMap): string[] {
  const options = variant.get("options");
  return isSeq(options) ? options.items.map(String) : [];
}

function toTitle(variant: YAMLMap): string {
  return readOptions(variant).join(" / ");
}

/** A map that is written on one line, for a variant. */
function flowMap(document: Document): YAMLMap {
  const map = new YAMLMap(document.schema);
  map.flow = true;
  return map;
}

/** Deletes fields whose column exists and is empty. */
function deleteEmpty(node: YAMLMap, fields: ImportedSellable, columns: ReadonlySet<Column>): void {
  for (const key of listEmptyKeys(fields, columns)) node.delete(key);
}

function listEmptyKeys(fields: ImportedSellable, columns: ReadonlySet<Column>): (keyof ImportedSellable)[] {
  return SELLABLE_KEYS.filter((key) => fields[key] === undefined && columns.has(SELLABLE_COLUMNS[key]));
}

/** Pictures of the product file first, then the owner's others. The owner's alt text stays if the file has none. */
function mergeImages(node: YAMLMap, product: ImportedProduct, files: ReadonlyMap<string, string>) {
  const list = node.get("images");
  const known = (isSeq(list) ? list.items : []).flatMap((item) => {
    if (!isMap(item)) return [];
    return { file: String(item.get("file") ?? ""), alt: String(item.get("alt") ?? "") };
  });
  const variantImages = product.variants.flatMap(({ imageUrl }): ImportedImage[] =>
    imageUrl ? [{ url: imageUrl, alt: "" }] : [],
  );
  const images = new Map<string, string>();
  for (const { url, alt } of [...product.images, ...variantImages]) {
    const file = files.get(url);
    if (file !== undefined && !images.has(file)) images.set(file, alt);
  }
  for (const { file, alt } of known) images.set(file, images.get(file) || alt);
  return [...images].map(([file, alt]) => (alt ? { file, alt } : { file }));
}

/** Sets a value. An equal value stays, with its formatting and comment. */
function put(document: Document, node: YAMLMap, key: string, value: unknown): void {
  const before = node.get(key, true);
  if (isScalar(before) && typeof value === "string") {
    if (String(before.value).trim() !== value.trim()) before.value = value;
    return;
  }
  const made = document.createNode(value);
  if (before && JSON.stringify(before) === JSON.stringify(made)) return;
  // Lists of plain values are written on one line.
  if (isSeq(made) && made.items.every(isScalar)) made.flow = true;
  if (isSeq(made)) {
    for (const item of made.items) {
      const values = isMap(item) ? item.get("values") : undefined;
      if (isSeq(values)) values.flow = true;
    }
  }
  node.set(key, made);
}
