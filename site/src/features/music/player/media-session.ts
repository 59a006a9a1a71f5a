import type { Player } from "./player.ts";
import { isOn, JUMP_SECONDS } from "./player-state.ts";
import type { Song } from "./song.ts";

/**
 * Shows the player on the lock screen and handles the buttons there, on headphones and on keyboards.
 * Source: w3.org, Media Session.
 *
 * @param hasTwoSlots whether the system shows only two buttons beside Play, as iOS does; there, jumps of ten seconds
 *   would replace Next and Previous
 */
export function showInMediaSession(
  player: Player,
  session: MediaSession,
  createMetadata: (about: MediaMetadataInit) => MediaMetadata,
  hasTwoSlots: boolean,
): void {
  let shown: Song | undefined;
  let isShownOn: boolean | undefined;

  player.subscribe(() => {
    const state = player.state();
    const { song, step, index, queue, seconds, duration } = state;
    if (!song || step === "idle") {
      shown = undefined;
      isShownOn = undefined;
      session.metadata = null;
      session.playbackState = "none";
      return;
    }
    if (song !== shown) session.metadata = createMetadata(toMetadata(song));
    // Safari removes the buttons whenever a sound starts.
    if (song !== shown || isOn(state) !== isShownOn) setButtons(index + 1 < queue.length);
    shown = song;
    isShownOn = isOn(state);
    session.playbackState = isShownOn ? "playing" : "paused";
    if (duration > 0) session.setPositionState({ duration, position: Math.min(seconds, duration) });
  });

  function setButtons(hasNext: boolean) {
    const jump = (direction: 1 | -1, seconds = JUMP_SECONDS) =>
      player.seek(player.state().seconds + direction * seconds);
    const buttons: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ["play", () => !isOn(player.state()) && player.toggle()],
      ["pause", player.pause],
      ["previoustrack", player.previous],
      ["nexttrack", hasNext ? player.next : null],
      ["seekto", ({ seekTime }) => player.seek(seekTime ?? 0)],
      ["seekbackward", hasTwoSlots ? null : ({ seekOffset }) => jump(-1, seekOffset)],
      ["seekforward", hasTwoSlots ? null : ({ seekOffset }) => jump(1, seekOffset)],
    ];
    for (const [action, handler] of buttons) {
      try {
        session.setActionHandler(action, handler);
      } catch {
        // This browser does not know the button.
      }
    }
  }
}

function toMetadata({ title, artist, album, images }: Song): MediaMetadataInit {
  const artwork = images.map(({ url, width, height }) => ({
    src: url,
    ...(width && height && { sizes: `${width}x${height}` }),
  }));
  return { title, artist, album, artwork };
}
