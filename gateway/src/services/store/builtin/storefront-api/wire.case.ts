import { Hono } from "hono";
import { createScheduler } from "../../../../lib/scheduler.ts";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import type { Client } from "../../../shared/caller.ts";
import { createStoreRoutes } from "../../routes.ts";
import type { CatalogueOverrides } from "../catalogue/a-catalogue.case.ts";
import { aStore } from "../orders/a-store.case.ts";
import { createStorefront } from "./create-storefront.ts";

/** Address of the store. */
export const PUBLIC_URL = "http://shop.test";
export const ACCESS_TOKEN = "public-token";

type WireResponse<Data> = {
  status: number;
  data?: Data;
  errors?: { message: string; path?: (string | number)[]; extensions?: { code?: string } }[];
};

/** The whole built-in store behind its Storefront API, with its own data file. */
export async function aStorefront(
  overrides: CatalogueOverrides = {},
  publicUrl = PUBLIC_URL,
  scheduler = createScheduler({}),
) {
  const store = await aStore(overrides);
  const unforeseen: unknown[] = [];
  const storefront = createStorefront({
    ...store,
    publicUrl,
    accessToken: ACCESS_TOKEN,
    scheduler,
    onError: (error) => unforeseen.push(error),
  });
  const routes = new Hono<{ Variables: { client: Client } }>();
  routes.use(async (c, next) => {
    c.set("client", TEST_CLIENT);
    await next();
  });
  routes.route("/", createStoreRoutes({ store: storefront }));

  /** A `fetch` that reaches this store at any host. */
  async function fetchStore(input: unknown, init?: RequestInit): Promise<Response> {
    const { pathname } = new URL(String(input));
    return routes.request(pathname.replace(/^\/api/, ""), init);
  }

  async function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetchStore(`${publicUrl}/api/2022-10/graphql.json`, {
      method: "POST",
      headers: { "X-Shopify-Storefront-Access-Token": ACCESS_TOKEN, "Content-Type": "application/json", ...headers },
      body,
    });
  }

  /** @typeParam Data the data that the query selects */
  async function ask<Data = unknown>(
    query: string,
    variables: Record<string, unknown> = {},
    more: Record<string, unknown> = {},
  ): Promise<WireResponse<Data>> {
    const response = await post(JSON.stringify({ query, variables, ...more }));
    // The cast holds: the caller names the type of its own query.
    const read = (await response.json()) as Omit<WireResponse<Data>, "status">;
    return { status: response.status, ...read };
  }

  /** Id of a variant on the wire, by its SKU or, if its product has no other variant, by the product's handle. */
  const variantId = (name: string) => `gid://shopify/ProductVariant/${store.variant(name).id}`;

  return { ...store, storefront, fetch: fetchStore, post, ask, variantId, unforeseen };
}

export type TestStorefront = Awaited<ReturnType<typeof aStorefront>>;
