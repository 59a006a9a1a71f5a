import type { AlbumImage } from "@porchlight/protocol/music.ts";

/** A recording, with the facts of its album that a player shows. */
export type Song = {
  album: string;
  albumId: string;
  /** `long-point`. */
  albumSlug: string;
  title: string;
  /** Path of the audio file on this site, with its version. */
  url: string;
  /** Its length, with fractions. */
  seconds: number;
  /** The pictures of the album's cover, widest first. May be empty. */
  images: AlbumImage[];
  artist: string;
};

/** Formats a time as a player shows it: `0:42`, `3:12`. */
export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
