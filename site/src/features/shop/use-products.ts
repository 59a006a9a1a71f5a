import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { useCallback, useEffect, useState } from "react";
import { useFetched } from "../../lib/use-fetched.ts";
import type { ProductList, ProductSource } from "./products.ts";

/** The shop's products, as far as they are known. */
export type Products = {
  products: ShopProduct[];
  /** True during the first fetch, while there is nothing to show. */
  isLoading: boolean;
  /** True after a failure, and while the fetch is retried. */
  hasFailed: boolean;
  isRetrying: boolean;
  hasMore: boolean;
  /** Fetches the next page, or retries a fetch that failed. Returns whether it succeeded. */
  fetchMore: () => Promise<boolean>;
};

/** @param finished products that the prerendered page already shows */
export function useProducts(source: ProductSource, finished: ShopProduct[]): Products {
  const fetchFirst = useCallback(() => source.fetch(), [source]);
  const shop = useFetched<ProductList>(fetchFirst, source.cached ?? { products: finished });
  const { products, next } = shop.value;
  const hasFailed = shop.failure !== undefined;
  return {
    products,
    isLoading: shop.isFetching && !hasFailed && products.length === 0,
    hasFailed,
    isRetrying: hasFailed && shop.isFetching,
    hasMore: next !== undefined,
    fetchMore: () => shop.fetchAgain(() => source.fetch(next)),
  };
}

/** The product with a handle; "unknown" if no product has it. */
type OpenProduct = ShopProduct | "unknown";

/**
 * Finds the open product in the list. If it is not there, fetches it once the list has loaded.
 *
 * @returns undefined while no product is open, and until the open one has been fetched
 */
export function useOpenProduct(
  source: ProductSource,
  handle: string | undefined,
  known: { products: ShopProduct[]; isLoading: boolean },
): OpenProduct | undefined {
  const [fetched, setFetched] = useState<{ handle: string; product: OpenProduct }>();
  const { products, isLoading } = known;
  const listed = products.find((product) => product.handle === handle);
  const isMissing = handle !== undefined && !listed && !isLoading && fetched?.handle !== handle;

  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    source.fetchOne(handle).then(
      (product) => isCurrent && setFetched({ handle, product: product ?? "unknown" }),
      // The next fetch of the shop tries again. So does the next visit to the product.
      (error: unknown) => console.warn(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, handle, isMissing]);

  if (handle === undefined) return undefined;
  return listed ?? (fetched?.handle === handle ? fetched.product : undefined);
}
