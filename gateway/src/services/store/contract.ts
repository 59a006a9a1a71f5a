import type { ShopProducts } from "@porchlight/protocol/shop.ts";
import type { Hono } from "hono";
import type { FileEnvironment } from "../../http/file-stream.ts";
import type { Prepared } from "../../http/prepared.ts";
import type { Client } from "../shared/caller.ts";
import type { AdminVariables } from "../shared/require-admin.ts";

/** A request to the Storefront endpoint, unparsed. */
export type StoreRequest = {
  /** JSON text. */
  body: string;
  /** `X-Shopify-Storefront-Access-Token`. */
  accessToken: string | undefined;
  /** `Accept-Language`: a configured language, or `*`. */
  language: string | undefined;
  /** The client's key, for which limits are counted. */
  client: string;
  /** Aborted when the client has disconnected. */
  gone?: AbortSignal | undefined;
};

/** Response to a {@link StoreRequest}: always JSON, with `errors` when something failed. */
export type StoreResponse = { status: number; headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> };

/** Any store: it answers as the Storefront API does, and lists its products for pages. */
export interface StoreService {
  /** Answers one query or mutation. A change is stored durably before its response. */
  answer(request: StoreRequest): Promise<StoreResponse>;
  /** Finds a cached response, ready to be sent. */
  findPrepared?(request: StoreRequest): Prepared | undefined;
  /** Loads in advance what the first request needs. */
  warmUp?(): Promise<void>;
  /**
   * All products on sale, for pages, as of the last successful fetch. The value stays the same object until something
   * in it changes.
   */
  products(): ShopProducts;
  /**
   * The products of another content folder, for a preview of the owner's drafts; nothing is stored about them. Absent
   * for a hosted store.
   *
   * @throws {ContentError} when its files cannot be used
   */
  productsIn?(contentDir: string): () => ShopProducts;
  /** What is wrong in the owner's last edit of the store's files. Absent for a hosted store: it has no files. */
  problem?(): string | undefined;
  /** Domain of the hosted shop that Shop Pay belongs to; absent for the built-in store. */
  readonly shopDomain?: string;
  /** Token of the Storefront endpoint for browsers. */
  readonly accessToken: string;
  /** Version of the Storefront API that browsers request, `2022-10`. */
  readonly apiVersion: string;
  /** Checkout pages, to be mounted at `/checkout`; absent for a hosted store: its checkout is at the provider. */
  readonly checkoutPages?: Hono<{ Variables: { client: Client } }>;
  /** The owner's routes for orders, to be mounted at `/admin/api`; absent for a hosted store, which has its own. */
  readonly orderRoutes?: Hono<AdminVariables & FileEnvironment>;
}
