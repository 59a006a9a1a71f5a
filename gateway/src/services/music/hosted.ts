import { setImmediate as nextTurn } from "node:timers/promises";
import { uniqueNewestFirst } from "@porchlight/protocol/music.ts";
import { hasPassed } from "../../lib/has-passed.ts";
import type { Logger } from "../../lib/log.ts";
import { ALBUMS_FRESH_MS, type AlbumList, MusicError, type MusicService } from "./contract.ts";
import { readCachedAlbums, writeCachedAlbums } from "./hosted/cached-albums.ts";
import { type CallOptions, usualTimeout, usualWait } from "./hosted/call-spotify.ts";
import { createSpotify, type SpotifyAccount } from "./hosted/spotify.ts";
import { readAlbums } from "./hosted/wire.ts";

export type HostedMusicOptions = SpotifyAccount & {
  /** File that caches the last good response. */
  cacheFile: string;
  /** Our address for a provider's picture. If it is undefined, the picture is skipped. */
  pictureAddress: (url: string) => string | undefined;
  log: Pick<Logger, "warn">;
} & Pick<CallOptions, "clock"> &
  Partial<Pick<CallOptions, "fetch" | "timeout" | "wait">>;

/** Pause after a failure, in milliseconds. It doubles with each failure, up to `most`. */
const REST_MS = { first: 5_000, most: 5 * 60_000 };

/**
 * Albums from Spotify. Returns the last good list at once, however old, and renews it in the background. A visitor
 * waits for the provider only if there is no list yet.
 */
export function createHostedMusic(options: HostedMusicOptions): MusicService & { stop(): Promise<void> } {
  const { artistId, cacheFile, pictureAddress, clock, log } = options;
  const { fetch = globalThis.fetch, timeout = usualTimeout, wait = usualWait } = options;
  const stopping = new AbortController();
  const spotify = createSpotify(options, { clock, fetch, timeout, wait, stopping: stopping.signal });
  let list: AlbumList | undefined;
  let loading: Promise<AlbumList> | undefined;
  let failure: { error: MusicError; since: number; waitMs: number; restMs: number } | undefined;
  list = listOf(readCachedAlbums(cacheFile, artistId));

  function listOf(cached: { asOf: string; albums: readonly unknown[] } | undefined): AlbumList | undefined {
    if (!cached) return undefined;
    const albums = uniqueNewestFirst(readAlbums(cached.albums, pictureAddress));
    const before = list?.albums;
    const isSame = before !== undefined && JSON.stringify(albums) === JSON.stringify(before);
    return { albums: isSame ? before : albums, asOf: new Date(cached.asOf) };
  }

  /** Loads the list once for all callers. Rejects at once during the pause after a failure. */
  function load(): Promise<AlbumList> {
    if (loading) return loading;
    const now = clock().getTime();
    if (failure && !hasPassed(failure.since, now, failure.waitMs)) {
      const { error, since, waitMs } = failure;
      const retryAfterSeconds = Math.ceil((since + waitMs - now) / 1_000);
      return Promise.reject(new MusicError(error.reason, error.message, { cause: error, retryAfterSeconds }));
    }
    loading = fetchList().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function fetchList(): Promise<AlbumList> {
    try {
      // The client gets the last good list first, because the first fetch takes a tenth of a second to load its code.
      await nextTurn();
      const albums = await spotify.fetchAlbums();
      const cached = { artistId, asOf: clock().toISOString(), albums };
      const latest = listOf(cached);
      if (!latest || (albums.length > 0 && latest.albums.length === 0)) {
        throw new MusicError("UNAVAILABLE", "None of the provider's albums is valid.");
      }
      list = latest;
      failure = undefined;
      await writeCachedAlbums(cacheFile, cached).catch((error: unknown) => {
        log.warn({ reason: error instanceof Error ? error.message : error }, "the list of albums could not be cached");
      });
      return latest;
    } catch (cause) {
      if (!(cause instanceof MusicError)) throw cause;
      pause(cause);
      throw cause;
    }
  }

  function pause(error: MusicError): void {
    const restMs = Math.min(failure ? 2 * failure.restMs : REST_MS.first, REST_MS.most);
    const waitMs = Math.max(restMs, (error.retryAfterSeconds ?? 0) * 1_000);
    failure = { error, since: clock().getTime(), waitMs, restMs };
    if (stopping.signal.aborted) return;
    log.warn(
      { reason: error.reason, said: error.message, asOf: list?.asOf },
      list ? "albums could not be renewed; the last good list stays" : "Failed to fetch albums",
    );
  }

  /** Renews a list that is no longer fresh, in the background. Failures are logged. */
  function renew(): void {
    const isFresh = list && !hasPassed(list.asOf.getTime(), clock().getTime(), ALBUMS_FRESH_MS);
    if (!isFresh) load().catch(() => {});
  }

  return {
    artistId,
    isHosted: true,
    known() {
      renew();
      return list;
    },
    async listAlbums() {
      if (!list) return load();
      renew();
      return list;
    },
    async stop() {
      stopping.abort();
      await loading?.catch(() => {});
    },
  };
}
