import { normaliseSlug } from "@porchlight/protocol/music.ts";
import { fetchScreen } from "../../api/content.ts";
import { fetchAlbums } from "../../api/music.ts";
import { isOn } from "./player/player-state.ts";
import { sitePlayer } from "./player/site-player.ts";
import type { Song } from "./player/song.ts";
import { createShelf } from "./songs.ts";

// The player for setlists. The Shows screen loads this module on demand, and this module loads the recordings.

export const { subscribe } = sitePlayer;

/** A song of a setlist: its title there, and the slug of its album. */
type Played = { title: string; album: string };

export function isPlaying(song: Played): boolean {
  return isOn(sitePlayer.state()) && isCurrent(song);
}

let songs: Promise<Song[]> | undefined;

/**
 * Fetches the artist's recordings, once.
 *
 * @throws {Error} if the gateway cannot be reached; the next call tries again
 */
export function fetchSongs(artist: string): Promise<Song[]> {
  songs ??= fetchShelf(artist).catch((error: unknown) => {
    songs = undefined;
    throw error;
  });
  return songs;
}

async function fetchShelf(artist: string): Promise<Song[]> {
  const { content } = await fetchScreen("music");
  // The gateway answers with the content of the requested screen.
  if (content.screen !== "music") throw new Error("The content is not that of the Music screen");
  const shelf = createShelf(await fetchAlbums(content.artistId), content.recordings, artist);
  return shelf.flatMap((album) => album.songs);
}

/**
 * Plays a song and then the ones after it on the setlist, or pauses it while it plays. A paused song resumes.
 *
 * @throws {Error} if the song is not among the recordings any more
 */
export function toggleSong(song: Played, setlist: readonly Played[], recordings: readonly Song[]): void {
  if (isCurrent(song)) {
    sitePlayer.toggle();
    return;
  }
  const queue = setlist.flatMap((one) => recordings.find((recording) => isSame(recording, one)) ?? []);
  const place = queue.findIndex((recording) => isSame(recording, song));
  if (place === -1) throw new Error(`There is no recording of ${song.title}`);
  sitePlayer.play(queue, place);
}

function isCurrent(song: Played): boolean {
  const current = sitePlayer.state().song;
  return current !== undefined && isSame(current, song);
}

function isSame({ title, albumSlug }: Song, song: Played): boolean {
  return albumSlug === song.album && normaliseSlug(title) === normaliseSlug(song.title);
}
