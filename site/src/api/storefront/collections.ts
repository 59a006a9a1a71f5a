import {
  COLLECTION_BY_HANDLE,
  COLLECTION_BY_ID,
  COLLECTION_LIST,
  COLLECTION_LIST_WITH_PRODUCTS,
  COLLECTION_WITH_PRODUCTS,
  type CollectionFieldsFragment,
  type CollectionSortKeys,
  type ProductPageFragment,
} from "./generated.ts";
import { LISTING_PAGE, readItems } from "./pages.ts";
import { completeProducts, type Product } from "./products.ts";
import { requireData, type StorefrontClient } from "./storefront-client.ts";

/** A collection without its products. */
export type Collection = CollectionFieldsFragment;

/** A collection with its first products. */
type CollectionWithProducts = Collection & { products: Product[] };

type CollectionListing = {
  /** At most 250. */
  first?: number;
  query?: string;
  sortKey?: CollectionSortKeys;
  reverse?: boolean;
};

const DEFAULT_LISTING = { first: LISTING_PAGE, sortKey: "ID", reverse: false } as const;

/** @returns null for an unknown id */
export async function fetchCollection(client: StorefrontClient, id: string): Promise<Collection | null> {
  const { node } = requireData(await client.send(COLLECTION_BY_ID, { id }));
  return node && "id" in node ? node : null;
}

/** @returns the collection with its first products, 20 by default; null for an unknown id */
export async function fetchCollectionWithProducts(
  client: StorefrontClient,
  id: string,
  productsFirst = LISTING_PAGE,
): Promise<CollectionWithProducts | null> {
  const { node } = requireData(await client.send(COLLECTION_WITH_PRODUCTS, { id, productsFirst }));
  return node && "id" in node ? withCompleteProducts(client, node) : null;
}

/** Lists collections, by default the first 20 by id. */
export async function listCollections(
  client: StorefrontClient,
  listing: CollectionListing = {},
): Promise<Collection[]> {
  const { collections } = requireData(await client.send(COLLECTION_LIST, { ...DEFAULT_LISTING, ...listing }));
  return readItems(collections);
}

/** Lists collections with their first products, 20 by default. */
export async function listCollectionsWithProducts(
  client: StorefrontClient,
  listing: CollectionListing & { productsFirst?: number } = {},
): Promise<CollectionWithProducts[]> {
  const variables = { ...DEFAULT_LISTING, productsFirst: LISTING_PAGE, ...listing };
  const { collections } = requireData(await client.send(COLLECTION_LIST_WITH_PRODUCTS, variables));
  return Promise.all(readItems(collections).map((collection) => withCompleteProducts(client, collection)));
}

/** @returns the collection with its first 20 products; null for an unknown handle */
export async function fetchCollectionByHandle(
  client: StorefrontClient,
  handle: string,
): Promise<CollectionWithProducts | null> {
  const variables = { handle, productsFirst: LISTING_PAGE };
  const { collectionByHandle } = requireData(await client.send(COLLECTION_BY_HANDLE, variables));
  return collectionByHandle && withCompleteProducts(client, collectionByHandle);
}

async function withCompleteProducts(
  client: StorefrontClient,
  collection: Collection & { products: ProductPageFragment },
): Promise<CollectionWithProducts> {
  return { ...collection, products: await completeProducts(client, readItems(collection.products)) };
}
