import type { Song } from "./song.ts";

/** Jump within a song by a key or a button of the system, in seconds. */
export const JUMP_SECONDS = 10;

/**
 * Step of the player. `idle`: no song of the queue has played yet. `loading`: the visitor pressed play, and the sound
 * is still loading. `ended`: the last song of the queue is over. `error`: the current song did not load.
 */
export type PlayerStep = "idle" | "loading" | "playing" | "paused" | "ended" | "error";

export type PlayerState = {
  step: PlayerStep;
  /** Songs of one album. */
  queue: readonly Song[];
  /** Index of the current song in the queue. */
  index: number;
  /** The current song; absent until the visitor chooses one. */
  song?: Song;
  /** Time within the current song, in seconds with fractions. */
  seconds: number;
  /** Length of the current song: first as the album states it, then as the audio file has it. */
  duration: number;
  /** End of the buffered part. */
  buffered: number;
  /** From 0 to 1. */
  volume: number;
  isMuted: boolean;
};

/** State before the visitor chose a song, and in finished pages. */
export const IDLE_PLAYER: PlayerState = {
  step: "idle",
  queue: [],
  index: 0,
  seconds: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  isMuted: false,
};

/** @returns the state's fields at the beginning of a song; undefined if there is no song at the index */
export function atBeginning(queue: readonly Song[], index: number) {
  const song = queue[index];
  return song && { queue, index, song, seconds: 0, duration: song.seconds, buffered: 0 };
}

/** Whether the player plays or is about to. */
export function isOn({ step }: PlayerState): boolean {
  return step === "playing" || step === "loading";
}
