/** A small valve amplifier: a little overdrive, tremolo, and a dull loudspeaker that softens both. */
import { equalize } from "../filter.ts";
import { amplify, SAMPLE_RATE } from "../sound.ts";

/** Settings of the amplifier. */
export interface AmplifierSettings {
  /** How far the valves are driven: 1 is nearly clean, 4 growls. */
  drive: number;
  /** Depth of the tremolo, 0 to 1, and its beats a second. */
  tremoloDepth?: number;
  tremoloRate?: number;
}

/** Sends a guitar through the amplifier, in place. */
export function amplifyGuitar(guitar: Float32Array, settings: AmplifierSettings): void {
  const { drive, tremoloDepth = 0, tremoloRate = 5 } = settings;
  amplify(guitar, drive / (4 * loudnessOf(guitar) + 1e-9));
  equalize(guitar, [
    { kind: "high-pass", hertz: 120 },
    { kind: "low-pass", hertz: 5200 },
  ]);
  for (let i = 0; i < guitar.length; i++) {
    // A valve is not symmetrical: a bias adds the even harmonics, and is taken out again.
    const driven = Math.tanh((guitar[i] ?? 0) + 0.18) - Math.tanh(0.18);
    const wave = Math.sin((2 * Math.PI * tremoloRate * i) / SAMPLE_RATE);
    guitar[i] = driven * (1 - tremoloDepth * (0.5 + 0.5 * wave));
  }
  equalize(guitar, [
    { kind: "high-pass", hertz: 95 },
    { kind: "peak", hertz: 450, q: 0.9, gain: -2 },
    { kind: "peak", hertz: 2300, q: 1.2, gain: 3 },
    { kind: "low-pass", hertz: 4600 },
    { kind: "low-pass", hertz: 5200 },
  ]);
}

/** Root mean square of what is played, leaving silence out. */
function loudnessOf(sound: Float32Array): number {
  let sum = 0;
  let played = 0;
  for (const sample of sound) {
    if (Math.abs(sample) < 1e-3) continue;
    sum += sample * sample;
    played++;
  }
  return Math.sqrt(sum / Math.max(1, played));
}
