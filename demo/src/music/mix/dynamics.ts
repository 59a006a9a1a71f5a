/** Keeping a mix together: a compressor for the whole mix, and a limiter that lets no peak through. */
import { SAMPLE_RATE, type Stereo, samplesIn } from "../sound.ts";

/** Settings of the compressor. The threshold is in dBFS. */
interface Compression {
  threshold: number;
  ratio: number;
  attackSeconds: number;
  releaseSeconds: number;
}

/**
 * Turns both channels down together, gently and by the same gain, while the louder one exceeds the threshold; in place.
 */
export function compress({ left, right }: Stereo, settings: Compression): void {
  const { threshold, ratio, attackSeconds, releaseSeconds } = settings;
  const attack = Math.exp(-1 / (attackSeconds * SAMPLE_RATE));
  const release = Math.exp(-1 / (releaseSeconds * SAMPLE_RATE));
  let level = 0;
  for (let i = 0; i < left.length; i++) {
    const power = Math.max((left[i] ?? 0) ** 2, (right[i] ?? 0) ** 2);
    level = power + (power > level ? attack : release) * (level - power);
    const over = 10 * Math.log10(level + 1e-12) - threshold;
    // A knee 8 dB wide: the ratio comes in bit by bit.
    const bent = over <= -4 ? 0 : over >= 4 ? over : (over + 4) ** 2 / 16;
    const gain = 10 ** ((-bent * (1 - 1 / ratio)) / 20);
    left[i] = (left[i] ?? 0) * gain;
    right[i] = (right[i] ?? 0) * gain;
  }
}

const LOOKAHEAD_SECONDS = 0.004;
const LIMITER_RELEASE_SECONDS = 0.12;

/**
 * Lets no sample of either channel exceed `ceiling`; looks ahead, so that the gain is down before the peak comes; in
 * place.
 */
export function limit({ left, right }: Stereo, ceiling: number): void {
  const ahead = samplesIn(LOOKAHEAD_SECONDS);
  const length = left.length;
  const needed = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const peak = Math.max(Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0));
    needed[i] = peak > ceiling ? ceiling / peak : 1;
  }
  const lowest = lowestAhead(needed, ahead);
  const release = Math.exp(-1 / (LIMITER_RELEASE_SECONDS * SAMPLE_RATE));
  const held = new Float32Array(length);
  let gain = 1;
  for (let i = 0; i < length; i++) {
    const target = lowest[i] ?? 1;
    gain = target < gain ? target : target + release * (gain - target);
    held[i] = gain;
  }
  // The mean of the last `ahead` gains goes down in a ramp and has arrived when the peak does.
  let sum = ahead;
  for (let i = 0; i < length; i++) {
    sum += (held[i] ?? 1) - (i >= ahead ? (held[i - ahead] ?? 1) : 1);
    const smooth = Math.min(sum / ahead, needed[i] ?? 1);
    left[i] = (left[i] ?? 0) * smooth;
    right[i] = (right[i] ?? 0) * smooth;
  }
}

/** For each place, the lowest value from there to `ahead` places on. */
function lowestAhead(values: Float32Array, ahead: number): Float32Array {
  const lowest = new Float32Array(values.length);
  const waiting: number[] = [];
  let head = 0;
  for (let i = values.length - 1; i >= 0; i--) {
    while (waiting.length > head && (values[waiting.at(-1) ?? 0] ?? 1) >= (values[i] ?? 1)) waiting.pop();
    waiting.push(i);
    if ((waiting[head] ?? 0) > i + ahead) head++;
    lowest[i] = values[waiting[head] ?? i] ?? 1;
  }
  return lowest;
}
