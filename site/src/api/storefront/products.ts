import {
  type ImageFieldsFragment,
  PRODUCT_BY_HANDLE,
  PRODUCT_BY_ID,
  PRODUCT_IMAGES,
  PRODUCT_LIST,
  PRODUCT_RECOMMENDATIONS,
  PRODUCT_VARIANTS,
  PRODUCTS_BY_IDS,
  type ProductFieldsFragment,
  type ProductSortKeys,
  type VariantFieldsFragment,
} from "./generated.ts";
import { allItems, FOLLOW_UP_PAGE, LISTING_PAGE, readItems } from "./pages.ts";
import { requireData, type StorefrontClient } from "./storefront-client.ts";

/** A product with all of its pictures and variants. */
export type Product = Omit<ProductFieldsFragment, "images" | "variants"> & {
  images: ImageFieldsFragment[];
  variants: VariantFieldsFragment[];
};

/** Options of a listing. `query` is in Shopify's search syntax. */
type ProductListing = {
  /** At most 250. */
  first?: number;
  query?: string;
  sortKey?: ProductSortKeys;
  reverse?: boolean;
  /** `next` of the previous page. */
  after?: string;
};

/** A page of a listing. `next` is absent on the last page. */
type ProductListPage = { products: Product[]; next?: string };

/** @returns null for an unknown id */
export async function fetchProduct(client: StorefrontClient, id: string): Promise<Product | null> {
  const { node } = requireData(await client.send(PRODUCT_BY_ID, { id }));
  return node && "id" in node ? completeProduct(client, node) : null;
}

/** @returns the products in the order of the ids, with null for an unknown id */
export async function fetchProducts(client: StorefrontClient, ids: string[]): Promise<(Product | null)[]> {
  const { nodes } = requireData(await client.send(PRODUCTS_BY_IDS, { ids }));
  return Promise.all(nodes.map((node) => (node && "id" in node ? completeProduct(client, node) : null)));
}

/** Lists products, by default the first 20 by id. */
export async function listProducts(client: StorefrontClient, listing: ProductListing = {}): Promise<ProductListPage> {
  const variables = { first: LISTING_PAGE, sortKey: "ID" as const, reverse: false, ...listing };
  const { products } = requireData(await client.send(PRODUCT_LIST, variables));
  const next = products.pageInfo.hasNextPage ? products.edges.at(-1)?.cursor : undefined;
  return { products: await completeProducts(client, readItems(products)), ...(next !== undefined && { next }) };
}

/** @returns null for an unknown handle */
export async function fetchProductByHandle(client: StorefrontClient, handle: string): Promise<Product | null> {
  const { productByHandle } = requireData(await client.send(PRODUCT_BY_HANDLE, { handle }));
  return productByHandle && completeProduct(client, productByHandle);
}

/** @returns null for an unknown product */
export async function fetchRecommendations(client: StorefrontClient, productId: string): Promise<Product[] | null> {
  const { productRecommendations } = requireData(await client.send(PRODUCT_RECOMMENDATIONS, { productId }));
  return productRecommendations && completeProducts(client, productRecommendations);
}

/** Fetches the remaining pages of pictures and variants. */
export function completeProducts(client: StorefrontClient, products: ProductFieldsFragment[]): Promise<Product[]> {
  return Promise.all(products.map((product) => completeProduct(client, product)));
}

async function completeProduct(client: StorefrontClient, product: ProductFieldsFragment): Promise<Product> {
  const { id } = product;
  const page = { id, first: FOLLOW_UP_PAGE };
  const [images, variants] = await Promise.all([
    allItems(product.images, async (after) => {
      const { node } = requireData(await client.send(PRODUCT_IMAGES, { ...page, after }));
      return node && "images" in node ? node.images : undefined;
    }),
    allItems(product.variants, async (after) => {
      const { node } = requireData(await client.send(PRODUCT_VARIANTS, { ...page, after }));
      return node && "variants" in node ? node.variants : undefined;
    }),
  ]);
  return { ...product, images, variants };
}
