/** Texts of the head: breadcrumbs and descriptions for search engines and link previews. */
import type { Album } from "@porchlight/protocol/music.ts";

export const jobTitle = "Musician";

/** Source: docs/product.md §2, Routes. */
export const breadcrumbs = [
  ["Home", "home"],
  ["About", "about"],
  ["Shop", "shop"],
] as const;

export const musicBreadcrumbs = [
  ["Home", "home"],
  ["Music", "music"],
] as const;

const KINDS: Record<Album["album_type"], string> = {
  album: "an album",
  single: "a single",
  compilation: "a compilation",
};

/**
 * Writes "Long Point, an album by June Marlow, released June 2022. Hear Fish Dock Road, Ice Plant."
 *
 * @param released the formatted date; empty if it is unknown
 */
export function describeAlbum(
  name: string,
  kind: Album["album_type"],
  artist: string,
  released: string,
  songs: string[],
): string {
  const date = released && `, released ${released}`;
  const list = songs.length > 0 ? ` Hear ${songs.join(", ")}.` : "";
  return `${name}, ${KINDS[kind]} by ${artist}${date}.${list}`;
}
