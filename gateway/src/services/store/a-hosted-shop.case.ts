import { BlockList } from "node:net";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { onTestFinished } from "vitest";
import { serve } from "../../http/server.ts";
import { createScheduler } from "../../lib/scheduler.ts";
import { shopifyPictureHosts } from "../../media/provider-pictures/picture-hosts.ts";
import { createProviderPictures } from "../../media/provider-pictures/provider-pictures.ts";
import { aGateway, silentLog, somePages } from "../../testing/gateway-in-memory.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import type { TestShop } from "./a-shop.case.ts";
import type { CatalogueOverrides } from "./builtin/catalogue/a-catalogue.case.ts";
import { ACCESS_TOKEN, aStorefront, type TestStorefront } from "./builtin/storefront-api/wire.case.ts";
import type { StoreService } from "./contract.ts";
import { createHostedStore } from "./hosted.ts";

/** Node's own `fetch`, before a test replaces it for the pages that it renders. */
const nodeFetch = globalThis.fetch;

/** Serves a store on this machine until the test ends. @returns a function that stops it earlier */
async function serveStore(store: StoreService, port: number, more: Parameters<typeof aGateway>[0] = {}) {
  const publicUrl = `http://127.0.0.1:${port}`;
  const gateway = aGateway({ store, publicUrl, limits: false, ...more });
  const server = await serve(gateway, "127.0.0.1", port, {
    publicUrl,
    trustedProxies: new BlockList(),
    log: silentLog,
    limits: false,
  });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= server.stop();
    return stopping;
  };
  onTestFinished(stop);
  return stop;
}

/** A shop behind a gateway at `origin`. */
type HostedShop = TestStorefront &
  TestShop & {
    origin: string;
    hosted: StoreService;
    /** Disconnects the fake Shopify. */
    stopShopify: () => Promise<void>;
  };

/**
 * A gateway whose shop is at a fake Shopify, which is a second gateway with a built-in store. Everything from the
 * client to the data file is real and goes over HTTP.
 */
export async function aHostedShop(overrides: CatalogueOverrides = {}): Promise<HostedShop> {
  const [farPort, nearPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${farPort}`;
  const far = await aStorefront(overrides, url);
  const stopShopify = await serveStore(
    {
      ...far.storefront,
      products: () => ({ products: [], currencyCode: "CAD" }),
      accessToken: ACCESS_TOKEN,
      apiVersion: "2022-10",
    },
    farPort,
  );

  const origin = `http://127.0.0.1:${nearPort}`;
  const shopify = { domain: `127.0.0.1:${farPort}`, origin: url, accessToken: ACCESS_TOKEN, apiVersion: "2022-10" };
  const clock = () => new Date("2026-03-01T12:00:00Z");
  const providerPictures = createProviderPictures({
    folder: join(aTestFolder(), "media"),
    hosts: shopifyPictureHosts(shopify),
    publicUrl: origin,
    clock,
    log: silentLog,
  });
  const hosted = createHostedStore({
    shopify,
    cacheFile: join(aTestFolder(), "products.json"),
    pictureAddress: providerPictures.toLocalUrl,
    clock,
    scheduler: createScheduler({}),
    log: silentLog,
    // In a test with browser globals, `AbortSignal` is the browser's. Node's own client rejects it.
    fetch: (address, init = {}) => nodeFetch(address, { ...init, signal: null }),
  });
  onTestFinished(() => hosted.stop());
  const { pages } = somePages({ products: hosted.products, publicUrl: origin });
  await serveStore(hosted, nearPort, { providerPictures, pages });

  const fetch: TestShop["fetch"] = (input, init) => nodeFetch(origin + new URL(String(input)).pathname, init);
  const post: TestShop["post"] = (body, headers = {}) =>
    fetch(`${origin}/api/2022-10/graphql.json`, {
      method: "POST",
      headers: {
        "X-Shopify-Storefront-Access-Token": hosted.accessToken,
        "Content-Type": "application/json",
        ...headers,
      },
      body,
    });
  return {
    ...far,
    fetch,
    post,
    ask: async (query, variables = {}, more = {}) => {
      const response = await post(JSON.stringify({ query, variables, ...more }));
      return { status: response.status, ...Object(await response.json()) };
    },
    url,
    accessToken: hosted.accessToken,
    origin,
    hosted,
    stopShopify,
  };
}
