import { createLruCache } from "../../../../lib/lru-cache.ts";
import { COLLECTION_FIELDS, type IsAvailable, productFields } from "../search/fields.ts";
import { createSearch, type Search } from "../search/search.ts";
import type { CatalogueSnapshot, Collection, Product, ProductSortKey } from "./catalogue.ts";
import { compareCollections, compareProducts } from "./sorting.ts";

type Listings = Pick<CatalogueSnapshot, "listProducts" | "listCollections">;

/** Searches whose lists are kept, each at most as long as the catalogue, and characters of those searches. */
const CACHED_SEARCHES = { entries: 100, weight: 100_000 };

/** Lists of one reading. Those of products, which may be thousands, are sorted once each. */
export function createListings(
  products: readonly Product[],
  collections: readonly Collection[],
  currency: string,
): Listings {
  const sorted = new Map<string, readonly Product[]>();
  const searched = createLruCache<readonly Product[]>(CACHED_SEARCHES);
  const searchProducts = createSearch<Product, IsAvailable>({
    things: products,
    textsOf: ({ title, productType, vendor, tags, options }) => [
      title,
      productType,
      vendor,
      ...tags,
      ...options.flatMap(({ name, values }) => [name, ...values]),
    ],
    titleOf: ({ title }) => title,
    fields: productFields(currency),
  });
  const searchCollections = createSearch<Collection, undefined>({
    things: collections,
    textsOf: ({ title }) => [title],
    titleOf: ({ title }) => title,
    fields: COLLECTION_FIELDS,
  });

  function inOrder(sortKey: ProductSortKey, reverse: boolean): readonly Product[] {
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
      if (!query?.trim()) return inOrder(sortKey, reverse);
      const list = () => {
        const found = searchProducts(query, isAvailable);
        return picked(inOrder(sortKey, reverse), found, sortKey, reverse);
      };
      // What is available changes with every sale.
      if (/available_for_sale/i.test(query)) return list();
      const asked = `${sortKey} ${reverse} ${query}`;
      const found = searched.find(asked) ?? list();
      searched.store(asked, found, asked.length);
      return found;
    },
    listCollections({ query, sortKey, reverse }) {
      const list = collections.toSorted(compareCollections[sortKey]);
      if (reverse) list.reverse();
      return query?.trim() ? picked(list, searchCollections(query, undefined), sortKey, reverse) : list;
    },
  };
}

function picked<Thing>(list: readonly Thing[], found: Search<Thing>, sortKey: string, reverse: boolean): Thing[] {
  const things = list.filter(found.has);
  if (sortKey !== "RELEVANCE") return things;
  const scored = things.map((thing) => ({ thing, score: found.relevanceOf(thing) * (reverse ? 1 : -1) }));
  return scored.sort((one, two) => one.score - two.score).map(({ thing }) => thing);
}
