import type { Album, AlbumRecordings } from "@porchlight/protocol/music.ts";
import { toggleAlbum } from "./current-song.ts";
import { isOn } from "./player/player-state.ts";
import { sitePlayer } from "./player/site-player.ts";
import { createShelf } from "./songs.ts";

// The player for the front page, which loads this module on demand.

export const { subscribe } = sitePlayer;

export function isPlaying(slug: string): boolean {
  const state = sitePlayer.state();
  return isOn(state) && state.song?.albumSlug === slug;
}

/** Plays an album from its first song, or pauses it while it plays. */
export function togglePlay(album: Album, recordings: AlbumRecordings, artist: string): void {
  for (const shown of createShelf([album], [recordings], artist)) toggleAlbum(shown);
}
