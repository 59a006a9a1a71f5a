/** Sentences of the Music screen, as docs/product.md has them. */
import type { AlbumsErrorReason } from "@porchlight/protocol/music.ts";

export const loading = "Loading music...";
export const failedTitle = "Unable to Load Music";
export const notFetched = "Failed to fetch albums";
export const tryAgain = "Try Again";
export const emptyTitle = "No Albums Found";
export const empty = "Check back later for new releases!";
export const listen = "Listen on Spotify";
export const follow = "Follow on Spotify";
export const unknownAlbum = "That album is not here. These are.";
export const restFailed = "The other albums could not be loaded.";
export const allAlbums = "All albums and singles";
export const playHere = "Play here with Spotify";
export const playHereNote = "Spotify then learns of your visit.";
export const share = "Share";
export const copied = "Link copied.";
/** Precedes the link. */
export const copyByHand = "Copy this link:";
export const play = "Play";
export const pause = "Pause";

/** Why no albums loaded. */
export const albumsFailed: Record<AlbumsErrorReason, string> = {
  AUTHENTICATION_FAILED: "Failed to authenticate with Spotify",
  UNAVAILABLE: "Failed to load albums. Please try again later.",
};

/** The line under the carousel. */
export const albumsAvailable = (count: number) => `${count} ${count === 1 ? "album" : "albums"} available`;
export const coverAlt = (album: string) => `Cover of ${album}`;
export const embedTitle = (album: string) => `${album} at Spotify`;
