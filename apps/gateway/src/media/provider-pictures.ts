import { createHash } from "node:crypto";
import type { Logger } from "../log.ts";
import { isAllowed } from "./allowed-hosts.ts";
import { fetchProviderPicture } from "./fetch-provider-picture.ts";
import { createPictureFolder, type KeptPicture } from "./picture-folder.ts";

/** Pictures of a provider, given from this origin, so that no visitor's browser asks the provider. */
export interface ProviderPictures {
  /** Where a browser may ask for a picture; undefined where its host is none of the provider's. */
  addressOf(url: string): string | undefined;
  /**
   * A picture by the last part of its address, fetched from the provider where it is asked for the first time.
   *
   * @returns "unknown" when no such address was given out, "failed" when the provider does not give it just now
   */
  find(hash: string): Promise<KeptPicture | "unknown" | "failed">;
}

/** What provider pictures need. */
export type ProviderPicturesOptions = {
  /** Where fetched pictures are kept; everything in it can be fetched again. */
  folder: string;
  /** Hosts that may be asked, each with its port if it has one: `i.scdn.co`. */
  hosts: readonly string[];
  /** Without a slash at its end. */
  publicUrl: string;
  clock: () => Date;
  log: Logger;
  fetch?: typeof globalThis.fetch;
  /** The oldest pictures go when all together have more bytes. */
  mostBytes?: number;
};

/** Hosts of Spotify's covers. Source: developer.spotify.com, "Get Artist's Albums", images. */
export const SPOTIFY_PICTURE_HOSTS = ["i.scdn.co", "mosaic.scdn.co"];

const MOST_BYTES = 500 * 1024 * 1024;
/** How long a picture that failed is not asked for again, in milliseconds. */
const REST_MS = 60_000;
/** Fetched at once; a first visit asks for every cover. */
const MOST_AT_ONCE = 6;
const HASH_CHARACTERS = 32;

/** Provider pictures, each fetched once and kept. */
export function createProviderPictures(options: ProviderPicturesOptions): ProviderPictures {
  const { folder, hosts, publicUrl, clock, log, fetch = globalThis.fetch, mostBytes = MOST_BYTES } = options;
  const kept = createPictureFolder(folder, mostBytes);
  const addresses = new Map<string, string>();
  const underWay = new Map<string, Promise<KeptPicture | "failed">>();
  const failedAt = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let places = MOST_AT_ONCE;

  async function fetchOnce(hash: string, url: string): Promise<KeptPicture | "failed"> {
    if (places > 0) places -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const picture = await fetchProviderPicture(url, { hosts, fetch });
      failedAt.delete(hash);
      return await kept.keep(hash, picture);
    } catch (error) {
      failedAt.set(hash, clock().getTime());
      log.warn({ url, reason: error instanceof Error ? error.message : error }, "a provider's picture cannot be had");
      return "failed";
    } finally {
      // The place goes to the one who waited longest.
      const next = waiting.shift();
      if (next) next();
      else places += 1;
    }
  }

  function isResting(hash: string): boolean {
    const at = failedAt.get(hash);
    return at !== undefined && clock().getTime() - at < REST_MS;
  }

  return {
    addressOf(url) {
      if (!isAllowed(url, hosts)) return undefined;
      const hash = createHash("sha256").update(url).digest("hex").slice(0, HASH_CHARACTERS);
      addresses.set(hash, url);
      return `${publicUrl}/media/${hash}`;
    },
    async find(hash) {
      const known = kept.find(hash);
      if (known) return known;
      const url = addresses.get(hash);
      if (url === undefined) return "unknown";
      if (isResting(hash)) return "failed";
      const fetching = underWay.get(hash) ?? fetchOnce(hash, url).finally(() => underWay.delete(hash));
      underWay.set(hash, fetching);
      return fetching;
    },
  };
}
