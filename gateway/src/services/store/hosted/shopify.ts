import { BodyTooLongError, readAtMost } from "../../../http/bounded-body.ts";
import type { Logger } from "../../../lib/log.ts";
import { NoPlaceError } from "../../../lib/places.ts";
import { createProvider, type ProviderOptions } from "../../../lib/provider/provider.ts";
import { ProviderError } from "../../../lib/provider/provider-error.ts";

/** The shop, and the token and version for its Storefront API. */
export type ShopifyAccount = {
  /** `example.myshopify.com`. */
  domain: string;
  /** `https://example.myshopify.com`, without a slash at its end. */
  origin: string;
  /** The public access token of the Storefront API. */
  accessToken: string;
  /** `2022-10`. If Shopify no longer supports a version, its oldest supported version answers. */
  apiVersion: string;
};

/**
 * A response of Shopify. `json` is undefined if the body is not JSON, or too long; `bytes` is the length of the body
 * that was read.
 */
export type ShopifyResponse = { status: number; retryAfter: string | null; json: unknown; bytes: number };

/** How a response is read. If absent, it is read as for the gateway's own requests. */
type ReadOptions = {
  /** Longest response, in bytes. */
  maxBytes?: number;
  /** Called with the number of bytes so far. If it throws, reading stops. */
  onBytes?: (bytes: number) => void;
  /** Waits until the response may be parsed, because parsing a long one takes a while. */
  beforeParsing?: () => Promise<void>;
};

/** The Storefront API of one shop. */
export interface Shopify {
  /**
   * @param body `{query, variables, operationName}` as JSON
   * @throws {ProviderError} when Shopify gave no response
   */
  ask(
    body: string,
    options: { isSafe: boolean; language?: string | undefined } & ReadOptions,
  ): Promise<ShopifyResponse>;
  stop(): void;
}

/** Options of the connection. `fetch`, `now`, `timeout` and `wait` are for tests. */
export type ShopifyOptions = { shopify: ShopifyAccount; log: Pick<Logger, "warn" | "info"> } & Pick<
  ProviderOptions,
  "fetch" | "now" | "timeout" | "wait"
>;

/** Longest response in bytes: 250 products with 40 variants and pictures each. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Pause after an incomplete response, in seconds. */
const PAUSE_S = 5;

/**
 * Sends requests with the shop's public token, as a browser would. Shopify requires the buyer's IP address only with a
 * private token. So Shopify learns nothing about a visitor before the checkout.
 * Source: shopify.dev, Storefront API, Authentication.
 */
export function createShopify({ shopify, ...options }: ShopifyOptions): Shopify {
  const { origin, accessToken, apiVersion } = shopify;
  const provider = createProvider({ ...options, name: "Shopify", url: origin });
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    "X-Shopify-Storefront-Access-Token": accessToken,
  };

  return {
    async ask(body, { isSafe, language, ...read }) {
      const answer = await provider.ask({
        method: "POST",
        path: `/api/${apiVersion}/graphql.json`,
        headers: { ...headers, ...(language !== undefined && { "Accept-Language": language }) },
        body,
        isSafe,
      });
      const { status } = answer;
      return { status, retryAfter: answer.headers.get("Retry-After"), ...(await readJson(answer, read)) };
    },
    stop: () => provider.stop(),
  };
}

async function readJson(
  answer: Response,
  { maxBytes = MAX_BYTES, onBytes, beforeParsing }: ReadOptions,
): Promise<Pick<ShopifyResponse, "json" | "bytes">> {
  let bytes = 0;
  try {
    const body = await readAtMost(answer, maxBytes, onBytes);
    bytes = body.length;
    await beforeParsing?.();
    return { json: JSON.parse(body.toString()), bytes };
  } catch (cause) {
    if (cause instanceof BodyTooLongError || cause instanceof SyntaxError) return { json: undefined, bytes };
    if (cause instanceof NoPlaceError) throw cause;
    throw new ProviderError("unreachable", "Shopify's response broke off.", PAUSE_S, { cause });
  }
}
