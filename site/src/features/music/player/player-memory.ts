import type { AlbumImage } from "@porchlight/protocol/music.ts";
import { local, readStoredJson, session, writeStored } from "../../../lib/storage.ts";
import type { PlayerState } from "./player-state.ts";
import type { Song } from "./song.ts";

/** The player's place, stored for the session of the tab. */
type SavedPlace = Pick<PlayerState, "queue" | "index" | "seconds">;

/** The visitor's volume, stored for all visits. */
type SavedVolume = Pick<PlayerState, "volume" | "isMuted">;

/** `app/layout/now-playing.tsx` reads this key too. */
const PLACE_KEY = "player";
const VOLUME_KEY = "player-volume";

/**
 * @returns undefined if the stored place is invalid: another version of the site, or a visitor, may have stored it
 */
export function readPlace(): SavedPlace | undefined {
  const place = readStoredJson(session, PLACE_KEY);
  if (!isRecord(place) || !Array.isArray(place.queue) || !place.queue.every(isSong)) return undefined;
  const { queue, index, seconds } = place;
  if (typeof index !== "number" || !queue[index] || !isTime(seconds)) return undefined;
  return { queue, index, seconds };
}

export function savePlace(place: SavedPlace | undefined): void {
  writeStored(session, PLACE_KEY, place ? JSON.stringify(place) : null);
}

export function readVolume(): SavedVolume | undefined {
  const saved = readStoredJson(local, VOLUME_KEY);
  if (!isRecord(saved) || typeof saved.isMuted !== "boolean") return undefined;
  if (!isTime(saved.volume) || saved.volume > 1) return undefined;
  return { volume: saved.volume, isMuted: saved.isMuted };
}

export function saveVolume(volume: SavedVolume): void {
  writeStored(local, VOLUME_KEY, JSON.stringify(volume));
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
