import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { useCallback, useEffect, useState } from "react";
import { useWhileShown } from "../../ui/use-while-shown.ts";
import type { ProductList, ProductSource } from "./product-source.ts";

/** The shop's products as far as they are known. */
export type Products = {
  products: ShopProduct[];
  /** Until the first fetch has ended, well or not, unless products are there already. */
  isLoading: boolean;
  /** Whether the last fetch failed; also while it is tried again. */
  hasFailed: boolean;
  /** Whether what could not be fetched is being tried again. */
  isTrying: boolean;
  /** Whether more can be fetched. */
  hasMore: boolean;
  /** Fetches what follows, or once more what could not be fetched; answers whether it came. */
  fetchMore: () => Promise<boolean>;
};

type Fetching = "first" | "again" | "more" | "done" | "failed";

/**
 * Products of a source, fetched anew each time the shop is shown. A failure is logged; what was known stays.
 *
 * @param finished products that the page came with
 */
export function useProducts(source: ProductSource, finished: ShopProduct[] | undefined): Products {
  const [list, setList] = useState<ProductList>(() => source.known ?? { products: finished ?? [] });
  const [fetching, setFetching] = useState<Fetching>("first");

  const load = useCallback(
    async (isWanted: () => boolean, next?: string): Promise<boolean> => {
      try {
        const fetched = await source.list(next);
        if (!isWanted()) return false;
        setList(fetched);
        setFetching("done");
        return true;
      } catch (error) {
        console.warn(error);
        if (isWanted()) setFetching("failed");
        return false;
      }
    },
    [source],
  );

  useWhileShown(load);

  return {
    products: list.products,
    isLoading: fetching === "first" && list.products.length === 0,
    hasFailed: fetching === "failed" || fetching === "again",
    isTrying: fetching === "again",
    hasMore: list.next !== undefined,
    fetchMore: async () => {
      if (fetching !== "done" && fetching !== "failed") return false;
      setFetching(list.next ? "more" : "again");
      return load(() => true, list.next);
    },
  };
}

/** What became of a handle: its product, or none of this handle. */
export type OpenProduct = ShopProduct | "unknown";

/**
 * The product that is open: one that is known, or fetched by its handle once the shop has been.
 *
 * @returns undefined while none is open, or its product is on its way or could not be fetched
 */
export function useOpenProduct(
  source: ProductSource,
  handle: string | undefined,
  known: { products: ShopProduct[]; isLoading: boolean },
): OpenProduct | undefined {
  const [fetched, setFetched] = useState<{ handle: string; product: OpenProduct }>();
  const { products, isLoading } = known;
  const listed = products.find((product) => product.handle === handle);
  const isWanted = handle !== undefined && !listed && !isLoading && fetched?.handle !== handle;

  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    source.byHandle(handle).then(
      (product) => isShown && setFetched({ handle, product: product ?? "unknown" }),
      // A failure is not kept: it is asked for again with the next fetch of the shop, or when it is opened anew.
      (error: unknown) => console.warn(error),
    );
    return () => {
      isShown = false;
    };
  }, [source, handle, isWanted]);

  if (handle === undefined) return undefined;
  return listed ?? (fetched?.handle === handle ? fetched.product : undefined);
}
