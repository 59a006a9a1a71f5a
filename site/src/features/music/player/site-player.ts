import { createPlayerMemory } from "./kept-player.ts";
import { showInMediaSession } from "./media-session.ts";
import { createPlayer } from "./player.ts";
import { type Connection, readsAhead } from "./read-ahead.ts";

/** What `app/layout/now-playing.tsx` listens to. */
const START_EVENT = "player-start";

/**
 * The one player of the page. It stands outside of React, so that it plays on while screens come and go. On the gateway
 * it is silent and knows nobody's songs.
 */
export const sitePlayer = createPlayer({
  createSound,
  now: () => performance.now(),
  memory: createPlayerMemory(
    () => sessionStorage,
    () => localStorage,
  ),
  openChannel: () => (typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("player")),
  readsAhead: (secondsLeft) => readsAhead(secondsLeft, connection()),
  onStart: () => dispatchEvent(new Event(START_EVENT)),
});

if (typeof document !== "undefined" && "mediaSession" in navigator) {
  const isIos = CSS.supports("-webkit-touch-callout", "none");
  showInMediaSession(sitePlayer, navigator.mediaSession, (about) => new MediaMetadata(about), isIos);
}

function createSound(): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = "auto";
  // Without controls it does not show; in the page, extensions and tests find it.
  document.body.append(audio);
  return audio;
}

function connection(): Connection {
  // Not every browser has it, nor do the types.
  return "connection" in navigator ? (navigator.connection as Connection) : {};
}
