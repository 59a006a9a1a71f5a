import type { Player } from "./player.ts";
import { atBeginning, IDLE_PLAYER, type PlayerState } from "./player-state.ts";
import type { Song } from "./song.ts";

/** A player of which none of these songs was begun yet, as loud as the real one. */
export function standInState({ volume, isMuted }: PlayerState, queue: readonly Song[]): PlayerState {
  return { ...IDLE_PLAYER, volume, isMuted, ...atBeginning(queue, 0) };
}

/** Controls of songs that are only shown as yet: whatever is done to them makes them the player's. */
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
