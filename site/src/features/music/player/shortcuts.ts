import type { Player } from "./player.ts";
import { JUMP_SECONDS } from "./player-state.ts";

/** Change of the volume by one key press. The volume is from 0 to 1. */
const VOLUME_STEP = 0.05;

type KeyPress = Pick<KeyboardEvent, "key" | "target" | "repeat" | "ctrlKey" | "metaKey" | "altKey">;

/** @returns the action of a key; undefined if the focused control uses the key, as a button uses Space */
export function findShortcut(press: KeyPress): ((player: Player) => void) | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const { target, key } = press;
  if (key === " " && target instanceof Element && target.closest("button, summary, a")) return undefined;
  if (key.startsWith("Arrow") && target instanceof HTMLInputElement) return findSliderShortcut(target, key);
  switch (key.toLowerCase()) {
    case "arrowleft":
    case "j":
      return seekBy(-JUMP_SECONDS);
    case "arrowright":
    case "l":
      return seekBy(JUMP_SECONDS);
    case "arrowup":
      return changeVolumeBy(VOLUME_STEP);
    case "arrowdown":
      return changeVolumeBy(-VOLUME_STEP);
    default:
      // A key that is held down acts once.
      return press.repeat ? undefined : findToggle(key.toLowerCase());
  }
}

function findToggle(key: string): ((player: Player) => void) | undefined {
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

/** On the song's slider, all four arrows move within the song. On the volume's slider, the browser handles them. */
function findSliderShortcut(slider: HTMLInputElement, key: string): ((player: Player) => void) | undefined {
  if (slider.dataset.moves !== "song") return undefined;
  return seekBy(key === "ArrowLeft" || key === "ArrowDown" ? -JUMP_SECONDS : JUMP_SECONDS);
}

function seekBy(seconds: number) {
  return (player: Player) => player.seek(player.state().seconds + seconds);
}

function changeVolumeBy(step: number) {
  return (player: Player) => player.setVolume(player.state().volume + step);
}
