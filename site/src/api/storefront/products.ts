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
import { allItems, FOLLOW_UP_PAGE, itemsOf, LISTING_PAGE } from "./pages.ts";
import { requireData, type StorefrontClient } from "./storefront-client.ts";

/** A product with all of its pictures and variants. */
export type Product = Omit<ProductFieldsFragment, "images" | "variants"> & {
  images: ImageFieldsFragment[];
  variants: VariantFieldsFragment[];
};

/** What a listing is narrowed and sorted by. `query` is in Shopify's search syntax. */
export type ProductListing = {
  /** At most 250. */
  first?: number;
  query?: string;
  sortKey?: ProductSortKeys;
  reverse?: boolean;
  /** `next` of the page before. */
  after?: string;
};

/** One page of a listing; `next` leads to the one after it and is absent on the last. */
export type ProductListPage = { products: Product[]; next?: string };

/** The product with this id; null when there is none. */
export async function fetchProduct(client: StorefrontClient, id: string): Promise<Product | null> {
  const { node } = requireData(await client.send(PRODUCT_BY_ID, { id }));
  return node?.__typename === "Product" ? wholeProduct(client, node) : null;
}

/** The products with these ids, in their order; null stands where there is none. */
export async function fetchProducts(client: StorefrontClient, ids: string[]): Promise<(Product | null)[]> {
  const { nodes } = requireData(await client.send(PRODUCTS_BY_IDS, { ids }));
  return Promise.all(nodes.map((node) => (node?.__typename === "Product" ? wholeProduct(client, node) : null)));
}

/** A page of the shop's products: the first 20 by their ids, unless asked otherwise. */
export async function listProducts(client: StorefrontClient, listing: ProductListing = {}): Promise<ProductListPage> {
  const variables = { first: LISTING_PAGE, sortKey: "ID" as const, reverse: false, ...listing };
  const { products } = requireData(await client.send(PRODUCT_LIST, variables));
  const next = products.pageInfo.hasNextPage ? products.edges.at(-1)?.cursor : undefined;
  return { products: await wholeProducts(client, itemsOf(products)), ...(next !== undefined && { next }) };
}

/** The product with this handle; null when there is none. */
export async function fetchProductByHandle(client: StorefrontClient, handle: string): Promise<Product | null> {
  const { productByHandle } = requireData(await client.send(PRODUCT_BY_HANDLE, { handle }));
  return productByHandle && wholeProduct(client, productByHandle);
}

/** Products that go with one; null when it is not there. */
export async function fetchRecommendations(client: StorefrontClient, productId: string): Promise<Product[] | null> {
  const { productRecommendations } = requireData(await client.send(PRODUCT_RECOMMENDATIONS, { productId }));
  return productRecommendations && wholeProducts(client, productRecommendations);
}

/** Products of an answer, each with the pages of pictures and variants that follow. */
export function wholeProducts(client: StorefrontClient, products: ProductFieldsFragment[]): Promise<Product[]> {
  return Promise.all(products.map((product) => wholeProduct(client, product)));
}

async function wholeProduct(client: StorefrontClient, product: ProductFieldsFragment): Promise<Product> {
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
