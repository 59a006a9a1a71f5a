/** Chords under a hand that strums or picks them in a pattern. */
import { bell } from "../../pictures/noise.ts";
import type { Chord } from "../chords.ts";
import { frequencyOf } from "../pitch.ts";
import { addAt, samplesIn } from "../sound.ts";
import type { Timeline } from "../timeline.ts";
import { resonate } from "./body.ts";
import type { Instrument } from "./kinds.ts";
import { pluck } from "./string.ts";

/**
 * What the hand does in some bars. One word for each step, the bar divided evenly among the words: "D" and "d" strum
 * down, firmly and lightly, "U" and "u" up over the high strings; "B" plucks the chord's bass string, "A" another bass
 * near it, 1 to 6 that string, counted from the highest; "B1" plucks both together; "X" strums strings that the other
 * hand mutes; "." leaves all ringing.
 */
export interface StrumPart {
  /** The first bar that is played, and the first one that no longer is, counted from 0. */
  bars: readonly [number, number];
  pattern: string;
  /** How hard, 0 to 1. */
  velocity?: number;
}

interface Stroke {
  string: number;
  pitch: number;
  at: number;
  beat: number;
  velocity: number;
  muted: boolean;
}

/** Seconds between two strings of a strum. */
const STRUM_SPREAD_SECONDS = 0.011;
const LONGEST_RING_SECONDS = 6;
const MUTED_SECONDS = 0.07;

/** Plays the parts and returns the whole track. */
export function strum(
  instrument: Instrument,
  parts: readonly StrumPart[],
  timeline: Timeline,
  random: () => number,
): Float32Array {
  const track = new Float32Array(timeline.length);
  const strokes = parts.flatMap((part) => strokesOf(part, timeline, random)).sort((a, b) => a.at - b.at);
  strokes.forEach((stroke, i) => {
    const next = strokes.slice(i + 1).find(({ string }) => string === stroke.string);
    const until = Math.min(stroke.at + LONGEST_RING_SECONDS, next?.at ?? Infinity, stoppedAt(stroke, timeline));
    const seconds = stroke.muted ? MUTED_SECONDS : Math.max(0.05, until - stroke.at + 0.02);
    const sound = pluck(instrument.string, frequencyOf(stroke.pitch), seconds, stroke.velocity, random);
    addAt(track, sound, samplesIn(stroke.at), stroke.muted ? 0.6 : 1);
  });
  resonate(track, instrument.body);
  return track;
}

/** When the other hand leaves the string for the next chord, in seconds; never, if it stays where it is. */
function stoppedAt(stroke: Stroke, timeline: Timeline): number {
  const change = timeline.spans.find(
    ({ chord, from }) => from > stroke.beat + 0.01 && chord.strings[stroke.string] !== stroke.pitch,
  );
  return change ? timeline.secondsAt(change.from) : Infinity;
}

function strokesOf({ bars, pattern, velocity = 0.7 }: StrumPart, timeline: Timeline, random: () => number): Stroke[] {
  const words = pattern.trim().split(/\s+/);
  const step = timeline.beatsPerBar / words.length;
  const strokes: Stroke[] = [];
  for (let bar = bars[0]; bar < bars[1]; bar++) {
    words.forEach((word, i) => {
      if (word === ".") return;
      const beat = bar * timeline.beatsPerBar + i * step;
      const at = Math.max(0, timeline.secondsAt(beat) + 0.005 * bell(random));
      const accent = i === 0 ? 1.06 : 0.97;
      const strength = Math.min(1, velocity * accent * (1 + 0.07 * bell(random)));
      strokes.push(...handle(word, timeline.spanAt(beat).chord, at, beat, strength, random));
    });
  }
  return strokes;
}

function handle(
  word: string,
  chord: Chord,
  at: number,
  beat: number,
  velocity: number,
  random: () => number,
): Stroke[] {
  const strung = chord.strings.flatMap((pitch, string) => (pitch === null ? [] : [{ string, pitch }]));
  if (/^[DdUuX]$/.test(word)) {
    const up = word.toUpperCase() === "U";
    const light = word === "d" || word === "u" ? 0.62 : 1;
    // A light stroke misses the low strings, and an upstroke begins with the highest.
    const touched = word === "D" || word === "X" ? strung : strung.slice(-4);
    const order = up ? touched.toReversed() : touched;
    return order.map((held, i) => ({
      ...held,
      at: at + i * STRUM_SPREAD_SECONDS * (1.25 - 0.5 * velocity) + 0.0015 * random(),
      beat,
      velocity: velocity * light * (0.55 - 0.03 * i) * (0.9 + 0.2 * random()),
      muted: word === "X",
    }));
  }
  return [...word].flatMap((sign) => {
    const held = heldFor(sign, strung, chord);
    if (!held) return [];
    const thumb = sign === "B" || sign === "A" ? 0.95 : 0.8;
    return [{ ...held, at: at + 0.003 * random(), beat, velocity: velocity * thumb, muted: false }];
  });
}

type Held = { string: number; pitch: number };

/** The string that a sign of a pattern names; none if the chord does not use that string. */
function heldFor(sign: string, strung: readonly Held[], chord: Chord): Held | undefined {
  if (!/^[BA1-6]$/.test(sign)) throw new Error(`"${sign}" is not a sign for a strumming hand`);
  const lowest = strung.find(({ pitch }) => pitch % 12 === chord.bass) ?? strung[0];
  if (sign === "B") return lowest;
  if (sign === "A") return alternate(strung, lowest);
  return strung.find(({ string }) => string === 6 - Number(sign));
}

/** The string the thumb goes to between two basses: one of the two above, the fifth of the chord if it is there. */
function alternate(strung: readonly Held[], lowest: Held | undefined): Held | undefined {
  if (!lowest) return undefined;
  const above = strung.filter(({ string }) => string > lowest.string && string <= lowest.string + 2);
  return above.find(({ pitch }) => (pitch - lowest.pitch) % 12 === 7) ?? above[0];
}
