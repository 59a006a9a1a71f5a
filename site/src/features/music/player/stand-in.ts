import type { Player } from "./player.ts";
import { atBeginning, IDLE_PLAYER, type PlayerState } from "./player-state.ts";
import type { Song } from "./song.ts";

/** The state for songs that are not in the player. None of them has started. */
export function standInState({ volume, isMuted }: PlayerState, queue: readonly Song[]): PlayerState {
  return { ...IDLE_PLAYER, volume, isMuted, ...atBeginning(queue, 0) };
}

/** Controls for songs that are not in the player. The first action passes the songs to the player. */
export function standInFor(player: Player, shown: PlayerState): Player {
  const first =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      player.choose(shown.queue, shown.index);
      act(...args);
    };
  return {
    ...player,
    state: () => shown,
    toggle: first(player.toggle),
    next: first(player.next),
    previous: first(player.previous),
    seek: first(player.seek),
  };
}
