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
import { itemsOf, LISTING_PAGE } from "./pages.ts";
import { type Product, wholeProducts } from "./products.ts";
import { requireData, type StorefrontClient } from "./storefront-client.ts";

/** A collection without its products. */
export type Collection = CollectionFieldsFragment;

/** A collection with its first products. */
export type CollectionWithProducts = Collection & { products: Product[] };

/** What a listing of collections is narrowed and sorted by. */
export type CollectionListing = {
  /** At most 250. */
  first?: number;
  query?: string;
  sortKey?: CollectionSortKeys;
  reverse?: boolean;
};

const DEFAULT_LISTING = { first: LISTING_PAGE, sortKey: "ID", reverse: false } as const;

/** The collection with this id; null when there is none. */
export async function fetchCollection(client: StorefrontClient, id: string): Promise<Collection | null> {
  const { node } = requireData(await client.send(COLLECTION_BY_ID, { id }));
  return node?.__typename === "Collection" ? node : null;
}

/** The collection with this id and its first products, 20 unless asked otherwise; null when there is none. */
export async function fetchCollectionWithProducts(
  client: StorefrontClient,
  id: string,
  productsFirst = LISTING_PAGE,
): Promise<CollectionWithProducts | null> {
  const { node } = requireData(await client.send(COLLECTION_WITH_PRODUCTS, { id, productsFirst }));
  return node?.__typename === "Collection" ? withWholeProducts(client, node) : null;
}

/** The shop's collections: the first 20 by their ids, unless asked otherwise. */
export async function listCollections(
  client: StorefrontClient,
  listing: CollectionListing = {},
): Promise<Collection[]> {
  const { collections } = requireData(await client.send(COLLECTION_LIST, { ...DEFAULT_LISTING, ...listing }));
  return itemsOf(collections);
}

/** The shop's collections, each with its first products, 20 unless asked otherwise. */
export async function listCollectionsWithProducts(
  client: StorefrontClient,
  listing: CollectionListing & { productsFirst?: number } = {},
): Promise<CollectionWithProducts[]> {
  const variables = { ...DEFAULT_LISTING, productsFirst: LISTING_PAGE, ...listing };
  const { collections } = requireData(await client.send(COLLECTION_LIST_WITH_PRODUCTS, variables));
  return Promise.all(itemsOf(collections).map((collection) => withWholeProducts(client, collection)));
}

/** The collection with this handle and its first 20 products; null when there is none. */
export async function fetchCollectionByHandle(
  client: StorefrontClient,
  handle: string,
): Promise<CollectionWithProducts | null> {
  const variables = { handle, productsFirst: LISTING_PAGE };
  const { collectionByHandle } = requireData(await client.send(COLLECTION_BY_HANDLE, variables));
  return collectionByHandle && withWholeProducts(client, collectionByHandle);
}

async function withWholeProducts(
  client: StorefrontClient,
  collection: Collection & { products: ProductPageFragment },
): Promise<CollectionWithProducts> {
  return { ...collection, products: await wholeProducts(client, itemsOf(collection.products)) };
}
