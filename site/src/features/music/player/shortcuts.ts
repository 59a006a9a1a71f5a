import type { Player } from "./player.ts";
import { JUMP_SECONDS } from "./player-state.ts";

/** How far a key moves the volume, which goes from 0 to 1. */
const VOLUME_STEP = 0.05;

type KeyPress = Pick<KeyboardEvent, "key" | "target" | "repeat" | "ctrlKey" | "metaKey" | "altKey">;

/**
 * What a key pressed within the player asks of it; nothing for a key that the focused control needs itself, as a button
 * needs the space bar.
 */
export function shortcutOf(press: KeyPress): ((player: Player) => void) | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const { target, key } = press;
  if (key === " " && target instanceof Element && target.closest("button, summary, a")) return undefined;
  if (key.startsWith("Arrow") && target instanceof HTMLInputElement) return arrowOnSlider(target, key);
  switch (key.toLowerCase()) {
    case "arrowleft":
    case "j":
      return jumpBy(-JUMP_SECONDS);
    case "arrowright":
    case "l":
      return jumpBy(JUMP_SECONDS);
    case "arrowup":
      return louderBy(VOLUME_STEP);
    case "arrowdown":
      return louderBy(-VOLUME_STEP);
    default:
      // Held down, these would flutter.
      return press.repeat ? undefined : turnOf(key.toLowerCase());
  }
}

function turnOf(key: string): ((player: Player) => void) | undefined {
  switch (key) {
    case " ":
    case "k":
      return (player) => player.toggle();
    case "n":
      return (player) => player.next();
    case "p":
      return (player) => player.previous();
    case "m":
      return (player) => player.setMuted(!player.state().isMuted);
    default:
      return undefined;
  }
}

/** Each slider keeps all four arrows: of the song's they move the song, of the volume's the browser moves the volume. */
function arrowOnSlider(slider: HTMLInputElement, key: string): ((player: Player) => void) | undefined {
  if (slider.dataset.moves !== "song") return undefined;
  return jumpBy(key === "ArrowLeft" || key === "ArrowDown" ? -JUMP_SECONDS : JUMP_SECONDS);
}

function jumpBy(seconds: number) {
  return (player: Player) => player.seek(player.state().seconds + seconds);
}

function louderBy(step: number) {
  return (player: Player) => player.setVolume(player.state().volume + step);
}
