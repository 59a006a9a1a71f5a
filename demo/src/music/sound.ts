/** A sound is mono samples from -1 to 1, 44,100 a second. Everything here is rendered into such arrays. */
export const SAMPLE_RATE = 44_100;

/** Two channels of one length. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

/** The nearest whole number of samples to that many seconds. */
export function samplesIn(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

/** Adds a sound to another from sample `at` on; what would lie outside is dropped. */
export function addAt(target: Float32Array, sound: Float32Array, at: number, gain = 1): void {
  const from = Math.max(0, -at);
  const until = Math.min(sound.length, target.length - at);
  for (let i = from; i < until; i++) target[at + i] = (target[at + i] ?? 0) + gain * (sound[i] ?? 0);
}

/** Multiplies every sample. */
export function amplify(sound: Float32Array, gain: number): void {
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) * gain;
}

/** Factor for a level in decibels. */
export function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** 0 at 0, 1 at 1, an S-curve between, flat outside. */
export function easeInOut(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}
