import { formatAmount, parseAmount } from "@porchlight/protocol/money.ts";
import type { Mistake } from "../../../../content/owners-file.ts";
import { measuredTypeOf, optionsOf, variantEntriesOf } from "./create-product.ts";
import { numericId } from "./numeric-id.ts";
import {
  type CollectionEntry,
  MOST_OPTIONS,
  MOST_VARIANTS,
  type ProductEntry,
  type ProductsFile,
} from "./products-file.ts";

type Path = Mistake["path"];
/** What one entry may say, wherever it stands. */
type Sellable = Pick<ProductEntry, "price" | "compareAt" | "measure" | "shipped" | "withdrawal">;

/**
 * What is wrong with entries that each have the right form: two of one name, options that do not match, a variant
 * without a price.
 */
export function checkProducts({ products, collections }: ProductsFile, currency: string): Mistake[] {
  const handles = new Set(products.map(({ handle }) => handle));
  const mistakes = [
    ...twice(products, "products", "product"),
    ...twice(collections, "collections", "collection"),
    ...products.flatMap((product, at) => checkProduct(product, ["products", at], currency)),
    ...collections.flatMap((collection, at) => checkCollection(collection, handles, ["collections", at])),
  ];
  return mistakes.length > 0 ? mistakes : checkIds(products);
}

function checkProduct(product: ProductEntry, path: Path, currency: string): Mistake[] {
  const mistakes = [
    ...checkSellable(product, path, currency),
    ...checkWithdrawal(product, path),
    ...checkOptions(product, path),
  ];
  // Combinations are counted before they are made: three long lists would be millions.
  const combinations = product.options.reduce((count, { values }) => count * values.length, 1);
  if (product.variants.length === 0 && combinations > MOST_VARIANTS) {
    return [...mistakes, { path, sentence: `has ${combinations} variants; ${MOST_VARIANTS} are the most` }];
  }
  return [...mistakes, ...checkVariants(product, path, currency)];
}

function checkOptions(product: ProductEntry, path: Path): Mistake[] {
  const mistakes: Mistake[] = [];
  const names = product.options.map(({ name }) => name);
  if (names.length > MOST_OPTIONS) mistakes.push({ path, sentence: `has more than ${MOST_OPTIONS} options` });
  for (const name of repeated(names)) mistakes.push({ path, sentence: `has the option "${name}" twice` });
  for (const [at, { values }] of product.options.entries()) {
    const here = [...path, "options", at];
    for (const value of repeated(values)) mistakes.push({ path: here, sentence: `"${value}" is there twice` });
  }
  if (product.options.length === 0) {
    if (product.variants.length > 0) {
      mistakes.push({ path: [...path, "variants"], sentence: "there are variants, but the product has no options" });
    }
    return mistakes;
  }
  // One number for all would be taken for the sum of all.
  for (const key of ["stock", "sku", "barcode"] as const) {
    if (product[key] === undefined) continue;
    mistakes.push({ path: [...path, key], sentence: "belongs to each variant, as the product has options" });
  }
  return mistakes;
}

function checkVariants(product: ProductEntry, path: Path, currency: string): Mistake[] {
  const mistakes: Mistake[] = [];
  const options = optionsOf(product);
  const files = new Set(product.images.map(({ file }) => file));
  const seen = new Set<string>();
  for (const [at, variant] of variantEntriesOf(product).entries()) {
    const here = product.variants.length === 0 ? path : [...path, "variants", at];
    mistakes.push(...checkSellable(variant, here, currency));
    if (here !== path) mistakes.push(...checkWithdrawal({ ...product, ...variant }, here));
    const title = variant.options.join(" / ");
    if (variant.options.length !== options.length) {
      const wanted = options.map(({ name }) => name).join(", ");
      mistakes.push({ path: here, sentence: `"options" must name a value for each of: ${wanted}` });
    }
    for (const [index, value] of variant.options.entries()) {
      const option = options[index];
      if (!option || option.values.includes(value)) continue;
      mistakes.push({ path: here, sentence: `"${value}" is not among the values of ${option.name}` });
    }
    if (seen.has(title)) mistakes.push({ path: here, sentence: `the variant "${title}" is there twice` });
    seen.add(title);
    if (variant.price === undefined && product.price === undefined) {
      mistakes.push({ path: here, sentence: `"price" is missing` });
      if (product.variants.length === 0) return mistakes;
    }
    if (variant.image !== undefined && !files.has(variant.image)) {
      mistakes.push({ path: [...here, "image"], sentence: `${variant.image} is not among the product's images` });
    }
  }
  return mistakes;
}

function checkSellable({ price, compareAt, measure }: Sellable, path: Path, currency: string): Mistake[] {
  const mistakes: Mistake[] = [];
  for (const [key, written] of Object.entries({ price, compareAt })) {
    if (written === undefined || parseAmount(written, currency) !== undefined) continue;
    const example = formatAmount(3800, currency);
    mistakes.push({
      path: [...path, key],
      sentence: `${written} is no amount in ${currency}; write it like ${example}`,
    });
  }
  if (measure && measuredTypeOf(measure.holds) !== measuredTypeOf(measure.per)) {
    mistakes.push({ path: [...path, "measure"], sentence: `${measure.holds} cannot be compared by ${measure.per}` });
  }
  return mistakes;
}

/** A parcel that was sent has not reached its buyer: the right to withdraw begins there, and does not end. */
function checkWithdrawal({ shipped = true, withdrawal }: Sellable, path: Path): Mistake[] {
  if (withdrawal !== "untilSent" || !shipped) return [];
  return [{ path: [...path, "withdrawal"], sentence: "untilSent is for downloads: it needs shipped: no" }];
}

function checkCollection(collection: CollectionEntry, handles: ReadonlySet<string>, path: Path): Mistake[] {
  return [
    ...repeated(collection.products).map((handle) => ({ path, sentence: `"${handle}" is in it twice` })),
    ...collection.products.flatMap((handle, at) =>
      handles.has(handle)
        ? []
        : { path: [...path, "products", at], sentence: `there is no product with the handle "${handle}"` },
    ),
  ];
}

/** Two names that come to one number: rarer than any other mistake, but carts would mix them up. */
function checkIds(products: readonly ProductEntry[]): Mistake[] {
  const names = products.flatMap((product, at) => {
    const { handle } = product;
    const path = ["products", at];
    const variants = variantEntriesOf(product).map(({ options }) => `variant:${handle}/${options.join(" / ")}`);
    return [`product:${handle}`, ...variants].map((name) => ({ name, path }));
  });
  const owners = new Map<number, string>();
  return names.flatMap(({ name, path }) => {
    const id = numericId(name);
    const other = owners.get(id);
    owners.set(id, name);
    if (other === undefined) return [];
    return { path, sentence: `"${name}" and "${other}" come to the same number; change one of the names a little` };
  });
}

function twice(entries: readonly { handle: string }[], list: string, kind: string): Mistake[] {
  const first = new Map<string, number>();
  return entries.flatMap(({ handle }, at) => {
    const before = first.get(handle);
    if (before === undefined) {
      first.set(handle, at);
      return [];
    }
    return { path: [list, at, "handle"], sentence: `"${handle}" is already the handle of ${kind} ${before + 1}` };
  });
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))];
}
