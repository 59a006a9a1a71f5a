import { contentWithProducts } from "./catalogue.ts";
import { configOf } from "./config.ts";
import { type BenchGateway, startGateway } from "./gateway.ts";
import { type Answer, fetchPacked } from "./http.ts";

/** Where the store is asked, at the version that the cart uses. */
export const STORE_PATH = "/api/2022-10/graphql.json";

/** A gateway with a catalogue of its own. */
export type Shop = BenchGateway & { accessToken: string };

/** Starts a gateway with so many products. */
export async function startShop(products: number): Promise<Shop> {
  return openShop(await startGateway({ settings: { CONTENT_DIR: contentWithProducts(products) } }));
}

/** The token with which the store of a gateway is asked. */
export async function openShop(gateway: BenchGateway): Promise<Shop> {
  const config = await configOf(gateway.port);
  return { ...gateway, accessToken: config.storefront.accessToken };
}

/** What a request to the store has to carry. */
export function headersOf({ accessToken }: Shop): Record<string, string> {
  return { "Content-Type": "application/json", "X-Shopify-Storefront-Access-Token": accessToken };
}

/**
 * Asks the store.
 *
 * @throws {Error} with what it complained of
 */
export async function ask(shop: Shop, query: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  const answer = await post(shop, query, variables);
  const { data, errors } = (await answer.json()) as { data?: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

function post(shop: Shop, query: string, variables?: Record<string, unknown>): Promise<Response> {
  return fetch(shop.url + STORE_PATH, {
    method: "POST",
    headers: headersOf(shop),
    body: JSON.stringify({ query, variables }),
  });
}

/** The packed answer to a query, for a static server to send as it is. */
export async function askPacked(shop: Shop, query: string): Promise<Answer> {
  // Asked a second time it is packed.
  await post(shop, query);
  const answer = await fetchPacked(shop.port, STORE_PATH, {
    body: JSON.stringify({ query }),
    headers: headersOf(shop),
  });
  if (answer.status !== 200) throw new Error(`The products were answered with ${answer.status}`);
  return answer;
}
