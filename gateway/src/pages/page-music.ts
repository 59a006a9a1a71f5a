import type { Music } from "../content/content.ts";
import type { Logger } from "../lib/log.ts";
import type { Recordings } from "../media/recordings/recordings.ts";
import type { MusicService } from "../services/music/contract.ts";

/** Minimum time between two checks of the recordings, in milliseconds. */
const CHECK_MS = 1_000;

/**
 * The music that finished pages show: the known albums, and the artist's own recordings. Each call checks the
 * recordings for changes.
 *
 * @returns a function that returns the music; it returns the same object until something in the music changes
 */
export function createPageMusic(
  music: Pick<MusicService, "known" | "artistId">,
  recordings: Pick<Recordings, "list" | "hasChanged" | "refresh">,
  log: Pick<Logger, "error">,
): () => Music {
  const { artistId } = music;
  let checkedAt = performance.now();
  let latest: Music = { albums: undefined, recordings: [], artistId };

  function check(): void {
    const now = performance.now();
    if (now - checkedAt < CHECK_MS) return;
    checkedAt = now;
    if (!recordings.hasChanged()) return;
    recordings.refresh().catch((error: unknown) => log.error({ err: error }, "recordings could not be read"));
  }

  return () => {
    check();
    const albums = music.known()?.albums;
    const own = recordings.list();
    if (latest.albums !== albums || latest.recordings !== own) latest = { albums, recordings: own, artistId };
    return latest;
  };
}
