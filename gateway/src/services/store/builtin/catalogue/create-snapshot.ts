import { createLruCache } from "../../../../lib/lru-cache.ts";
import { createSearch, type SearchResult } from "../search/search.ts";
import type { CatalogueSnapshot, Collection, Product, ProductSortKey, Variant } from "./catalogue.ts";
import { createRecommendations } from "./recommendations.ts";
import { COLLECTION_FIELDS, type IsAvailable, productFields } from "./search-fields.ts";
import { compareCollections, compareProducts } from "./sorting.ts";

type SnapshotParts = Pick<CatalogueSnapshot, "version" | "settings" | "shop" | "products" | "collections">;

/** Creates a snapshot. Indexes and lists are computed once for each snapshot. */
export function createSnapshot(parts: SnapshotParts): CatalogueSnapshot {
  const { products, collections } = parts;
  const productsById = new Map(products.map((product) => [product.id, product]));
  const productsByHandle = new Map(products.map((product) => [product.handle, product]));
  const variantsById = new Map<number, Variant>();
  for (const product of products) for (const variant of product.variants) variantsById.set(variant.id, variant);
  const collectionsById = new Map(collections.map((collection) => [collection.id, collection]));
  const collectionsByHandle = new Map(collections.map((collection) => [collection.handle, collection]));
  return {
    ...parts,
    productById: (id) => productsById.get(id),
    productByHandle: (handle) => productsByHandle.get(handle),
    variantById: (id) => variantsById.get(id),
    collectionById: (id) => collectionsById.get(id),
    collectionByHandle: (handle) => collectionsByHandle.get(handle),
    ...createListings(products, collections, parts.settings.currency),
    recommendationsFor: createRecommendations(products, collections),
  };
}

type Listings = Pick<CatalogueSnapshot, "listProducts" | "listCollections">;

/** Limits of cached search results, each of which may be the whole catalogue. `weight` is in characters of queries. */
const CACHED_SEARCHES = { entries: 100, weight: 100_000 };

/** Lists products and collections. Thousands of products are sorted only once for each sort order. */
function createListings(products: readonly Product[], collections: readonly Collection[], currency: string): Listings {
  const sorted = new Map<string, readonly Product[]>();
  const searched = createLruCache<readonly Product[]>(CACHED_SEARCHES);
  const searchProducts = createSearch<Product, IsAvailable>({
    items: products,
    toTexts: ({ title, productType, vendor, tags, options }) => [
      title,
      productType,
      vendor,
      ...tags,
      ...options.flatMap(({ name, values }) => [name, ...values]),
    ],
    toTitle: ({ title }) => title,
    fields: productFields(currency),
  });
  const searchCollections = createSearch<Collection, undefined>({
    items: collections,
    toTexts: ({ title }) => [title],
    toTitle: ({ title }) => title,
    fields: COLLECTION_FIELDS,
  });

  function sortProducts(sortKey: ProductSortKey, reverse: boolean): readonly Product[] {
    const key = `${sortKey} ${reverse}`;
    const known = sorted.get(key);
    if (known) return known;
    const list = products.toSorted(compareProducts[sortKey]);
    if (reverse) list.reverse();
    sorted.set(key, list);
    return list;
  }

  return {
    listProducts({ query, sortKey, reverse, isAvailable }) {
      if (!query?.trim()) return sortProducts(sortKey, reverse);
      const list = () => {
        const result = searchProducts(query, isAvailable);
        return filter(sortProducts(sortKey, reverse), result, sortKey, reverse);
      };
      // Availability changes with every sale, so a result that depends on it is not cached.
      if (/available_for_sale/i.test(query)) return list();
      const key = `${sortKey} ${reverse} ${query}`;
      const found = searched.find(key) ?? list();
      searched.store(key, found, key.length);
      return found;
    },
    listCollections({ query, sortKey, reverse }) {
      const list = collections.toSorted(compareCollections[sortKey]);
      if (reverse) list.reverse();
      return query?.trim() ? filter(list, searchCollections(query, undefined), sortKey, reverse) : list;
    },
  };
}

function filter<Item>(list: readonly Item[], result: SearchResult<Item>, sortKey: string, reverse: boolean): Item[] {
  const items = list.filter(result.has);
  if (sortKey !== "RELEVANCE") return items;
  const scored = items.map((item) => ({ item, score: result.relevanceOf(item) * (reverse ? 1 : -1) }));
  return scored.sort((one, two) => one.score - two.score).map(({ item }) => item);
}
