import { useEffect, useSyncExternalStore } from "react";
import { whenIdle } from "../../lib/when-idle.ts";
import { isOn } from "./player/player-state.ts";
import { sitePlayer } from "./player/site-player.ts";
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
 * of the active album stays as it is; where the active album has none, the player pauses. Before any was chosen it can
 * wait: the screen shows the same then, and has only just begun to answer.
 *
 * @param named part of the address of the album that a visitor has chosen
 */
export function usePlayerFollows(shelf: readonly ShelfAlbum[], named: string | undefined): void {
  useEffect(() => {
    let isCurrent = true;
    const follow = () => {
      if (!isCurrent) return;
      const current = sitePlayer.state().song?.albumSlug;
      const active = activeAlbum(shelf, named, current);
      if (!active || active.slug === current) return;
      if (active.songs.length > 0) sitePlayer.choose(active.songs, 0);
      else sitePlayer.pause();
    };
    if (named !== undefined || sitePlayer.state().song) follow();
    else whenIdle(follow);
    return () => {
      isCurrent = false;
    };
  }, [shelf, named]);
}

/** A visitor's click on an album's own control: plays it, or pauses it while it is heard. */
export function playAlbum({ slug, songs }: ShelfAlbum): void {
  if (sitePlayer.state().song?.albumSlug === slug) sitePlayer.toggle();
  else sitePlayer.play(songs, 0);
}
