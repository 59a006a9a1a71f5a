import type { Album } from "@porchlight/protocol/music.ts";

/** What a release is. The front page shows it too, and does not load the other sentences of the Music screen. */
export const kinds: Record<Album["album_type"], string> = {
  album: "Album",
  single: "Single",
  compilation: "Compilation",
};
