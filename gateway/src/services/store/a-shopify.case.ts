import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createCpuBudget } from "../../http/cpu-budget.ts";
import { createScheduler } from "../../lib/scheduler.ts";
import { silentLog } from "../../testing/gateway-in-memory.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aLocalServer } from "../../testing/local-server.ts";
import { TEST_CLIENT } from "../../testing/signed-in.ts";
import { createHostedStore, type HostedStoreOptions } from "./hosted.ts";

/** The shop's own token, which no browser may see. */
export const SHOP_TOKEN = "the-token-of-the-shop";

/** A request that Shopify received. */
export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  query: string;
  variables: Record<string, unknown>;
};

/** Returns the JSON of a response, or writes the response itself and returns nothing. */
export type Respond = (received: Received, response: ServerResponse) => unknown;

/** A fake Shopify in this process. It answers with each entry of `next` in turn, then with `always`. */
export async function aShopify(always: Respond = () => ({ data: {} })) {
  const shopify = { url: "", domain: "", received: [] as Received[], next: [] as Respond[], always };
  shopify.url = await aLocalServer(async (request, response) => {
    const { url = "/", headers } = request;
    const received: Received = { path: url, headers, ...JSON.parse((await request.toArray()).join("")) };
    shopify.received.push(received);
    const answer = (shopify.next.shift() ?? shopify.always)(received, response);
    if (answer !== undefined) sendJson(response, 200, answer);
  });
  shopify.domain = new URL(shopify.url).host;
  return shopify;
}

/** Answers with JSON, without fields that are `undefined`. */
export function sendJson(
  response: ServerResponse,
  status: number,
  answer: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(answer));
}

/** A hosted store at a fake Shopify, with clocks that tests move. Its pictures are at `/media`. */
export function aHostedStore(
  { url, domain }: { url: string; domain: string },
  overrides: Partial<HostedStoreOptions> = {},
) {
  let ms = 0;
  const logged: unknown[][] = [];
  const log = { ...silentLog, warn: record, info: record, error: record };
  function record(...words: unknown[]) {
    logged.push(words);
  }
  const options: HostedStoreOptions = {
    shopify: { domain, origin: url, accessToken: SHOP_TOKEN, apiVersion: "2026-04" },
    cacheFile: join(aTestFolder(), "data", "products.json"),
    pictureAddress: (address) =>
      URL.parse(address)?.host === "cdn.shopify.com" ? `/media/${address.length}` : undefined,
    clock: () => new Date(Date.parse("2026-03-01T12:00:00Z") + ms),
    now: () => ms,
    scheduler: createScheduler({ budget: createCpuBudget(() => ms) }),
    wait: async () => {},
    log,
    ...overrides,
  };
  const open = () => {
    const store = createHostedStore(options);
    onTestFinished(() => store.stop());
    return store;
  };
  const store = open();

  /** Sends a request as a browser of this site does. */
  async function ask(query: string, variables: Record<string, unknown> = {}, language?: string) {
    const body = JSON.stringify({ query, variables });
    const answer = await store.answer({ body, accessToken: store.accessToken, language, client: TEST_CLIENT.key });
    return { ...answer, body: String(answer.body), json: JSON.parse(String(answer.body)) };
  }

  return {
    store,
    ask,
    open,
    logged,
    cacheFile: options.cacheFile,
    later: (more: number) => {
      ms += more;
    },
  };
}
