import type { Collection, Product, ProductSortKey } from "./catalogue.ts";

type Compare<Thing> = (one: Thing, two: Thing) => number;

let collator: Intl.Collator | undefined;

/** Its rules take 2 MB of memory, so they are loaded at the first use. */
function compareNames(one: string, two: string): number {
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(one, two);
}

/** Leaves the order of the owner's file, because sorting is stable. */
const asListed = () => 0;

/** Comparisons by sort key. `BEST_SELLING` is the order of the owner's file; `RELEVANCE` only applies to a search. */
export const compareProducts: Readonly<Record<ProductSortKey, Compare<Product>>> = {
  TITLE: (one, two) => compareNames(one.title, two.title),
  PRODUCT_TYPE: (one, two) => compareNames(one.productType, two.productType),
  VENDOR: (one, two) => compareNames(one.vendor, two.vendor),
  UPDATED_AT: (one, two) => compareText(one.updatedAt, two.updatedAt),
  CREATED_AT: (one, two) => compareText(one.createdAt, two.createdAt),
  BEST_SELLING: asListed,
  PRICE: (one, two) => lowestPrice(one) - lowestPrice(two),
  ID: (one, two) => one.id - two.id,
  RELEVANCE: asListed,
};

/** Sort keys of collections. Source: shopify.dev, Storefront API, CollectionSortKeys. */
export const compareCollections: Readonly<Record<"TITLE" | "UPDATED_AT" | "ID" | "RELEVANCE", Compare<Collection>>> = {
  TITLE: (one, two) => compareNames(one.title, two.title),
  UPDATED_AT: (one, two) => compareText(one.updatedAt, two.updatedAt),
  ID: (one, two) => one.id - two.id,
  RELEVANCE: asListed,
};

function lowestPrice({ variants }: Product): number {
  return variants.reduce((lowest, { price }) => Math.min(lowest, price), Number.POSITIVE_INFINITY);
}

function compareText(one: string, two: string): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}
