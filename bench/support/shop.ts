import { contentWithProducts } from "./catalogue.ts";
import { configOf } from "./config.ts";
import { type BenchGateway, startGateway } from "./gateway.ts";
import { fetchPacked, type PackedResponse } from "./http.ts";

/** Path of the Storefront API, at the cart's version. */
export const STORE_PATH = "/api/2022-10/graphql.json";

/** A gateway with its own catalogue. */
export type Shop = BenchGateway & {
  /** The headers that a request to the store needs. */
  headers: Record<string, string>;
};

/** Starts a gateway with a number of products. */
export async function startShop(products: number): Promise<Shop> {
  return openShop(await startGateway({ settings: { CONTENT_DIR: contentWithProducts(products) } }));
}

/** Adds the headers for the store to a gateway. */
export async function openShop(gateway: BenchGateway): Promise<Shop> {
  const { storefront } = await configOf(gateway.port);
  const headers = {
    "Content-Type": "application/json",
    "X-Shopify-Storefront-Access-Token": storefront.accessToken,
  };
  return { ...gateway, headers };
}

/**
 * Sends a query or mutation to the store.
 *
 * @throws {Error} with the errors of the response
 */
export async function ask(shop: Shop, query: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  const body = JSON.stringify({ query, variables });
  const response = await fetch(shop.url + STORE_PATH, { method: "POST", headers: shop.headers, body });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** The compressed response to a query, for a static server to send unchanged. */
export async function askPacked(shop: Shop, query: string): Promise<PackedResponse> {
  // Only a repeated query gets a compressed response.
  await ask(shop, query);
  const body = JSON.stringify({ query });
  const response = await fetchPacked(shop.port, STORE_PATH, { body, headers: shop.headers });
  if (response.status !== 200) throw new Error(`The products were answered with ${response.status}`);
  return response;
}
