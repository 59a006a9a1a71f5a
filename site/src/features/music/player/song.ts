import type { AlbumImage } from "@porchlight/protocol/music.ts";

/** A recording together with what a player shows of it and of its album. */
export type Song = {
  /** The album's name, as people read it. */
  album: string;
  albumId: string;
  /** The album's part of an address, `long-point`. */
  albumSlug: string;
  title: string;
  /** Path of the audio file on this site, with its version. */
  url: string;
  /** Its length, with fractions. */
  seconds: number;
  /** The album's cover, widest first; there may be none. */
  images: AlbumImage[];
  artist: string;
};

/** A time as a player shows it: `0:42`, `3:12`. */
export function shownTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A time as it is read aloud: "3 minutes 12 seconds", "1 minute", "0 seconds". */
export function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [count(Math.floor(whole / 60), "minute"), count(whole % 60, "second")];
  return parts.filter((part) => !part.startsWith("0 ")).join(" ") || "0 seconds";
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
