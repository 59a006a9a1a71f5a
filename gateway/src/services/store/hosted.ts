import type { Logger } from "../../lib/log.ts";
import { createPlaces, NoPlaceError, type Place } from "../../lib/places.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import { OverBudgetError, type Scheduler, type Task } from "../../lib/scheduler.ts";
import { createSingleFlight } from "../../lib/single-flight.ts";
import { writeJson } from "../../lib/write-json.ts";
import { deriveAccessToken } from "./access-token.ts";
import type { StoreRequest, StoreResponse, StoreService } from "./contract.ts";
import { BUSY, overBudget, STOREFRONT_HEADERS, WRONG_TOKEN } from "./errors.ts";
import { type CachedResponse, createResponseCache, packWithinBudget } from "./graphql/response-cache.ts";
import { checkResponse, unreachable, unusable } from "./hosted/check-response.ts";
import { createDescriptions } from "./hosted/descriptions.ts";
import { createProductList } from "./hosted/product-list.ts";
import type { ReadRequest } from "./hosted/read-request.ts";
import { rewriteForBrowsers } from "./hosted/rewrite-response.ts";
import { type PictureAddress, shopPictures } from "./hosted/shop-pictures.ts";
import { createShopify, type ShopifyAccount, type ShopifyOptions } from "./hosted/shopify.ts";

export type HostedStoreOptions = ShopifyOptions & {
  shopify: ShopifyAccount;
  /** File of the last good list of products. */
  cacheFile: string;
  /** Address of a picture on this site; undefined for a picture from another host than Shopify's. */
  pictureAddress: PictureAddress;
  clock: () => Date;
  scheduler: Scheduler;
  log: Pick<Logger, "warn" | "info" | "error">;
};

/** How long a cached response is used without a request to Shopify, in milliseconds. Stock may be this old. */
const FRESH_MS = 30_000;
/** Longest response to a visitor, in bytes: 250 products of 8 kB each. Parsing it takes some 10 ms. */
const MAX_VISITOR_BYTES = 2 * 1024 * 1024;
/** A response of at least this length needs a place, in bytes. A cart of 100 lines is shorter. */
const LONG_BYTES = 256 * 1024;
/** How many long responses are rewritten at once, which takes ten times their length in memory, and how many wait. */
const LONG_RESPONSES = { atOnce: 4, waiting: 100 };
/**
 * How many requests are at Shopify at the same time, and how many wait. Each holds its response in memory until it is
 * rewritten: at most {@link LONG_BYTES}, unless it has a place among the long ones.
 */
const REQUESTS = { atOnce: 200, waiting: 5_000 };
/** An `Accept-Language` as clients send it. */
const LANGUAGE = /^[\w\-,;=.* ]{1,200}$/;

/**
 * A shop at Shopify behind this site's own address and token. Public requests are sent to Shopify once for all clients.
 * Their responses are cached for half a minute, or longer while Shopify cannot be reached. Responses with a buyer's
 * data are never cached.
 */
