import type { ShopProducts } from "@porchlight/protocol/shop.ts";
import { hasPassed } from "../../../lib/has-passed.ts";
import type { Logger } from "../../../lib/log.ts";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import type { Descriptions } from "./descriptions.ts";
import { fetchProducts } from "./fetch-products.ts";
import { keepProducts, readCachedProducts } from "./kept-products.ts";
import type { PictureAddress } from "./shop-pictures.ts";
import type { Shopify } from "./shopify.ts";
import { type CachedProductList, shopProductsOf } from "./wire.ts";

/** Everything on sale, for finished pages. */
export interface ProductList {
  /**
   * As of the last time that it could be had: nothing while there never was a list. Asking for it renews it behind,
   * once it is no longer fresh. The same object until something changes.
   */
  current(): ShopProducts;
  /** Settles once what is being fetched is there, or has failed. */
  settled(): Promise<void>;
}

/** What the list needs. */
export type ProductListOptions = {
  shopify: Shopify;
  domain: string;
  /** Where the last good list is kept. */
  cacheFile: string;
  descriptions: Descriptions;
  pictureAddress: PictureAddress;
  clock: () => Date;
  log: Pick<Logger, "warn">;
};

/** How long a list is shown without asking for another, in milliseconds. */
const FRESH_MS = 5 * 60_000;
/** How long Shopify is not asked for it after a failure, in milliseconds: at first, twice as long each time, at most. */
const REST_MS = { first: 5_000, most: 5 * 60_000 };
const NO_REST = { ms: 0, since: 0, waitMs: 0 };
const NOTHING: ShopProducts = { products: [], currencyCode: "CAD", taxes: "unknown" };

/** A list that is given at once, however old it is; nobody waits for Shopify. */
export function createProductList(options: ProductListOptions): ProductList {
  const { shopify, domain, cacheFile, descriptions, pictureAddress, clock, log } = options;
  let shown = NOTHING;
  let text = "";
  let asOf: Date | undefined;
  let loading: Promise<void> | undefined;
  let rest = NO_REST;

  const kept = readCachedProducts(cacheFile, domain);
  if (kept) {
    show(kept.list, new Date(kept.asOf));
    tellAge();
  }

  /** Pictures are made known by it even where nothing changed. */
  function show(list: CachedProductList, now: Date): void {
    const products = shopProductsOf(list, pictureAddress);
    const isUnreadable = products.products.length === 0 && list.products.length > 0;
    if (isUnreadable) throw new ProviderError("unwell", "None of Shopify's products is in its own form.", 0);
    const next = JSON.stringify(products);
    if (next !== text) shown = products;
    text = next;
    asOf = now;
  }

  /** Until Shopify has answered, and once it does no more, the list tells how old it is. */
  function tellAge(): void {
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
      rest = NO_REST;
      await keepProducts(cacheFile, { domain, asOf: now.toISOString(), list }).catch((error: unknown) => {
        log.warn({ reason: error instanceof Error ? error.message : error }, "the list of products could not be kept");
      });
    } catch (error) {
      const waitMs = error instanceof ProviderError ? error.retryAfterSeconds * 1_000 : 0;
      const ms = Math.min(rest.ms === 0 ? REST_MS.first : 2 * rest.ms, REST_MS.most);
      rest = { ms, since: clock().getTime(), waitMs: Math.max(ms, waitMs) };
      tellAge();
      log.warn(
        { reason: error instanceof Error ? error.message : error, asOf },
        asOf ? "products could not be renewed; the last good list stays" : "products could not be fetched",
      );
    }
  }

  function isDue(now: number): boolean {
    return (!asOf || hasPassed(asOf.getTime(), now, FRESH_MS)) && hasPassed(rest.since, now, rest.waitMs);
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
