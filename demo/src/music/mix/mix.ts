/** From a song to its master: players at their places, the room, and one loudness for all songs. */
import { createRandom } from "../../pictures/noise.ts";
import { equalize } from "../filter.ts";
import type { Song } from "../song.ts";
import { amplify, easeInOut, fromDecibels, type Stereo, samplesIn } from "../sound.ts";
import { createTimeline } from "../timeline.ts";
import { compress, limit } from "./dynamics.ts";
import { measureLoudness } from "./loudness.ts";
import { reverberate } from "./reverb.ts";

/** Integrated loudness of every master, in LUFS. */
export const MASTER_LUFS = -15;
/** No sample of a master is above this; an MP3 decoder adds a little to the peaks. */
export const MASTER_PEAK = fromDecibels(-2);
const FADE_IN_SECONDS = 0.005;

/** Plays, mixes and masters a song. */
export function renderSong(song: Song): Stereo {
  const mixed = mixStems(song);
  master(mixed);
  fade(mixed, song.fade);
  return mixed;
}

function mixStems(song: Song): Stereo {
  const timeline = createTimeline(song.score);
  const left = new Float32Array(timeline.length);
  const right = new Float32Array(timeline.length);
  const room = new Float32Array(timeline.length);
  song.stems.forEach((stem, n) => {
    const sound = stem.play(timeline, createRandom(song.seed * 1000 + n));
    const gain = fromDecibels(stem.level - measureLoudness([sound]));
    const angle = ((stem.pan + 1) * Math.PI) / 4;
    const toLeft = gain * Math.cos(angle) * Math.SQRT2;
    const toRight = gain * Math.sin(angle) * Math.SQRT2;
    for (let i = 0; i < sound.length; i++) {
      const sample = sound[i] ?? 0;
      left[i] = (left[i] ?? 0) + toLeft * sample;
      right[i] = (right[i] ?? 0) + toRight * sample;
      room[i] = (room[i] ?? 0) + gain * stem.room * sample;
    }
  });
  const back = reverberate(room, song.room);
  for (let i = 0; i < timeline.length; i++) {
    left[i] = (left[i] ?? 0) + (back.left[i] ?? 0);
    right[i] = (right[i] ?? 0) + (back.right[i] ?? 0);
  }
  return { left, right };
}

/** Removes what is too low to hear, evens out the level, and sets the loudness of the other songs. */
function master(mixed: Stereo): void {
  for (const channel of [mixed.left, mixed.right]) equalize(channel, [{ kind: "high-pass", hertz: 30 }]);
  raiseTo(mixed, MASTER_LUFS);
  compress(mixed, { threshold: -13, ratio: 1.6, attackSeconds: 0.03, releaseSeconds: 0.25 });
  // Limiting takes a little of the loudness that was just set; two rounds come within a tenth of a decibel.
  for (let round = 0; round < 2; round++) {
    raiseTo(mixed, MASTER_LUFS);
    limit(mixed, MASTER_PEAK);
  }
}

function raiseTo({ left, right }: Stereo, lufs: number): void {
  const gain = fromDecibels(lufs - measureLoudness([left, right]));
  amplify(left, gain);
  amplify(right, gain);
}

function fade({ left, right }: Stereo, seconds: number): void {
  const begin = samplesIn(FADE_IN_SECONDS);
  const end = samplesIn(seconds);
  for (const channel of [left, right]) {
    for (let i = 0; i < begin; i++) channel[i] = (channel[i] ?? 0) * easeInOut(i / begin);
    for (let i = 0; i < end; i++) {
      const at = channel.length - 1 - i;
      channel[at] = (channel[at] ?? 0) * easeInOut(i / end);
    }
  }
}
