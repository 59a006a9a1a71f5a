import type { Song } from "./song.ts";

/** How far a key, or a button of the system, jumps within a song, in seconds. */
export const JUMP_SECONDS = 10;

/**
 * What the player is about. `idle`: nothing of the queue was played yet. `loading`: playing as far as the visitor is
 * concerned, while the sound is still on its way. `ended`: the last piece of the queue is over. `error`: the current
 * piece did not load.
 */
export type PlayerStep = "idle" | "loading" | "playing" | "paused" | "ended" | "error";

/** All that a player shows; a new object after every change. */
export type PlayerState = {
  step: PlayerStep;
  /** Songs of one album. */
  queue: readonly Song[];
  /** Place of the current song in the queue. */
  index: number;
  /** The current song; absent while nothing was chosen. */
  song?: Song;
  /** Where the current song is, with fractions. */
  seconds: number;
  /** Its length: what the audio file says, before that what the album says. */
  duration: number;
  /** How far it has arrived without a gap. */
  buffered: number;
  /** From 0 to 1. */
  volume: number;
  isMuted: boolean;
};

/** The player of a visitor who has chosen nothing, and the one in finished pages. */
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

/** The part of a state that says which song of a queue is at its beginning; nothing for an index without a song. */
export function atBeginning(queue: readonly Song[], index: number) {
  const song = queue[index];
  return song && { queue, index, song, seconds: 0, duration: song.seconds, buffered: 0 };
}

/** Whether the visitor has the player on, the sound being there already or on its way. */
export function isOn({ step }: PlayerState): boolean {
  return step === "playing" || step === "loading";
}
