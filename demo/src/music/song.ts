/** A song: its score, and the stems that are played from it and mixed. */
import type { Room } from "./mix/reverb.ts";
import type { Score, Timeline } from "./timeline.ts";

/** One player, rendered alone and placed in the mix. */
export interface Stem {
  name: string;
  /** Loudness in LUFS that the stem has in the mix before mastering. */
  level: number;
  /** -1 left to 1 right. */
  pan: number;
  /** How much of it the room gives back, 0 to 1. */
  room: number;
  play: (timeline: Timeline, random: () => number) => Float32Array;
}

/** All that is needed to render one recording; the same song always gives the same samples. */
export interface Song {
  title: string;
  seed: number;
  score: Score;
  room: Room;
  stems: readonly Stem[];
  /** Seconds over which the end fades. */
  fade: number;
}
