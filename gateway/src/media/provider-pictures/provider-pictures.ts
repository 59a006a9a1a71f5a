import { createHash } from "node:crypto";
import { hasPassed } from "../../lib/has-passed.ts";
import type { Logger } from "../../lib/log.ts";
import { createLruCache } from "../../lib/lru-cache.ts";
import { createSingleFlight } from "../../lib/single-flight.ts";
import { fetchProviderPicture } from "./fetch-provider-picture.ts";
import { type CachedPicture, createPictureFolder } from "./picture-folder.ts";
import { chooseWidth, findPictureHost, inSize, type PictureHost } from "./picture-hosts.ts";

/** Pictures of a provider, served from this origin, so that no visitor's browser contacts the provider. */
export interface ProviderPictures {
  /**
   * Returns the URL of a picture on this origin; undefined if its host is not allowed. If the provider can scale, a
   * client may add `_{width}x{height}` to get a size that covers the box, as the image size helper does, and `.jpg` to
   * get a format that mail programs can read.
   */
  toLocalUrl(url: string): string | undefined;
  /**
   * Finds a picture by the last part of its local URL. The first request fetches it from the provider.
   *
   * @returns "unknown" if {@link toLocalUrl} has not returned that URL, "failed" if the provider does not deliver it
   */
  find(name: string): Promise<CachedPicture | "unknown" | "failed">;
}

export type ProviderPicturesOptions = {
  /** Cache of fetched pictures; everything in it can be fetched again. */
  folder: string;
  hosts: readonly PictureHost[];
  /** Without a trailing slash. */
  publicUrl: string;
  clock: () => Date;
  log: Logger;
  fetch?: typeof globalThis.fetch;
  /** The oldest pictures are deleted when the total is larger. */
  mostBytes?: number;
};

const MAX_BYTES = 500 * 1024 * 1024;
/** Pause before a failed picture is fetched again, in milliseconds. */
const RETRY_AFTER_MS = 60_000;
/** Maximum number of concurrent fetches: a first visit requests every cover. */
const MAX_FETCHES = 6;
const HASH_CHARACTERS = 32;
/** Maximum number of known URLs. The most recently used ones stay, because strangers may make others up. */
const MAX_ADDRESSES = 50_000;
/** The last part of a local URL. If it has several boxes, the last one counts. Either side of a box may be left out. */
const NAME = /^([0-9a-f]{32})(?:_(\d{0,5})x(\d{0,5}))*(\.jpg)?$/;

type Address = { url: string; takesWidth: boolean };

/** Creates provider pictures. Each size of a picture is fetched once and cached. */
export function createProviderPictures(options: ProviderPicturesOptions): ProviderPictures {
  const { folder, hosts, publicUrl, clock, log, fetch = globalThis.fetch, mostBytes = MAX_BYTES } = options;
  const cache = createPictureFolder(folder, mostBytes);
  const addresses = createLruCache<Address>({ entries: MAX_ADDRESSES });
  const fetches = createSingleFlight<CachedPicture | "failed">();
  const failedAt = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let places = MAX_FETCHES;

  async function fetchOnce(key: string, url: string, isForEmail: boolean): Promise<CachedPicture | "failed"> {
    if (places > 0) places -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const picture = await fetchProviderPicture(url, { hosts, fetch, isForEmail });
      failedAt.delete(key);
      return await cache.store(key, picture);
    } catch (error) {
      forgetOldFailures();
      failedAt.set(key, clock().getTime());
      log.warn(
        { url, reason: error instanceof Error ? error.message : error },
        "a provider's picture could not be fetched",
      );
      return "failed";
    } finally {
      // The fetch that has waited longest gets the place.
      const next = waiting.shift();
      if (next) next();
      else places += 1;
    }
  }

  function hasFailedLately(key: string): boolean {
    const at = failedAt.get(key);
    return at !== undefined && !hasPassed(at, clock().getTime(), RETRY_AFTER_MS);
  }

  function forgetOldFailures(): void {
    for (const key of failedAt.keys()) if (!hasFailedLately(key)) failedAt.delete(key);
  }

  return {
    toLocalUrl(url) {
      const host = findPictureHost(url, hosts);
      if (!host) return undefined;
      const hash = createHash("sha256").update(url).digest("hex").slice(0, HASH_CHARACTERS);
      addresses.store(hash, { url, takesWidth: host.takesWidth === true });
      return `${publicUrl}/media/${hash}`;
    },
    async find(name) {
      const [, hash, boxWidth, boxHeight, ending] = NAME.exec(name) ?? [];
      if (hash === undefined) return "unknown";
      // The ratio of the picture is unknown. Most are upright or square, so a width of the box's height is enough.
      const width = chooseWidth(Number(boxWidth || boxHeight || Number.POSITIVE_INFINITY));
      const isForEmail = ending !== undefined;
      const sized = `${hash}-${width}${isForEmail ? "-email" : ""}`;
      const cached = cache.find(sized) ?? cache.find(hash);
      if (cached) return cached;
      const address = addresses.find(hash);
      if (!address) return "unknown";
      const key = address.takesWidth ? sized : hash;
      if (hasFailedLately(key)) return "failed";
      const url = address.takesWidth ? inSize(address.url, width, isForEmail) : address.url;
      return fetches.run(key, () => fetchOnce(key, url, address.takesWidth && isForEmail));
    },
  };
}
