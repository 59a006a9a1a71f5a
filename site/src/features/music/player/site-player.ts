import { useSyncExternalStore } from "react";
import { showInMediaSession } from "./media-session.ts";
import { createPlayer } from "./player.ts";
import { IDLE_PLAYER, type PlayerState } from "./player-state.ts";
import { type Connection, shouldPreload } from "./preload-song.ts";

/** `app/layout/now-playing.tsx` listens to this event. */
const START_EVENT = "player-start";

/** The player of the page. It lives outside of React, so that it plays on when the screen changes. */
export const sitePlayer = createPlayer({
  createSound,
  now: () => performance.now(),
  openChannel: () => (typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("player")),
  shouldPreload: (secondsLeft) => shouldPreload(secondsLeft, connection()),
  onStart: () => dispatchEvent(new Event(START_EVENT)),
});

/** @returns the state of the page's player; on the gateway, and until hydration, it is idle */
export function usePlayer(): PlayerState {
  return useSyncExternalStore(sitePlayer.subscribe, sitePlayer.state, () => IDLE_PLAYER);
}

if (typeof document !== "undefined" && "mediaSession" in navigator) {
  const isIos = CSS.supports("-webkit-touch-callout", "none");
  showInMediaSession(sitePlayer, navigator.mediaSession, (about) => new MediaMetadata(about), isIos);
}

function createSound(): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = "auto";
  // It has no controls, so it is invisible. Extensions and tests can find it in the page.
  document.body.append(audio);
  return audio;
}

function connection(): Connection {
  // The cast is needed because TypeScript does not know `connection`, which not every browser has.
  return "connection" in navigator ? (navigator.connection as Connection) : {};
}
