import type { AlbumsErrorReason } from "./music.ts";

/** Sentences of the Music screen that people read, exactly as docs/product.md words them. */
export const MUSIC_MESSAGES = {
  loading: "Loading music...",
  failedTitle: "Unable to Load Music",
  notFetched: "Failed to fetch albums",
  tryAgain: "Try Again",
  emptyTitle: "No Albums Found",
  empty: "Check back later for new releases!",
  listen: "Listen on Spotify",
  follow: "Follow on Spotify",
  unknownAlbum: "That album is not here. These are.",
  restFailed: "The other albums could not be loaded.",
  allAlbums: "All albums and singles",
  playHere: "Play here with Spotify",
  playHereNote: "Spotify then learns of your visit.",
  copied: "Link copied.",
  copyByHand: "Copy this link:",
} as const;

/** Why no albums came, in the words of the Music screen, by reason. */
export const ALBUMS_FAILED = {
  AUTHENTICATION_FAILED: "Failed to authenticate with Spotify",
  UNAVAILABLE: "Failed to load albums. Please try again later.",
} as const satisfies Record<AlbumsErrorReason, string>;

/** The line under the carousel. */
export function albumsAvailable(count: number): string {
  return `${count} ${count === 1 ? "album" : "albums"} available`;
}
