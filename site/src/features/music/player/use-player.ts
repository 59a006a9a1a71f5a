import { useSyncExternalStore } from "react";
import { IDLE_PLAYER, type PlayerState } from "./player-state.ts";
import { sitePlayer } from "./site-player.ts";

/** The page's player as it stands. On the gateway, and until the page is hydrated, one with nothing chosen. */
export function usePlayer(): PlayerState {
  return useSyncExternalStore(sitePlayer.subscribe, sitePlayer.state, () => IDLE_PLAYER);
}
