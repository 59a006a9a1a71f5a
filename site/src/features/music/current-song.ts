import { useEffect, useSyncExternalStore } from "react";
import { whenIdle } from "../../lib/when-idle.ts";
import { isOn } from "./player/player-state.ts";
import { sitePlayer } from "./player/site-player.ts";
import type { Song } from "./player/song.ts";
import { activeAlbum, type ShelfAlbum } from "./songs.ts";

/** Part of an address of the album that the current song is from; undefined while there is none. */
export function useCurrentAlbum(): string | undefined {
  return useSyncExternalStore(
    sitePlayer.subscribe,
    () => sitePlayer.state().song?.albumSlug,
    () => undefined,
  );
}

/** Whether the player is on. */
export function useIsPlaying(): boolean {
  return useSyncExternalStore(
    sitePlayer.subscribe,
    () => isOn(sitePlayer.state()),
    () => false,
  );
}

/**
 * Keeps the current song one of the active album, so that what is seen is what is heard. Nothing is played by it. A song
 * of the active album stays as it is, in the list that the album has by now; where the active album has none, the player
 * pauses. Before any was chosen it can wait: the screen shows the same then, and has only just begun to answer.
 *
 * @param named part of the address of the album that a visitor has chosen
 */
export function usePlayerFollows(shelf: readonly ShelfAlbum[], named: string | undefined): void {
  useEffect(() => {
    let isCurrent = true;
    const follow = () => {
      if (!isCurrent) return;
      const { song, queue } = sitePlayer.state();
      const active = activeAlbum(shelf, named, song?.albumSlug);
      if (!active) return;
      if (active.songs.length === 0) sitePlayer.pause();
      else if (active.slug !== song?.albumSlug) sitePlayer.choose(active.songs, 0);
      else if (!isSameList(queue, active.songs)) sitePlayer.choose(active.songs, placeOf(song, active.songs));
    };
    if (named !== undefined || sitePlayer.state().song) follow();
    else whenIdle(follow);
    return () => {
      isCurrent = false;
    };
  }, [shelf, named]);
}

/** The queue outlives the page, and owners change their albums: songs, their files and their covers. */
function isSameList(queue: readonly Song[], songs: readonly Song[]): boolean {
  return JSON.stringify(queue) === JSON.stringify(songs);
}

/** Where a song is found in its album's present list: by its file, else by its title, else at the beginning. */
function placeOf(song: Song, songs: readonly Song[]): number {
  const byFile = songs.findIndex(({ url }) => url === song.url);
  return byFile === -1
    ? Math.max(
        songs.findIndex(({ title }) => title === song.title),
        0,
      )
    : byFile;
}

/** A visitor's click on an album's own control: plays it, or pauses it while it is heard. */
export function playAlbum({ slug, songs }: ShelfAlbum): void {
  if (sitePlayer.state().song?.albumSlug === slug) sitePlayer.toggle();
  else sitePlayer.play(songs, 0);
}
