/**
 * A plucked string: a pulse running round a loop as long as one period, which loses a little on each round.
 * Source: Karplus and Strong, 1983, with the tuning filter of Jaffe and Smith, "Extensions of the Karplus-Strong
 * Plucked-String Algorithm", Computer Music Journal 7 (2), 1983.
 */
import { SAMPLE_RATE, samplesIn } from "../sound.ts";

/** A kind of string and the hand that plucks it. */
export interface StringKind {
  /** Seconds in which the tone of a 110 Hz string falls by 60 dB; higher strings fall faster. */
  decay: number;
  /** Seconds in which its part at 3 kHz falls by 60 dB. */
  brilliance: number;
  /** Where it is plucked, as a share of its length. */
  position: number;
  /** Milliseconds that pick or finger touches it. */
  touch: number;
  /** Share of noise in the stroke, 0 to 1. */
  scratch: number;
  /** Hertz above which the stroke itself grows dull; a harder stroke is brighter. */
  edge: number;
  /** Cents by which each string of a course is out of tune; one string is [0]. */
  course: readonly number[];
}

/** The part of the energy that swings parallel to the soundboard, where a string loses less. */
const ALONG_THE_BOARD = 0.3;
const BRILLIANCE_HERTZ = 3000;

/**
 * Plucks a string once and lets it ring.
 *
 * @param seconds how long until a hand stops it
 * @param velocity how hard, 0 to 1
 * @param random numbers in [0, 1) for the noise of the stroke
 * @returns the sound, about -1 to 1, ending in silence
 */
export function pluck(
  kind: StringKind,
  frequency: number,
  seconds: number,
  velocity: number,
  random: () => number,
): Float32Array {
  const sound = new Float32Array(samplesIn(seconds));
  const stroke = createStroke(kind, frequency, velocity, random);
  for (const cents of kind.course) {
    const tuned = frequency * 2 ** (cents / 1200);
    const share = 1 / kind.course.length;
    // A string that swings up and down moves the soundboard and fades soon; parallel to it, the string rings longer.
    // The two are never quite in tune.
    ring(sound, stroke, kind, tuned, 0.5, share * (1 - ALONG_THE_BOARD));
    ring(sound, stroke, kind, tuned * 2 ** (0.5 / 1200), 1, share * ALONG_THE_BOARD);
  }
  stop(sound);
  return sound;
}

/** The pulse that a pluck sends off, with its echo from the near end of the string subtracted. */
function createStroke(kind: StringKind, frequency: number, velocity: number, random: () => number): Float32Array {
  const length = Math.max(4, Math.round((kind.touch / 1000) * (1.3 - 0.5 * velocity) * SAMPLE_RATE));
  const echo = Math.max(1, Math.round((kind.position * SAMPLE_RATE) / frequency));
  const stroke = new Float32Array(length + echo + 64);
  const dullness = Math.exp((-2 * Math.PI * kind.edge * (0.4 + 0.8 * velocity)) / SAMPLE_RATE);
  let dull = 0;
  const pulse = new Float32Array(length + 64);
  for (let i = 0; i < pulse.length; i++) {
    const bump = i < length ? 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length) : 0;
    const noise = bump * (random() * 2 - 1);
    dull += (1 - dullness) * (bump * (1 - kind.scratch) + noise * kind.scratch * 2 - dull);
    pulse[i] = dull;
  }
  const strength = velocity ** 1.5;
  for (let i = 0; i < stroke.length; i++) {
    stroke[i] = strength * ((pulse[i] ?? 0) - (pulse[i - echo] ?? 0));
  }
  return stroke;
}

/** Adds a string's sound to `sound`. */
function ring(
  sound: Float32Array,
  stroke: Float32Array,
  kind: StringKind,
  frequency: number,
  life: number,
  gain: number,
): void {
  const loop = createLoop(kind, frequency, life);
  const line = new Float32Array(loop.delay);
  let place = 0;
  let before = 0;
  let tunedInput = 0;
  let tuned = 0;
  for (let i = 0; i < sound.length; i++) {
    const arrived = line[place] ?? 0;
    const damped = loop.keep * ((1 - loop.smear) * arrived + loop.smear * before);
    before = arrived;
    tuned = loop.allpass * damped + tunedInput - loop.allpass * tuned;
    tunedInput = damped;
    const sent = tuned + (stroke[i] ?? 0);
    line[place] = sent;
    place = place + 1 === loop.delay ? 0 : place + 1;
    sound[i] = (sound[i] ?? 0) + gain * sent;
  }
}

/** One round of the loop: whole samples of delay, the loss, the damping of high tones, and the fraction of a sample. */
interface Loop {
  delay: number;
  keep: number;
  smear: number;
  allpass: number;
}

function createLoop(kind: StringKind, frequency: number, life: number): Loop {
  const turn = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const decay = kind.decay * life * (110 / frequency) ** 0.45;
  const fundamental = 0.001 ** (1 / (frequency * decay));
  const brilliant = 0.001 ** (1 / (frequency * Math.min(kind.brilliance * life, decay)));
  // The smear (1 - s) + s z^-1 has the squared gain 1 - 2 s (1 - s) (1 - cos w): solved for s at 3 kHz.
  const cosine = 1 - Math.cos((2 * Math.PI * BRILLIANCE_HERTZ) / SAMPLE_RATE);
  const wanted = Math.min(0.499, (1 - (brilliant / fundamental) ** 2) / cosine);
  const smear = (1 - Math.sqrt(1 - 2 * wanted)) / 2;
  const smearGain = Math.sqrt(1 - 2 * smear * (1 - smear) * (1 - Math.cos(turn)));
  const smearDelay = Math.atan2(smear * Math.sin(turn), 1 - smear + smear * Math.cos(turn)) / turn;
  const wait = SAMPLE_RATE / frequency - smearDelay;
  const delay = Math.floor(wait - 0.4);
  const fraction = wait - delay;
  // The allpass whose phase delay at the fundamental, not only at zero, is that fraction of a sample.
  const allpass = Math.sin(((1 - fraction) * turn) / 2) / Math.sin(((1 + fraction) * turn) / 2);
  return { delay, keep: fundamental / smearGain, smear, allpass };
}

/** A stopped string is damped within a few hundredths of a second, not cut. */
function stop(sound: Float32Array): void {
  const damping = Math.min(sound.length, samplesIn(0.03));
  for (let i = 0; i < damping; i++) {
    const at = sound.length - damping + i;
    sound[at] = (sound[at] ?? 0) * (0.5 + 0.5 * Math.cos((Math.PI * (i + 1)) / damping));
  }
}

/**
 * Plays a sound faster and slower, so that it bends in pitch: slides and vibrato of a string that rings already.
 *
 * @param ratio speed at each sample of the result, 1 as it was
 */
export function bend(sound: Float32Array, length: number, ratio: (sample: number) => number): Float32Array {
  const bent = new Float32Array(length);
  let from = 0;
  for (let i = 0; i < length; i++) {
    const whole = Math.floor(from);
    const part = from - whole;
    const a = sound[whole - 1] ?? 0;
    const b = sound[whole] ?? 0;
    const c = sound[whole + 1] ?? 0;
    const d = sound[whole + 2] ?? 0;
    // Catmull and Rom's cubic through four neighbours.
    bent[i] = b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)));
    from += ratio(i);
  }
  return bent;
}
