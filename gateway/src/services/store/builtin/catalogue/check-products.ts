import type { Issue } from "../../../../content/content-file.ts";
import { findMeasuredType, toOptions, toVariantEntries } from "./create-product.ts";
import { isAmount, noAmount } from "./create-settings.ts";
import { numericId } from "./numeric-id.ts";
import {
  type CollectionEntry,
  MAX_OPTIONS,
  MAX_VARIANTS,
  type ProductEntry,
  type ProductsFile,
} from "./products-file.ts";

type Path = Issue["path"];
/** Fields that products and variants share. */
type Sellable = Pick<ProductEntry, "price" | "compareAt" | "measure" | "shipped" | "withdrawal">;

/** Finds issues that the schema cannot: duplicate handles, options that do not match, variants without a price. */
export function checkProducts({ products, collections }: ProductsFile, currency: string): Issue[] {
  const handles = new Set(products.map(({ handle }) => handle));
  const issues = [
    ...checkHandles(products, "products", "product"),
    ...checkHandles(collections, "collections", "collection"),
    ...products.flatMap((product, at) => checkProduct(product, ["products", at], currency)),
    ...collections.flatMap((collection, at) => checkCollection(collection, handles, ["collections", at])),
  ];
  return issues.length > 0 ? issues : checkIds(products);
}

function checkProduct(product: ProductEntry, path: Path, currency: string): Issue[] {
  const issues = [
    ...checkSellable(product, path, currency),
    ...checkWithdrawal(product, path),
    ...checkOptions(product, path),
  ];
  // Combinations are counted before they are built, because three long lists would have millions.
  const combinations = product.options.reduce((count, { values }) => count * values.length, 1);
  if (product.variants.length === 0 && combinations > MAX_VARIANTS) {
    return [...issues, { path, message: `has ${combinations} variants; at most ${MAX_VARIANTS} are possible` }];
  }
  return [...issues, ...checkVariants(product, path, currency)];
}

function checkOptions(product: ProductEntry, path: Path): Issue[] {
  const issues: Issue[] = [];
  const names = product.options.map(({ name }) => name);
  if (names.length > MAX_OPTIONS) issues.push({ path, message: `has more than ${MAX_OPTIONS} options` });
  for (const name of findRepeated(names)) issues.push({ path, message: `has the option "${name}" twice` });
  for (const [at, { values }] of product.options.entries()) {
    const here = [...path, "options", at];
    for (const value of findRepeated(values)) issues.push({ path: here, message: `"${value}" is there twice` });
  }
  if (product.options.length === 0) {
    if (product.variants.length > 0) {
      issues.push({ path: [...path, "variants"], message: "there are variants, but the product has no options" });
    }
    return issues;
  }
  // One value for the whole product would be ambiguous.
  for (const key of ["stock", "sku", "barcode"] as const) {
    if (product[key] === undefined) continue;
    issues.push({ path: [...path, key], message: "belongs to each variant, because the product has options" });
  }
  return issues;
}

function checkVariants(product: ProductEntry, path: Path, currency: string): Issue[] {
  const issues: Issue[] = [];
  const options = toOptions(product);
  const files = new Set(product.images.map(({ file }) => file));
  const seen = new Set<string>();
  for (const [at, variant] of toVariantEntries(product).entries()) {
    const here = product.variants.length === 0 ? path : [...path, "variants", at];
    issues.push(...checkSellable(variant, here, currency));
    if (here !== path) issues.push(...checkWithdrawal({ ...product, ...variant }, here));
    const title = variant.options.join(" / ");
    if (variant.options.length !== options.length) {
      const wanted = options.map(({ name }) => name).join(", ");
      issues.push({ path: here, message: `needs one value for each of the product's options: ${wanted}` });
    }
    for (const [index, value] of variant.options.entries()) {
      const option = options[index];
      if (!option || option.values.includes(value)) continue;
      issues.push({ path: here, message: `"${value}" is not among the values of ${option.name}` });
    }
    if (seen.has(title)) issues.push({ path: here, message: `the variant "${title}" is there twice` });
    seen.add(title);
    if (variant.price === undefined && product.price === undefined) {
      issues.push({ path: [...here, "price"], message: "is missing" });
      if (product.variants.length === 0) return issues;
    }
    if (variant.image !== undefined && !files.has(variant.image)) {
      issues.push({ path: [...here, "image"], message: `${variant.image} is not among the product's images` });
    }
  }
  return issues;
}

function checkSellable({ price, compareAt, measure }: Sellable, path: Path, currency: string): Issue[] {
  const issues: Issue[] = [];
  for (const [key, written] of Object.entries({ price, compareAt })) {
    if (written === undefined || isAmount(written, currency)) continue;
    issues.push({ path: [...path, key], message: noAmount(written, currency) });
  }
  if (measure && findMeasuredType(measure.holds) !== findMeasuredType(measure.per)) {
    issues.push({ path: [...path, "measure"], message: `${measure.holds} cannot be compared with ${measure.per}` });
  }
  return issues;
}

/** For a parcel, the period to withdraw begins when it arrives. So the right cannot end when the parcel is sent. */
function checkWithdrawal({ shipped = true, withdrawal }: Sellable, path: Path): Issue[] {
  if (withdrawal !== "untilSent" || !shipped) return [];
  return [{ path: [...path, "withdrawal"], message: "untilSent is for downloads: it needs shipped: no" }];
}

function checkCollection(collection: CollectionEntry, handles: ReadonlySet<string>, path: Path): Issue[] {
  return [
    ...findRepeated(collection.products).map((handle) => ({ path, message: `"${handle}" is in it twice` })),
    ...collection.products.flatMap((handle, at) =>
      handles.has(handle)
        ? []
        : { path: [...path, "products", at], message: `there is no product with the handle "${handle}"` },
    ),
  ];
}

/** Finds names that get the same id. This is very rare, but carts would confuse them. */
function checkIds(products: readonly ProductEntry[]): Issue[] {
  const names = products.flatMap((product, at) => {
    const { handle } = product;
    const path = ["products", at];
    const variants = toVariantEntries(product).map(({ options }) => `variant:${handle}/${options.join(" / ")}`);
    return [`product:${handle}`, ...variants].map((name) => ({ name, path }));
  });
  const owners = new Map<number, string>();
  return names.flatMap(({ name, path }) => {
    const id = numericId(name);
    const other = owners.get(id);
    owners.set(id, name);
    if (other === undefined) return [];
    return { path, message: `"${name}" and "${other}" get the same id; change one of the names a little` };
  });
}

function checkHandles(entries: readonly { handle: string }[], list: string, kind: string): Issue[] {
  const first = new Map<string, number>();
  return entries.flatMap(({ handle }, at) => {
    const before = first.get(handle);
    if (before === undefined) {
      first.set(handle, at);
      return [];
    }
    return { path: [list, at, "handle"], message: `"${handle}" is already the handle of ${kind} ${before + 1}` };
  });
}

function findRepeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))];
}
