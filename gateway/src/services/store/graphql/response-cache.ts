import { type Prepared, prepare } from "../../../http/prepared.ts";
import { createLruCache } from "../../../lib/lru-cache.ts";
import { OverBudgetError, type Scheduler } from "../../../lib/scheduler.ts";
import { STOREFRONT_HEADERS } from "../errors.ts";

/** A response that is the same for every client. */
export type CachedResponse = {
  body: Buffer<ArrayBuffer>;
  /** When it was stored, on the clock of the cache, in milliseconds. */
  storedAt: number;
  /** The response with its headers, compressed, once {@link pack} has prepared it. */
  prepared?: Prepared;
};

/** Cached responses by the text of their requests: a client sends the same request in the same text every time. */
export type ResponseCache = {
  find(request: string): CachedResponse | undefined;
  store(request: string, body: Buffer<ArrayBuffer>): void;
  clear(): void;
};

/** Longest request whose response is cached, in characters. No request of our own clients is longer. */
const MAX_CACHED_REQUEST = 8 * 1024;
/** Limits of the cache; `weight` is bytes of responses plus characters of their requests. */
const CACHE_LIMITS = { entries: 2_000, weight: 32 * 1024 * 1024 };
/** Largest response that is compressed, in bytes: compressing blocks for 30 ms per million. */
export const MAX_PACKED_RESPONSE = 1_000_000;

/** @param now milliseconds on a clock that never goes back */
export function createResponseCache(now: () => number = () => performance.now()): ResponseCache {
  const cache = createLruCache<CachedResponse>(CACHE_LIMITS);
  return {
    find: cache.find,
    store(request, body) {
      if (request.length > MAX_CACHED_REQUEST) return;
      cache.store(request, { body, storedAt: now() }, body.byteLength + request.length);
    },
    clear: cache.clear,
  };
}

/** Compresses a cached response, so that the next requests only have to send it. */
export function pack(response: CachedResponse): void {
  if (response.prepared || response.body.byteLength > MAX_PACKED_RESPONSE) return;
  const { "content-type": contentType = "", ...headers } = STOREFRONT_HEADERS;
  response.prepared = prepare({ headers: { "Content-Type": contentType, ...headers }, body: response.body });
}

/** Compresses a response, using the client's processor time. A client without time left gets it uncompressed. */
export async function packWithinBudget(
  scheduler: Pick<Scheduler, "run">,
  client: string,
  response: CachedResponse,
): Promise<void> {
  try {
    await scheduler.run(client, () => pack(response));
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error;
  }
}
