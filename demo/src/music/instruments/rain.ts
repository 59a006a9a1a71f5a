/** Rain on a tin roof: a hush, and drops that each make the sheet ring a little. */
import { bell } from "../../pictures/noise.ts";
import { equalize } from "../filter.ts";
import { addAt, SAMPLE_RATE, samplesIn } from "../sound.ts";

/** Drops a second that are heard one by one. */
const DROPS_A_SECOND = 46;

/**
 * Rain for that many samples, growing and fading slowly. Two calls with different random numbers make the two sides of
 * a roof.
 */
export function rain(length: number, random: () => number): Float32Array {
  const roof = new Float32Array(length);
  for (let i = 0; i < length; i++) roof[i] = 0.055 * (random() * 2 - 1);
  equalize(roof, [
    { kind: "high-pass", hertz: 700 },
    { kind: "peak", hertz: 1800, q: 0.7, gain: 3 },
    { kind: "low-pass", hertz: 4800 },
  ]);
  const count = Math.round((length / SAMPLE_RATE) * DROPS_A_SECOND);
  for (let i = 0; i < count; i++) {
    const size = Math.min(1, Math.exp(0.75 * bell(random) - 1.7));
    addAt(roof, drop(size, 700 + 3200 * random(), random), Math.floor(random() * length));
  }
  for (let i = 0; i < length; i++) {
    const seconds = i / SAMPLE_RATE;
    const gust = 1 + 0.2 * Math.sin(0.41 * seconds) + 0.13 * Math.sin(1.13 * seconds + 2);
    roof[i] = (roof[i] ?? 0) * gust;
  }
  return roof;
}

function drop(size: number, hertz: number, random: () => number): Float32Array {
  const sound = new Float32Array(samplesIn(0.05));
  const ring = 0.004 + 0.008 * random();
  for (let i = 0; i < sound.length; i++) {
    const seconds = i / SAMPLE_RATE;
    const opened = Math.min(1, seconds / 0.0008);
    sound[i] = 0.2 * size * opened * Math.exp(-seconds / ring) * Math.sin(2 * Math.PI * hertz * seconds);
  }
  return sound;
}
