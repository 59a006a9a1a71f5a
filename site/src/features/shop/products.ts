import type { ShopImage, ShopProduct } from "@porchlight/protocol/shop.ts";
import type { ImageFieldsFragment } from "../../api/storefront/generated.ts";
import { fetchProductByHandle, listProducts, type Product } from "../../api/storefront/products.ts";
import type { StorefrontClient } from "../../api/storefront/storefront-client.ts";
import type { Source } from "../../lib/use-fetched.ts";

/** Most products in one request, and in a finished page. */
const PAGE_PRODUCTS = 100;

/** Assumed size of a picture whose size the store does not know, in pixels: our own upright 4 by 5. */
const ASSUMED_SIZE = { width: 1200, height: 1500 };

/** Longest title in large letters. A longer one would fill the spread. */
const LONG_TITLE = 40;

/** The first products of the shop, in its order; `next` is the cursor of the rest. */
export type ProductList = { products: ShopProduct[]; next?: string };

/** Fetches the first products, or those after `next`. Returns all products that are known after that. */
export type ProductSource = Source<[next?: string], ProductList> & {
  /**
   * @returns undefined for an unknown handle
   * @throws {Error} when the product cannot be fetched
   */
  fetchOne: (handle: string) => Promise<ShopProduct | undefined>;
};

/** Fetches products from a Storefront endpoint. The built-in store has the owner's order, Shopify sorts by sales. */
export function createProductSource(openStore: () => Promise<StorefrontClient>): ProductSource {
  let cached: ProductList | undefined;
  /** Whether the list is longer than the first page. */
  let isLong = false;

  /** Merges a page into the list. A new first page does not shorten a longer list. */
  function mergePage(page: ProductList, isFirst: boolean): ProductList {
    const before = cached?.products ?? [];
    if (!isFirst) return { ...page, products: eachOnce([...before, ...page.products]) };
    return isLong ? { ...cached, products: eachOnce([...page.products, ...before]) } : page;
  }

  return {
    get cached() {
      return cached;
    },
    async fetch(next) {
      const page = await listProducts(await openStore(), {
        first: PAGE_PRODUCTS,
        sortKey: "BEST_SELLING",
        ...(next && { after: next }),
      });
      // A product without variants has no price and cannot be bought.
      const products = page.products.filter(({ variants }) => variants.length > 0).map(toShopProduct);
      isLong = next !== undefined || (isLong && page.next !== undefined);
      cached = mergePage({ products, ...(page.next && { next: page.next }) }, !next);
      return cached;
    },
    async fetchOne(handle) {
      const product = await fetchProductByHandle(await openStore(), handle);
      return product?.variants.length ? toShopProduct(product) : undefined;
    },
  };
}

/** Removes duplicates, because a product may move from one page to another between two requests. */
function eachOnce(products: ShopProduct[]): ShopProduct[] {
  const seen = new Set<string>();
  return products.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Converts a product of the Storefront API to the shape of finished pages. */
export function toShopProduct(product: Product): ShopProduct {
  const { id, handle, title, description, descriptionHtml, productType, vendor, availableForSale, options } = product;
  return {
    id,
    handle,
    title,
    description,
    descriptionHtml,
    productType,
    vendor,
    availableForSale,
    options,
    images: product.images.map(toShopImage),
    variants: product.variants.map(({ available, image, ...variant }) => ({
      id: variant.id,
      title: variant.title,
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      availableForSale: available,
      sku: variant.sku,
      selectedOptions: variant.selectedOptions,
      image: image && toShopImage(image),
    })),
  };
}

function toShopImage({ src, altText, width, height }: ImageFieldsFragment): ShopImage {
  const size = width && height ? { width, height } : ASSUMED_SIZE;
  return { url: src, altText: altText ?? "", ...size };
}

export function isLongTitle(title: string): boolean {
  return title.length > LONG_TITLE;
}
