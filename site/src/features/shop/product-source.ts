import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { fetchProductByHandle, listProducts } from "../../api/storefront/products.ts";
import type { StorefrontClient } from "../../api/storefront/storefront-client.ts";
import { shopProductOf } from "./shop-product.ts";

/** Products fetched at once, as many as finished pages hold at most. */
const PAGE_PRODUCTS = 100;

/** Part of the shop, in its order; `next` leads to what follows and is absent at the end. */
export type ProductList = { products: ShopProduct[]; next?: string };

/** Where the shop screen has its products from. */
export type ProductSource = {
  /** All that was fetched in this visit, as far as it was looked through. */
  readonly known: ProductList | undefined;
  /**
   * Fetches the first products, or those after `next`, and answers with all that is known then.
   *
   * @throws {Error} when the store cannot be reached or refuses
   */
  list(next?: string): Promise<ProductList>;
  /**
   * One product; undefined when there is none of this handle.
   *
   * @throws {Error} as `list`
   */
  byHandle(handle: string): Promise<ShopProduct | undefined>;
};

/** Products of a Storefront endpoint, in the order that its owner or its sales gave them. */
export function createProductSource(openStore: () => Promise<StorefrontClient>): ProductSource {
  let known: ProductList | undefined;
  /** Whether more is known than the first page, and still there. */
  let isLong = false;

  /** A shop that was looked through further stays as long as it is. */
  function withPage(page: ProductList, isFirst: boolean): ProductList {
    const before = known?.products ?? [];
    if (!isFirst) return { ...page, products: eachOnce([...before, ...page.products]) };
    return isLong ? { ...known, products: eachOnce([...page.products, ...before]) } : page;
  }

  return {
    get known() {
      return known;
    },
    async list(next) {
      const page = await listProducts(await openStore(), {
        first: PAGE_PRODUCTS,
        sortKey: "BEST_SELLING",
        ...(next && { after: next }),
      });
      // A product without variants cannot be bought, nor has it a price to show.
      const products = page.products.filter(({ variants }) => variants.length > 0).map(shopProductOf);
      isLong = next !== undefined || (isLong && page.next !== undefined);
      known = withPage({ products, ...(page.next && { next: page.next }) }, !next);
      return known;
    },
    async byHandle(handle) {
      const product = await fetchProductByHandle(await openStore(), handle);
      return product?.variants.length ? shopProductOf(product) : undefined;
    },
  };
}

/** Products move from page to page between two fetches. */
function eachOnce(products: ShopProduct[]): ShopProduct[] {
  const seen = new Set<string>();
  return products.filter(({ id }) => !seen.has(id) && seen.add(id));
}