export function createHostedStore(options: HostedStoreOptions): StoreService & { stop(): Promise<void> } {
  const { shopify: account, clock, scheduler, log, now = () => performance.now() } = options;
  const pictureAddress = shopPictures(options.pictureAddress);
  const shopify = createShopify({ ...options, now });
  const descriptions = createDescriptions(scheduler);
  const list = createProductList({ ...options, shopify, domain: account.domain, descriptions, pictureAddress, clock });
  const accessToken = deriveAccessToken(`${account.domain} ${account.accessToken}`);
  const cache = createResponseCache(now);
  const places = createPlaces(LONG_RESPONSES.atOnce, LONG_RESPONSES.waiting);
  const requests = createPlaces(REQUESTS.atOnce, REQUESTS.waiting);
  const inFlight = createSingleFlight<StoreResponse>();
  // Loads the GraphQL library, which no page needs.
  const loadReader = () => import("./hosted/read-request.ts");

  const isFresh = (cached: CachedResponse | undefined): cached is CachedResponse =>
    cached !== undefined && now() - cached.storedAt < FRESH_MS;

  async function answer(request: StoreRequest): Promise<StoreResponse> {
    if (request.accessToken !== accessToken) return WRONG_TOKEN;
    const key = cacheKey(request);
    const cached = cache.find(key);
    const { readRequest } = await loadReader();
    try {
      if (isFresh(cached)) {
        await packWithinBudget(scheduler, request.client, cached);
        return { status: 200, headers: STOREFRONT_HEADERS, body: cached.body };
      }
      return await scheduler.run(request.client, (task) => {
        const read = readRequest(request.body);
        if ("errors" in read) {
          const { status, errors } = read;
          return { status, headers: STOREFRONT_HEADERS, body: JSON.stringify({ errors }) };
        }
        if (!read.isPublic) return ask(request, read, task).then(({ answer }) => answer);
        // A response may have arrived while this request waited for its time slice.
        const arrived = cache.find(key);
        if (isFresh(arrived)) return { status: 200, headers: STOREFRONT_HEADERS, body: arrived.body };
        return askTogether(key, request, read, task);
      });
    } catch (error) {
      if (error instanceof OverBudgetError) return overBudget(error);
      throw error;
    }
  }

  async function askTogether(
    key: string,
    request: StoreRequest,
    read: ReadRequest,
    task: Task,
  ): Promise<StoreResponse> {
    let isOwn = false;
    const answer = await inFlight.run(key, () => {
      isOwn = true;
      return askForAll(key, request, read, task);
    });
    // Places are divided between clients: this one may get a place although the other got none.
    return answer === BUSY && !isOwn ? askForAll(key, request, read, task) : answer;
  }

  /** Caches a good response. Instead of a bad response, the client gets the last good one with its age. */
  async function askForAll(key: string, request: StoreRequest, read: ReadRequest, task: Task): Promise<StoreResponse> {
    const { answer, whole } = await ask(request, read, task);
    if (whole) {
      cache.store(key, whole);
      return answer;
    }
    const cached = cache.find(key);
    if (!cached) return answer;
    const age = String(Math.floor((now() - cached.storedAt) / 1_000));
    return { status: 200, headers: { ...STOREFRONT_HEADERS, age }, body: cached.body };
  }

  /** Sends a request to Shopify. `whole` is present if the response has no errors. */
  async function ask(
    { body, language, client }: StoreRequest,
    { isSafe, isAnsweredBy }: ReadRequest,
    task: Task,
  ): Promise<{ answer: StoreResponse; whole?: Buffer<ArrayBuffer> }> {
    const turn = requests.take(client);
    let place: Place | undefined;
    function onBytes(bytes: number): void {
      if (bytes >= LONG_BYTES) place ??= places.take(client);
      if (place?.isRejected) throw new NoPlaceError();
    }
    try {
      await turn.taken;
      const response = await shopify.ask(body, {
        isSafe,
        language: parseLanguage(language),
        maxBytes: MAX_VISITOR_BYTES,
        onBytes,
        async beforeParsing() {
          await place?.taken;
          await task.resume();
        },
      });
      const checked = checkResponse(response, isAnsweredBy);
      if (checked.kind === "failed") {
        log.warn({ reason: checked.reason }, "a response of the shop was not passed on");
        return checked;
      }
      const { status, headers, content, isWhole } = checked;
      const slice = task.pause();
      if (slice) await slice;
      await rewriteForBrowsers(content, { descriptions, pictureAddress });
      const bytes = await writeJson(content, task);
      return { answer: { status, headers, body: bytes }, ...(isWhole && { whole: bytes }) };
    } catch (error) {
      if (error instanceof NoPlaceError) return { answer: BUSY };
      // The provider's circuit breaker logs when it opens and closes.
      if (error instanceof ProviderError) return unreachable(error.message, String(error.retryAfterSeconds));
      // For example, the response is nested too deep.
      log.error({ err: error }, "a response of the shop could not be read");
      return unusable("The response could not be read.");
    } finally {
      place?.giveBack();
      turn.giveBack();
    }
  }

  return {
    answer,
    findPrepared(request) {
      const cached = request.accessToken === accessToken ? cache.find(cacheKey(request)) : undefined;
      return isFresh(cached) ? cached.prepared : undefined;
    },
    async warmUp() {
      await loadReader();
    },
    products: list.current,
    shopDomain: account.domain,
    accessToken,
    apiVersion: account.apiVersion,
    async stop() {
      shopify.stop();
      await list.settled();
    },
  };
}

/** A client sends the same request in the same text every time. */
function cacheKey({ body, language }: StoreRequest): string {
  return `${parseLanguage(language) ?? ""}\n${body}`;
}

function parseLanguage(language: string | undefined): string | undefined {
  return language !== undefined && LANGUAGE.test(language) ? language : undefined;
}
