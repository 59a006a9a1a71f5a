import type { CatalogueSnapshot, Collection, Product, Variant } from "./catalogue.ts";
import { createListings } from "./listings.ts";
import { createRecommendations } from "./recommendations.ts";

/** What a snapshot is made of. */
export type SnapshotParts = Pick<CatalogueSnapshot, "version" | "settings" | "shop" | "products" | "collections">;

/** Finds and lists what one reading holds. Everything is worked out once and kept with the snapshot. */
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
    productById: (id): Product | undefined => productsById.get(id),
    productByHandle: (handle): Product | undefined => productsByHandle.get(handle),
    variantById: (id): Variant | undefined => variantsById.get(id),
    collectionById: (id): Collection | undefined => collectionsById.get(id),
    collectionByHandle: (handle): Collection | undefined => collectionsByHandle.get(handle),
    ...createListings(products, collections, parts.settings.currency),
    recommendationsFor: createRecommendations(products, collections),
  };
}
