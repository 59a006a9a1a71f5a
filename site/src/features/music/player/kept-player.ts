import type { AlbumImage } from "@porchlight/protocol/music.ts";
import type { PlayerState } from "./player-state.ts";
import type { Song } from "./song.ts";

/** Where a visit's player stands, for the tab's session. */
export type SavedPlace = Pick<PlayerState, "queue" | "index" | "seconds">;

/** How loud the visitor likes it, for all visits. */
export type SavedVolume = Pick<PlayerState, "volume" | "isMuted">;

/** What outlives the page. Storage may be forbidden or full; everything then lasts until the page is left. */
export type PlayerMemory = {
  place: () => SavedPlace | undefined;
  keepPlace: (place: SavedPlace | undefined) => void;
  volume: () => SavedVolume | undefined;
  keepVolume: (volume: SavedVolume) => void;
};

/** Also the sign for `app/layout/now-playing.tsx` that there is something to show. */
const PLACE_KEY = "player";
const VOLUME_KEY = "player-volume";

/**
 * @param session,local how storage is reached; both may throw, as they do where it is forbidden and on the gateway
 */
export function createPlayerMemory(session: () => Storage, local: () => Storage): PlayerMemory {
  return {
    place: () => readPlace(read(session, PLACE_KEY)),
    keepPlace: (place) => write(session, PLACE_KEY, place),
    volume: () => readVolume(read(local, VOLUME_KEY)),
    keepVolume: (volume) => write(local, VOLUME_KEY, volume),
  };
}

function read(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return undefined;
  }
}

function write(storage: () => Storage, key: string, value: object | undefined): void {
  try {
    if (value) storage().setItem(key, JSON.stringify(value));
    else storage().removeItem(key);
  } catch {
    // Nothing is kept here.
  }
}

/** Storage may hold what an earlier version of the site or somebody else put there. */
function readPlace(kept: unknown): SavedPlace | undefined {
  if (!isRecord(kept) || !Array.isArray(kept.queue) || !kept.queue.every(isSong)) return undefined;
  const { queue, index, seconds } = kept;
  if (typeof index !== "number" || !queue[index] || !isTime(seconds)) return undefined;
  return { queue, index, seconds };
}

function readVolume(kept: unknown): SavedVolume | undefined {
  if (!isRecord(kept) || typeof kept.isMuted !== "boolean" || !isTime(kept.volume) || kept.volume > 1) return undefined;
  return { volume: kept.volume, isMuted: kept.isMuted };
}

function isSong(value: unknown): value is Song {
  if (!isRecord(value)) return false;
  const texts = [value.album, value.albumId, value.albumSlug, value.title, value.url, value.artist];
  return (
    texts.every((text) => typeof text === "string") &&
    isTime(value.seconds) &&
    Array.isArray(value.images) &&
    value.images.every(isImage)
  );
}

function isImage(value: unknown): value is AlbumImage {
  if (!isRecord(value) || typeof value.url !== "string") return false;
  return [value.width, value.height].every((pixels) => pixels === null || typeof pixels === "number");
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
