/** A drummer reading patterns. */
import { bell } from "../../pictures/noise.ts";
import { addAt, samplesIn } from "../sound.ts";
import type { Timeline } from "../timeline.ts";
import type { DrumSound } from "./drum-sounds.ts";

/**
 * What one drum does in some bars. One sign for each step, spaces ignored, the pattern dividing one bar evenly: "X" an
 * accent, "x" a stroke, "o" a soft one, "." nothing.
 */
export interface DrumPart {
  bars: readonly [number, number];
  pattern: string;
}

const STRENGTH: Readonly<Record<string, number>> = { X: 0.95, x: 0.7, o: 0.38 };

/** Plays one drum and returns the whole track. */
export function drum(
  sound: DrumSound,
  parts: readonly DrumPart[],
  timeline: Timeline,
  random: () => number,
): Float32Array {
  const track = new Float32Array(timeline.length);
  for (const { bars, pattern } of parts) {
    const signs = [...pattern.replaceAll(" ", "")];
    const step = timeline.beatsPerBar / signs.length;
    for (let bar = bars[0]; bar < bars[1]; bar++) {
      signs.forEach((sign, i) => {
        if (sign === ".") return;
        const strength = STRENGTH[sign];
        if (strength === undefined) throw new Error(`"${sign}" is not a sign for a drum`);
        const at = timeline.secondsAt(bar * timeline.beatsPerBar + i * step) + 0.004 * bell(random);
        const velocity = Math.min(1, strength * (1 + 0.1 * bell(random)));
        addAt(track, sound(velocity, random), Math.max(0, samplesIn(at)));
      });
    }
  }
  return track;
}
