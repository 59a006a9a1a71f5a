import { createHash } from "node:crypto";
import { hasPassed } from "../../lib/has-passed.ts";
import type { Logger } from "../../lib/log.ts";
import { fetchProviderPicture } from "./fetch-provider-picture.ts";
import { type CachedPicture, createPictureFolder } from "./picture-folder.ts";
import { inWidth, type PictureHost, pictureHostOf, widthCovering } from "./picture-hosts.ts";

/** Pictures of a provider, given from this origin, so that no visitor's browser asks the provider. */
export interface ProviderPictures {
  /**
   * Where a browser may ask for a picture; undefined where its host is none of the provider's. With `_{width}x{height}`
   * at its end, as the image size helper writes it, the address leads to a size that covers the box, where the provider
   * draws one.
   */
  addressOf(url: string): string | undefined;
  /**
   * A picture by the last part of its address, fetched from the provider where it is asked for the first time.
   *
   * @returns "unknown" when no such address was given out, "failed" when the provider does not give it just now
   */
  find(name: string): Promise<CachedPicture | "unknown" | "failed">;
}

/** What provider pictures need. */
export type ProviderPicturesOptions = {
  /** Where fetched pictures are kept; everything in it can be fetched again. */
  folder: string;
  /** Hosts that may be asked. */
  hosts: readonly PictureHost[];
  /** Without a slash at its end. */
  publicUrl: string;
  clock: () => Date;
  log: Logger;
  fetch?: typeof globalThis.fetch;
  /** The oldest pictures go when all together have more bytes. */
  mostBytes?: number;
};

const MOST_BYTES = 500 * 1024 * 1024;
/** How long a picture that failed is not asked for again, in milliseconds. */
const REST_MS = 60_000;
/** Fetched at once; a first visit asks for every cover. */
const MOST_AT_ONCE = 6;
const HASH_CHARACTERS = 32;
/** Addresses that are known at a time, some of which a stranger may have thought of: those used last. */
const MOST_ADDRESSES = 50_000;
/** The last part of an address; of several boxes the last one counts. Either side of a box may be left out. */
const NAME = /^([0-9a-f]{32})(?:_(\d{0,5})x(\d{0,5}))*$/;

type Address = { url: string; takesWidth: boolean };

/** Provider pictures, each fetched once in each of its sizes and kept. */
export function createProviderPictures(options: ProviderPicturesOptions): ProviderPictures {
  const { folder, hosts, publicUrl, clock, log, fetch = globalThis.fetch, mostBytes = MOST_BYTES } = options;
  const kept = createPictureFolder(folder, mostBytes);
  // A Map remembers the order in which keys were set: the first is the longest unused.
  const addresses = new Map<string, Address>();
  const underWay = new Map<string, Promise<CachedPicture | "failed">>();
  const failedAt = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let places = MOST_AT_ONCE;

  function remember(hash: string, address: Address): void {
    addresses.delete(hash);
    addresses.set(hash, address);
    if (addresses.size <= MOST_ADDRESSES) return;
    const [oldest = ""] = addresses.keys();
    addresses.delete(oldest);
  }

  async function fetchOnce(key: string, url: string): Promise<CachedPicture | "failed"> {
    if (places > 0) places -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const picture = await fetchProviderPicture(url, { hosts, fetch });
      failedAt.delete(key);
      return await kept.keep(key, picture);
    } catch (error) {
      forgetOldFailures();
      failedAt.set(key, clock().getTime());
      log.warn({ url, reason: error instanceof Error ? error.message : error }, "a provider's picture cannot be had");
      return "failed";
    } finally {
      // The place goes to the one who waited longest.
      const next = waiting.shift();
      if (next) next();
      else places += 1;
    }
  }

  function isResting(key: string): boolean {
    const at = failedAt.get(key);
    return at !== undefined && !hasPassed(at, clock().getTime(), REST_MS);
  }

  function forgetOldFailures(): void {
    for (const key of failedAt.keys()) if (!isResting(key)) failedAt.delete(key);
  }

  return {
    addressOf(url) {
      const host = pictureHostOf(url, hosts);
      if (!host) return undefined;
      const hash = createHash("sha256").update(url).digest("hex").slice(0, HASH_CHARACTERS);
      remember(hash, { url, takesWidth: host.takesWidth === true });
      return `${publicUrl}/media/${hash}`;
    },
    async find(name) {
      const [, hash, boxWidth, boxHeight] = NAME.exec(name) ?? [];
      if (hash === undefined) return "unknown";
      // How high a picture is nobody knows here; most are upright or square, so that its height covers its width.
      const width = widthCovering(Number(boxWidth || boxHeight || Number.POSITIVE_INFINITY));
      const sized = `${hash}-${width}`;
      const known = kept.find(sized) ?? kept.find(hash);
      if (known) return known;
      const address = addresses.get(hash);
      if (!address) return "unknown";
      remember(hash, address);
      const key = address.takesWidth ? sized : hash;
      if (isResting(key)) return "failed";
      const url = address.takesWidth ? inWidth(address.url, width) : address.url;
      const fetching = underWay.get(key) ?? fetchOnce(key, url).finally(() => underWay.delete(key));
      underWay.set(key, fetching);
      return fetching;
    },
  };
}
