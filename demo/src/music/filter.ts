/** Second-order filters. Source: Robert Bristow-Johnson, "Cookbook formulae for audio equalizer biquad coefficients". */
import { SAMPLE_RATE } from "./sound.ts";

/** Coefficients of one filter, divided by a0. */
interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/** What a filter does around a frequency in hertz. `gain` in decibels counts for peaks and shelves only. */
export interface FilterShape {
  kind: "low-pass" | "high-pass" | "band-pass" | "peak" | "low-shelf" | "high-shelf";
  hertz: number;
  /** How narrow; 0.707 has no bump. */
  q?: number;
  gain?: number;
}

/** The filter of that shape at our sample rate. */
export function design({ kind, hertz, q = Math.SQRT1_2, gain = 0 }: FilterShape): Biquad {
  const turn = (2 * Math.PI * hertz) / SAMPLE_RATE;
  const cos = Math.cos(turn);
  const alpha = Math.sin(turn) / (2 * q);
  if (kind === "peak") {
    const root = 10 ** (gain / 40);
    return divided(1 + alpha * root, -2 * cos, 1 - alpha * root, 1 + alpha / root, -2 * cos, 1 - alpha / root);
  }
  if (kind === "low-shelf" || kind === "high-shelf") return designShelf(kind, cos, alpha, 10 ** (gain / 40));
  const a0 = 1 + alpha;
  const a1 = -2 * cos;
  const a2 = 1 - alpha;
  if (kind === "low-pass") return divided((1 - cos) / 2, 1 - cos, (1 - cos) / 2, a0, a1, a2);
  if (kind === "high-pass") return divided((1 + cos) / 2, -1 - cos, (1 + cos) / 2, a0, a1, a2);
  return divided(alpha, 0, -alpha, a0, a1, a2);
}

function designShelf(kind: "low-shelf" | "high-shelf", cos: number, alpha: number, root: number): Biquad {
  const sign = kind === "low-shelf" ? 1 : -1;
  const slope = 2 * Math.sqrt(root) * alpha;
  const up = root + 1;
  const down = root - 1;
  return divided(
    root * (up - sign * down * cos + slope),
    sign * 2 * root * (down - sign * up * cos),
    root * (up - sign * down * cos - slope),
    up + sign * down * cos + slope,
    sign * -2 * (down + sign * up * cos),
    up + sign * down * cos - slope,
  );
}

function divided(b0: number, b1: number, b2: number, a0: number, a1: number, a2: number): Biquad {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 };
}

/** Filters a sound in place. */
export function runBiquad(sound: Float32Array, { b0, b1, b2, a1, a2 }: Biquad): void {
  let first = 0;
  let second = 0;
  for (let i = 0; i < sound.length; i++) {
    const input = sound[i] ?? 0;
    const output = b0 * input + first;
    first = b1 * input - a1 * output + second;
    second = b2 * input - a2 * output;
    sound[i] = output;
  }
}

/** Filters a sound in place by one shape after the other. */
export function equalize(sound: Float32Array, shapes: readonly FilterShape[]): void {
  for (const shape of shapes) runBiquad(sound, design(shape));
}
