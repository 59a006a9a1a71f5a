/** Melodies on strings: each note struck, slides and vibrato drawn out of the ringing string. */
import { bell } from "../../pictures/noise.ts";
import { createPitchCurve, type Expression, type Phrase, readLine } from "../line.ts";
import { frequencyOf } from "../pitch.ts";
import { addAt, easeInOut, SAMPLE_RATE, samplesIn } from "../sound.ts";
import type { Timeline } from "../timeline.ts";
import { resonate } from "./body.ts";
import type { Instrument } from "./kinds.ts";
import { bend, pluck } from "./string.ts";

/** A melody and the bar it begins in, counted from 0. */
export interface MelodyPart {
  bar: number;
  notes: string;
  /** How hard, 0 to 1. */
  velocity?: number;
}

/** How notes are struck and let go. */
export interface Picking {
  expression: Expression;
  /** Seconds that a note rings on after its time; if negative, it is cut short. */
  hold: number;
  /** Seconds in which the volume pedal opens; 0 without pedal. */
  swell: number;
  /** Strokes a second for notes of half a second and more, as a mandolin does; 0 for one stroke. */
  tremolo: number;
}

/** Plays the parts and returns the whole track. */
export function pick(
  instrument: Instrument,
  picking: Picking,
  parts: readonly MelodyPart[],
  timeline: Timeline,
  random: () => number,
): Float32Array {
  const track = new Float32Array(timeline.length);
  for (const { bar, notes, velocity = 0.75 } of parts) {
    for (const phrase of readLine(notes, bar, timeline)) {
      const strength = Math.min(1, velocity * (1 + 0.06 * bell(random)));
      playPhrase(track, instrument, picking, phrase, strength, random);
    }
  }
  resonate(track, instrument.body);
  return track;
}

function playPhrase(
  track: Float32Array,
  { string }: Instrument,
  { expression, hold, swell, tremolo }: Picking,
  phrase: Phrase,
  velocity: number,
  random: () => number,
): void {
  const first = phrase[0];
  const last = phrase.at(-1);
  if (!first || !last) return;
  const from = Math.max(0, first.from + 0.006 * bell(random));
  const seconds = Math.max(0.08, last.until + hold - from);
  const frequency = frequencyOf(first.pitch);
  if (tremolo > 0 && seconds > 0.5) {
    const strokes = Math.round(seconds * tremolo);
    for (let i = 0; i < strokes; i++) {
      const swelling = 0.62 + 0.3 * Math.sin((Math.PI * i) / strokes);
      const sound = pluck(string, frequency, 1.6 / tremolo, velocity * swelling * (0.92 + 0.16 * random()), random);
      addAt(track, sound, samplesIn(from + (i * seconds) / strokes + 0.004 * bell(random)));
    }
    return;
  }
  const curve = createPitchCurve(phrase, expression);
  const ratio = (sample: number): number => 2 ** ((curve(first.from + sample / SAMPLE_RATE) - first.pitch) / 12);
  // Slid up by an octave, a sound is used up twice as fast.
  const highest = Math.max(...phrase.map(({ pitch }) => pitch));
  const enough = seconds * 2 ** ((highest - first.pitch) / 12) + 0.1;
  const sound = bend(pluck(string, frequency, enough, velocity, random), samplesIn(seconds), ratio);
  shape(sound, swell);
  addAt(track, sound, samplesIn(from));
}

/** Opens the volume pedal over `swell` seconds, opens it further while the string fades, and closes it softly. */
function shape(sound: Float32Array, swell: number): void {
  const release = samplesIn(swell > 0 ? 0.12 : 0.04);
  for (let i = 0; i < sound.length; i++) {
    const seconds = i / SAMPLE_RATE;
    const opened = swell > 0 ? (0.12 + 0.88 * easeInOut(seconds / swell)) * Math.min(2.5, Math.exp(0.35 * seconds)) : 1;
    sound[i] = (sound[i] ?? 0) * opened * easeInOut((sound.length - i) / release);
  }
}
