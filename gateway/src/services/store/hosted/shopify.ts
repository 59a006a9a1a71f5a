import { BodyTooLongError, readAtMost } from "../../../http/bounded-body.ts";
import type { Logger } from "../../../lib/log.ts";
import { createProvider, type ProviderOptions } from "../../../lib/provider/provider.ts";
import { ProviderError } from "../../../lib/provider/provider-error.ts";

/** The shop, and what opens its Storefront API. */
export type ShopifyAccount = {
  /** `example.myshopify.com`. */
  domain: string;
  /** Without a slash at its end: `https://example.myshopify.com`. */
  origin: string;
  /** The public access token of the Storefront API. */
  accessToken: string;
  /** `2022-10`. A version that has ended is answered by the oldest that has not. */
  apiVersion: string;
};

/**
 * What Shopify answered; `json` is undefined where it is no JSON, or more of it than any answer has. `bytes` is the length
 * of what was read.
 */
export type ShopifyResponse = { status: number; retryAfter: string | null; json: unknown; bytes: number };

/** The Storefront API of one shop. */
export interface Shopify {
  /**
   * @param body `{query, variables, operationName}` as JSON
   * @param options.nextSlice waits for the time slice in which the answer is parsed: a long one takes a while
   * @throws {ProviderError} when it gave no answer
   */
  ask(
    body: string,
    options: { isSafe: boolean; language?: string | undefined; nextSlice?: () => Promise<void> },
  ): Promise<ShopifyResponse>;
  stop(): void;
}

/** What the connection needs; everything beyond `log` is for tests. */
export type ShopifyOptions = { shopify: ShopifyAccount; log: Pick<Logger, "warn" | "info"> } & Pick<
  ProviderOptions,
  "fetch" | "now" | "timeout" | "wait"
>;

/** Far more than a page of 250 products has. */
const MOST_BYTES = 8 * 1024 * 1024;
/** When to come back after an answer that broke off, in seconds. */
const REST_S = 5;

/**
 * Asks as a browser would: a public token stands for the shop and not for a buyer, whose address, by Shopify's rules,
 * goes along with private tokens only. So Shopify learns of no visitor before the checkout.
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
    async ask(body, { isSafe, language, nextSlice }) {
      const answer = await provider.ask({
        method: "POST",
        path: `/api/${apiVersion}/graphql.json`,
        headers: { ...headers, ...(language !== undefined && { "Accept-Language": language }) },
        body,
        isSafe,
      });
      const { status } = answer;
      return { status, retryAfter: answer.headers.get("Retry-After"), ...(await readJson(answer, nextSlice)) };
    },
    stop: () => provider.stop(),
  };
}

async function readJson(
  answer: Response,
  nextSlice?: () => Promise<void>,
): Promise<Pick<ShopifyResponse, "json" | "bytes">> {
  let bytes = 0;
  try {
    const body = await readAtMost(answer, MOST_BYTES);
    bytes = body.length;
    await nextSlice?.();
    return { json: JSON.parse(body.toString()), bytes };
  } catch (cause) {
    if (cause instanceof BodyTooLongError || cause instanceof SyntaxError) return { json: undefined, bytes };
    throw new ProviderError("unreachable", "Shopify's answer broke off.", REST_S, { cause });
  }
}
