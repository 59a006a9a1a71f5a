/**
 * The room that all play in: eight delay lines that feed one another, each dulling what passes.
 * Source: Jot and Chaigne, "Digital delay networks for designing artificial reverberators", AES 90, 1991.
 */
import { design, runBiquad } from "../filter.ts";
import { SAMPLE_RATE, type Stereo, samplesIn } from "../sound.ts";

/** A room. */
export interface Room {
  /** Seconds until a low tone has fallen by 60 dB. */
  decay: number;
  /** Hertz above which the walls absorb sound. */
  dullAbove: number;
  /** Seconds before the first of it is heard. */
  predelay: number;
}

/** Lengths of the delay lines in samples: primes, so that their echoes rarely coincide. */
const LINE_SAMPLES = [1009, 1187, 1381, 1579, 1801, 2053, 2311, 2579];

/** Renders the echoes of a room, without the sound itself. */
export function reverberate(sound: Float32Array, room: Room): Stereo {
  const input = sound.slice();
  runBiquad(input, design({ kind: "high-pass", hertz: 180 }));
  const left = new Float32Array(sound.length);
  const right = new Float32Array(sound.length);
  const lines = LINE_SAMPLES.map((length) => new Float32Array(length));
  const keep = LINE_SAMPLES.map((length) => 0.001 ** (length / SAMPLE_RATE / room.decay));
  const places = LINE_SAMPLES.map(() => 0);
  const dull = new Float64Array(LINE_SAMPLES.length);
  const heard = new Float64Array(LINE_SAMPLES.length);
  const smoothing = Math.exp((-2 * Math.PI * room.dullAbove) / SAMPLE_RATE);
  const predelay = samplesIn(room.predelay);
  for (let i = 0; i < sound.length; i++) {
    const arriving = i < predelay ? 0 : 0.35 * (input[i - predelay] ?? 0);
    for (let n = 0; n < lines.length; n++) {
      const out = (lines[n]?.[places[n] ?? 0] ?? 0) * (keep[n] ?? 0);
      const dulled = out + smoothing * ((dull[n] ?? 0) - out);
      dull[n] = dulled;
      heard[n] = dulled;
    }
    left[i] = (heard[0] ?? 0) + (heard[2] ?? 0) - (heard[4] ?? 0) + (heard[6] ?? 0);
    right[i] = (heard[1] ?? 0) - (heard[3] ?? 0) + (heard[5] ?? 0) + (heard[7] ?? 0);
    scatter(heard);
    for (let n = 0; n < lines.length; n++) {
      const line = lines[n];
      const place = places[n] ?? 0;
      if (line) line[place] = (heard[n] ?? 0) + (n % 2 === 0 ? arriving : -arriving);
      places[n] = place + 1 === LINE_SAMPLES[n] ? 0 : place + 1;
    }
  }
  return { left, right };
}

/** Spreads eight signals over eight without gaining or losing any: Hadamard's matrix, by butterflies. */
function scatter(signals: Float64Array): void {
  for (let half = 1; half < 8; half *= 2) {
    for (let from = 0; from < 8; from += 2 * half) {
      for (let i = from; i < from + half; i++) {
        const a = signals[i] ?? 0;
        const b = signals[i + half] ?? 0;
        signals[i] = (a + b) * Math.SQRT1_2;
        signals[i + half] = (a - b) * Math.SQRT1_2;
      }
    }
  }
}
