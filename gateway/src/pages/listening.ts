import type { Music } from "../content/content.ts";
import type { Logger } from "../lib/log.ts";
import type { Recordings } from "../media/recordings/recordings.ts";
import type { MusicService } from "../services/music/contract.ts";

/** Recordings are looked at for changes no more often than this, in milliseconds. */
const LOOK_MS = 1_000;

/**
 * What finished pages show of the music: the albums known now, and the artist's own recordings, which are looked at again
 * as the pages are.
 *
 * @returns what gives it; the same object until something in it changes
 */
export function createListening(
  music: Pick<MusicService, "known" | "artistId">,
  recordings: Pick<Recordings, "list" | "hasChanged" | "refresh">,
  log: Pick<Logger, "error">,
): () => Music {
  const { artistId } = music;
  let lookedAt = performance.now();
  let latest: Music = { albums: undefined, recordings: [], artistId };

  function look(): void {
    const now = performance.now();
    if (now - lookedAt < LOOK_MS) return;
    lookedAt = now;
    if (!recordings.hasChanged()) return;
    recordings.refresh().catch((error: unknown) => log.error({ err: error }, "recordings could not be read"));
  }

  return () => {
    look();
    const albums = music.known()?.albums;
    const own = recordings.list();
    if (latest.albums !== albums || latest.recordings !== own) latest = { albums, recordings: own, artistId };
    return latest;
  };
}
