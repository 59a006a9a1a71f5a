/** Sustained voices: a row of overtones on one breath, coloured by fixed resonances. Harmonica and pump organ. */
import { design, equalize, type FilterShape, runBiquad } from "../filter.ts";
import { createPitchCurve, type Expression, type Phrase, readLine } from "../line.ts";
import { frequencyOf } from "../pitch.ts";
import { easeInOut, SAMPLE_RATE, samplesIn } from "../sound.ts";
import type { Timeline } from "../timeline.ts";
import type { MelodyPart } from "./picker.ts";

/** A voice that sounds as long as there is air. */
export interface Reed {
  /** Strength of the overtones, the fundamental first. */
  overtones: readonly number[];
  /** Share of breath noise. */
  breath: number;
  /** Seconds of attack and of release. */
  attack: number;
  release: number;
  /** Share by which the hand in front of the instrument makes it louder and softer, along with the vibrato. */
  hand: number;
  expression: Expression;
  resonances: readonly FilterShape[];
}

/** A harmonica in cupped hands. */
export const HARMONICA: Reed = {
  overtones: [1, 0.75, 0.62, 0.42, 0.36, 0.24, 0.2, 0.13, 0.1, 0.07, 0.05, 0.035],
  breath: 0.03,
  attack: 0.05,
  release: 0.07,
  hand: 0.16,
  expression: { slide: 0.07, vibratoRate: 5.2, vibratoCents: 9, vibratoDelay: 0.35 },
  resonances: [
    { kind: "high-pass", hertz: 220 },
    { kind: "peak", hertz: 950, q: 1.3, gain: 4 },
    { kind: "peak", hertz: 2100, q: 1.5, gain: 3 },
    { kind: "low-pass", hertz: 4200 },
  ],
};

/** A pump organ in the next room: chords held under the others. */
export const PUMP_ORGAN: Reed = {
  overtones: [1, 0.5, 0.33, 0.2, 0.1, 0.07, 0.04, 0.03],
  breath: 0.015,
  attack: 0.22,
  release: 0.3,
  hand: 0.05,
  expression: { slide: 0.02, vibratoRate: 4.3, vibratoCents: 3, vibratoDelay: 0.5 },
  resonances: [
    { kind: "high-pass", hertz: 120 },
    { kind: "peak", hertz: 600, q: 0.8, gain: 2 },
    { kind: "low-pass", hertz: 2600 },
  ],
};

/** Plays the parts and returns the whole track. */
export function blow(reed: Reed, parts: readonly MelodyPart[], timeline: Timeline, random: () => number): Float32Array {
  const track = new Float32Array(timeline.length);
  for (const { bar, notes, velocity = 0.7 } of parts) {
    for (const phrase of readLine(notes, bar, timeline)) sing(track, reed, phrase, velocity, random);
  }
  equalize(track, reed.resonances);
  return track;
}

/** Samples between two updates of pitch and strength. */
const CONTROL_SAMPLES = 32;

function sing(track: Float32Array, reed: Reed, phrase: Phrase, velocity: number, random: () => number): void {
  const from = phrase[0]?.from ?? 0;
  const until = phrase.at(-1)?.until ?? 0;
  const lastFrom = phrase.at(-1)?.from ?? 0;
  const start = samplesIn(from);
  const length = samplesIn(until - from + reed.release * 4);
  const pitch = createPitchCurve(phrase, reed.expression);
  const breath = createBreath(length, random);
  let phase = 0;
  let strength = 0;
  let step = 0;
  let hand = 1;
  for (let i = 0; i < length && start + i < track.length; i++) {
    const seconds = from + i / SAMPLE_RATE;
    if (i % CONTROL_SAMPLES === 0) {
      step = (2 * Math.PI * frequencyOf(pitch(seconds))) / SAMPLE_RATE;
      hand = 1 - reed.hand * (0.5 - 0.5 * Math.cos(2 * Math.PI * reed.expression.vibratoRate * (seconds - from)));
    }
    phase += step;
    const sounding = seconds < until - reed.release;
    const wanted = velocity * lungs((seconds - lastFrom) / (until - lastFrom));
    const pace = sounding ? reed.attack : reed.release;
    strength += ((sounding ? wanted : 0) - strength) / (pace * 0.5 * SAMPLE_RATE);
    const tone = overtones(phase, step, reed.overtones, strength) + reed.breath * (breath[i] ?? 0);
    track[start + i] = (track[start + i] ?? 0) + 0.25 * strength * hand * tone;
  }
}

/** How much breath is left after `share` of the last note of a phrase: the player runs out of it towards the end. */
function lungs(share: number): number {
  return 1 - 0.6 * easeInOut((share - 0.3) / 0.7);
}

/** Sum of the overtones below 9 kHz, by the recurrence sin(nx) = 2 cos(x) sin((n-1)x) - sin((n-2)x); softer is duller. */
function overtones(phase: number, step: number, strengths: readonly number[], strength: number): number {
  const highest = Math.min(strengths.length, Math.floor((2 * Math.PI * 9000) / SAMPLE_RATE / step));
  const twice = 2 * Math.cos(phase);
  const colour = 0.6 + 0.4 * strength;
  let before = 0;
  let now = Math.sin(phase);
  let dulled = 1;
  let sum = 0;
  for (let n = 0; n < highest; n++) {
    sum += dulled * (strengths[n] ?? 0) * now;
    const next = twice * now - before;
    before = now;
    now = next;
    dulled *= colour;
  }
  return sum;
}

function createBreath(length: number, random: () => number): Float32Array {
  const breath = new Float32Array(length);
  for (let i = 0; i < length; i++) breath[i] = random() * 2 - 1;
  runBiquad(breath, design({ kind: "band-pass", hertz: 2200, q: 0.6 }));
  return breath;
}
