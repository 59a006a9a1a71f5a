import type { ShopProducts } from "@porchlight/protocol/shop.ts";
import { hasPassed } from "../../../lib/has-passed.ts";
import type { Logger } from "../../../lib/log.ts";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { readCachedProducts, storeCachedProducts } from "./cached-products.ts";
import type { Descriptions } from "./descriptions.ts";
import { fetchProducts } from "./fetch-products.ts";
import type { PictureAddress } from "./shop-pictures.ts";
import type { Shopify } from "./shopify.ts";
import { type CachedProductList, shopProductsOf } from "./wire.ts";

/** All products on sale, for pages. */
export interface ProductList {
  /**
   * The last list that was fetched; empty before the first fetch. If the list is no longer fresh, a call starts a
   * refresh in the background. The value is the same object until something changes.
   */
  current(): ShopProducts;
  /** Resolves once no fetch is running. */
  settled(): Promise<void>;
}

type ProductListOptions = {
  shopify: Shopify;
  domain: string;
  /** File of the last good list. */
  cacheFile: string;
  descriptions: Descriptions;
  pictureAddress: PictureAddress;
  clock: () => Date;
  log: Pick<Logger, "warn">;
};

/** How long a list counts as fresh, in milliseconds. */
const FRESH_MS = 5 * 60_000;
/** Pause after a failure, in milliseconds. With each failure it doubles, from `first` to `most`. */
const PAUSE_MS = { first: 5_000, most: 5 * 60_000 };
const NO_PAUSE = { ms: 0, since: 0, waitMs: 0 };
const NOTHING: ShopProducts = { products: [], currencyCode: "CAD", taxes: "unknown" };

/** Creates a list that is returned at once, however old it is, so that no page waits for Shopify. */
export function createProductList(options: ProductListOptions): ProductList {
  const { shopify, domain, cacheFile, descriptions, pictureAddress, clock, log } = options;
  let shown = NOTHING;
  let text = "";
  let asOf: Date | undefined;
  let loading: Promise<void> | undefined;
  let pause = NO_PAUSE;

  const cached = readCachedProducts(cacheFile, domain);
  if (cached) {
    show(cached.list, new Date(cached.asOf));
    showAge();
  }

  /** Shows a list from now on. Registers its pictures even if nothing else changed. */
  function show(list: CachedProductList, now: Date): void {
    const products = shopProductsOf(list, pictureAddress);
    const isUnreadable = products.products.length === 0 && list.products.length > 0;
    if (isUnreadable) throw new ProviderError("unwell", "None of Shopify's products is in the form of its API.", 0);
    const next = JSON.stringify(products);
    if (next !== text) shown = products;
    text = next;
    asOf = now;
  }

  /** Adds the list's age. Called before Shopify has answered, and after a failure. */
  function showAge(): void {
    if (!asOf || shown.asOf !== undefined) return;
    shown = { ...shown, asOf: asOf.toISOString() };
    text = JSON.stringify(shown);
  }

  async function load(): Promise<void> {
    try {
      const list = await fetchProducts(shopify);
      await descriptions.clean(list);
      const now = clock();
      show(list, now);
      pause = NO_PAUSE;
      await storeCachedProducts(cacheFile, { domain, asOf: now.toISOString(), list }).catch((error: unknown) => {
        log.warn(
          { reason: error instanceof Error ? error.message : error },
          "the list of products could not be stored",
        );
      });
    } catch (error) {
      const waitMs = error instanceof ProviderError ? error.retryAfterSeconds * 1_000 : 0;
      const ms = Math.min(pause.ms === 0 ? PAUSE_MS.first : 2 * pause.ms, PAUSE_MS.most);
      pause = { ms, since: clock().getTime(), waitMs: Math.max(ms, waitMs) };
      showAge();
      log.warn(
        { reason: error instanceof Error ? error.message : error, asOf },
        asOf ? "products could not be refreshed; the last good list stays" : "products could not be fetched",
      );
    }
  }

  function isDue(now: number): boolean {
    return (!asOf || hasPassed(asOf.getTime(), now, FRESH_MS)) && hasPassed(pause.since, now, pause.waitMs);
  }

  return {
    current() {
      const now = clock().getTime();
      if (!loading && isDue(now)) {
        loading = load().finally(() => {
          loading = undefined;
        });
      }
      return shown;
    },
    settled: async () => loading,
  };
}
