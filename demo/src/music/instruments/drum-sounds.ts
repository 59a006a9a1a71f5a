/** The sounds of a small kit played with brushes. Each function renders one stroke. */
import { equalize, type FilterShape } from "../filter.ts";
import { easeInOut, SAMPLE_RATE, samplesIn } from "../sound.ts";

/** Renders one stroke, `velocity` from 0 to 1. */
export type DrumSound = (velocity: number, random: () => number) => Float32Array;

/** A soft bass drum: a skin that settles to its pitch, and the felt of the beater. */
export const kick: DrumSound = (velocity, random) => {
  const sound = new Float32Array(samplesIn(0.4));
  const felt = noise(samplesIn(0.012), random, [{ kind: "low-pass", hertz: 1400 }]);
  let turn = 0;
  for (let i = 0; i < sound.length; i++) {
    const seconds = i / SAMPLE_RATE;
    turn += (2 * Math.PI * (52 + 58 * Math.exp(-seconds / 0.022))) / SAMPLE_RATE;
    const skin = Math.sin(turn) * Math.exp(-seconds / 0.085) * easeInOut(seconds / 0.002);
    const touch = 0.35 * (felt[i] ?? 0) * (1 - i / felt.length);
    sound[i] = velocity * (skin + (i < felt.length ? touch : 0));
  }
  return faded(sound);
};

/** A brush laid on the snare drum with a flick: wires first, then a little of the skin and of the snares below. */
export const tap: DrumSound = (velocity, random) => {
  const sound = noise(samplesIn(0.28), random, [
    { kind: "high-pass", hertz: 500 },
    { kind: "peak", hertz: 2400, q: 0.8, gain: 5 },
    { kind: "low-pass", hertz: 6800 },
  ]);
  for (let i = 0; i < sound.length; i++) {
    const seconds = i / SAMPLE_RATE;
    const wires = easeInOut(seconds / 0.004) * (Math.exp(-seconds / 0.028) + 0.28 * Math.exp(-seconds / 0.09));
    const skin = Math.sin(2 * Math.PI * 196 * seconds) * Math.exp(-seconds / 0.045) * easeInOut(seconds / 0.001);
    sound[i] = velocity * (0.9 * wires * (sound[i] ?? 0) + 0.42 * skin);
  }
  return faded(sound);
};

/** A brush drawn over the snare drum: it swells and fades. */
export const swish: DrumSound = (velocity, random) => {
  const sound = noise(samplesIn(0.55), random, [
    { kind: "high-pass", hertz: 1200 },
    { kind: "peak", hertz: 3200, q: 0.7, gain: 4 },
    { kind: "low-pass", hertz: 6500 },
  ]);
  for (let i = 0; i < sound.length; i++) {
    const share = i / sound.length;
    sound[i] = velocity * 0.36 * Math.sin(Math.PI * share) ** 1.6 * (sound[i] ?? 0);
  }
  return sound;
};

/** The stick laid across the drum and struck on its rim: two short wooden tones. */
export const rim: DrumSound = (velocity, random) => {
  const sound = noise(samplesIn(0.16), random, [{ kind: "band-pass", hertz: 2600, q: 1 }]);
  for (let i = 0; i < sound.length; i++) {
    const seconds = i / SAMPLE_RATE;
    const wood =
      0.6 * Math.sin(2 * Math.PI * 470 * seconds) * Math.exp(-seconds / 0.024) +
      0.45 * Math.sin(2 * Math.PI * 1130 * seconds) * Math.exp(-seconds / 0.014);
    const click = 0.7 * (sound[i] ?? 0) * Math.exp(-seconds / 0.006);
    sound[i] = velocity * easeInOut(seconds / 0.0008) * (wood + click);
  }
  return faded(sound);
};

/** The hi-hat closed by the foot. */
export const hat: DrumSound = (velocity, random) => {
  const sound = noise(samplesIn(0.12), random, [
    { kind: "high-pass", hertz: 5200 },
    { kind: "low-pass", hertz: 9500 },
  ]);
  for (let i = 0; i < sound.length; i++) {
    const seconds = i / SAMPLE_RATE;
    sound[i] = velocity * 0.5 * easeInOut(seconds / 0.003) * Math.exp(-seconds / 0.022) * (sound[i] ?? 0);
  }
  return faded(sound);
};

/** An egg shaker: forward and, more softly, back. */
export const shaker: DrumSound = (velocity, random) => {
  const sound = noise(samplesIn(0.13), random, [
    { kind: "high-pass", hertz: 3800 },
    { kind: "peak", hertz: 5600, q: 1.2, gain: 4 },
    { kind: "low-pass", hertz: 8500 },
  ]);
  for (let i = 0; i < sound.length; i++) {
    const seconds = i / SAMPLE_RATE;
    sound[i] = velocity * 0.4 * easeInOut(seconds / 0.028) * Math.exp(-seconds / 0.03) * (sound[i] ?? 0);
  }
  return faded(sound);
};

/** A brush on the edge of a cymbal, which opens slowly and rings long. */
export const cymbal: DrumSound = (velocity, random) => {
  const sound = noise(samplesIn(2.6), random, [
    { kind: "high-pass", hertz: 2600 },
    { kind: "peak", hertz: 3700, q: 5, gain: 6 },
    { kind: "peak", hertz: 5300, q: 6, gain: 5 },
    { kind: "low-pass", hertz: 8000 },
  ]);
  for (let i = 0; i < sound.length; i++) {
    const seconds = i / SAMPLE_RATE;
    const shimmer = 0.75 * Math.exp(-seconds / 0.55) + 0.25 * Math.exp(-seconds / 0.07);
    sound[i] = velocity * 0.3 * easeInOut(seconds / 0.012) * shimmer * (sound[i] ?? 0);
  }
  return faded(sound);
};

function noise(length: number, random: () => number, shapes: readonly FilterShape[]): Float32Array {
  const sound = new Float32Array(length);
  for (let i = 0; i < length; i++) sound[i] = random() * 2 - 1;
  equalize(sound, shapes);
  return sound;
}

/** Fades out the last tenth. */
function faded(sound: Float32Array): Float32Array {
  const from = Math.floor(sound.length * 0.9);
  for (let i = from; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) * (1 - easeInOut((i - from) / (sound.length - from)));
  }
  return sound;
}
