import { useEffect, useSyncExternalStore } from "react";
import { whenIdle } from "../../lib/when-idle.ts";
import { isOn } from "./player/player-state.ts";
import { sitePlayer } from "./player/site-player.ts";
import type { Song } from "./player/song.ts";
import { findActiveAlbum, type ShelfAlbum } from "./songs.ts";

/** The slug of the current song's album; undefined without a song. */
export function useCurrentAlbum(): string | undefined {
  return useSyncExternalStore(
    sitePlayer.subscribe,
    () => sitePlayer.state().song?.albumSlug,
    () => undefined,
  );
}

export function useIsPlaying(): boolean {
  return useSyncExternalStore(
    sitePlayer.subscribe,
    () => isOn(sitePlayer.state()),
    () => false,
  );
}

/**
 * Makes the player follow the active album, without starting a song. If the current song is on that album, it plays on,
 * in the album's new list. If the album has no songs, the player pauses. If there is neither a choice nor a song, this
 * waits until the page is idle, because the screen looks the same until then.
 *
 * @param named slug of the album that the visitor chose
 */
export function usePlayerFollowsAlbum(shelf: readonly ShelfAlbum[], named: string | undefined): void {
  useEffect(() => {
    let isCurrent = true;
    const follow = () => {
      if (!isCurrent) return;
      const { song, queue } = sitePlayer.state();
      const active = findActiveAlbum(shelf, named, song?.albumSlug);
      if (!active) return;
      if (active.songs.length === 0) sitePlayer.pause();
      else if (active.slug !== song?.albumSlug) sitePlayer.choose(active.songs, 0);
      else if (!isSameList(queue, active.songs)) sitePlayer.choose(active.songs, findPlace(song, active.songs));
    };
    if (named !== undefined || sitePlayer.state().song) follow();
    else whenIdle(follow);
    return () => {
      isCurrent = false;
    };
  }, [shelf, named]);
}

/** Whether a queue is still the album's list. The session stores the queue, and the owner may change the album. */
function isSameList(queue: readonly Song[], songs: readonly Song[]): boolean {
  return JSON.stringify(queue) === JSON.stringify(songs);
}

/** Finds a song in its album's new list: by its file, or else by its title, or else the first song. */
function findPlace(song: Song, songs: readonly Song[]): number {
  const byFile = songs.findIndex(({ url }) => url === song.url);
  return byFile === -1
    ? Math.max(
        songs.findIndex(({ title }) => title === song.title),
        0,
      )
    : byFile;
}

/** Plays an album, or pauses it while it plays. */
export function toggleAlbum({ slug, songs }: ShelfAlbum): void {
  if (sitePlayer.state().song?.albumSlug === slug) sitePlayer.toggle();
  else sitePlayer.play(songs, 0);
}
