/** The bass: roots, fifths, and steps that lead to the next chord. */
import { bell } from "../../pictures/noise.ts";
import { frequencyOf } from "../pitch.ts";
import { addAt, samplesIn } from "../sound.ts";
import type { Timeline } from "../timeline.ts";
import { resonate } from "./body.ts";
import type { Instrument } from "./kinds.ts";
import { pluck } from "./string.ts";

/**
 * What the bass does in some bars. One word for each step: "R" the chord's bass note, "5" its fifth, "3" its third, "8"
 * the octave, "W" one step of the key towards the next chord's bass, "." holds on, "-" is silent.
 */
export interface BassPart {
  bars: readonly [number, number];
  pattern: string;
  velocity?: number;
}

/** The lowest note of the instrument: the open E string. */
const LOWEST_PITCH = 28;
const LONGEST_RING_SECONDS = 6;

interface BassNote {
  pitch: number | null;
  beat: number;
  velocity: number;
}

/** Plays the parts and returns the whole track. */
export function playBass(
  instrument: Instrument,
  parts: readonly BassPart[],
  timeline: Timeline,
  random: () => number,
): Float32Array {
  const track = new Float32Array(timeline.length);
  const notes = parts.flatMap((part) => notesOf(part, timeline)).sort((a, b) => a.beat - b.beat);
  notes.forEach(({ pitch, beat, velocity }, i) => {
    if (pitch === null) return;
    const at = Math.max(0, timeline.secondsAt(beat) + 0.004 * bell(random));
    const next = notes[i + 1]?.beat;
    const end = next === undefined ? timeline.length : timeline.secondsAt(next);
    const seconds = Math.max(0.1, Math.min(LONGEST_RING_SECONDS, end - at));
    const strength = Math.min(1, velocity * (1 + 0.06 * bell(random)));
    addAt(track, pluck(instrument.string, frequencyOf(pitch), seconds, strength, random), samplesIn(at));
  });
  resonate(track, instrument.body);
  return track;
}

function notesOf({ bars, pattern, velocity = 0.75 }: BassPart, timeline: Timeline): BassNote[] {
  const words = pattern.trim().split(/\s+/);
  const step = timeline.beatsPerBar / words.length;
  const notes: BassNote[] = [];
  for (let bar = bars[0]; bar < bars[1]; bar++) {
    words.forEach((word, i) => {
      if (word === ".") return;
      const beat = bar * timeline.beatsPerBar + i * step;
      const accent = i === 0 ? 1.05 : 0.95;
      notes.push({ pitch: pitchAt(word, beat, timeline), beat, velocity: velocity * accent });
    });
  }
  return notes;
}

function pitchAt(word: string, beat: number, timeline: Timeline): number | null {
  const span = timeline.spanAt(beat);
  const root = inRegister(span.chord.bass);
  switch (word) {
    case "-":
      return null;
    case "R":
      return root;
    case "5": {
      const fifth = inRegister((span.chord.root + 7) % 12);
      return fifth > root + 7 ? fifth - 12 : fifth;
    }
    case "3":
      return inRegister((span.chord.root + (span.chord.minor ? 3 : 4)) % 12);
    case "8":
      return root + 12;
    case "W":
      return stepTowards(inRegister(timeline.spanAt(span.until).chord.bass), root, timeline.scale);
    default:
      throw new Error(`"${word}" is not a word for the bass`);
  }
}

function inRegister(pitchClass: number): number {
  return LOWEST_PITCH + ((pitchClass - LOWEST_PITCH + 120) % 12);
}

/** The note of the key next to `target`, from the side that the bass comes from. */
function stepTowards(target: number, from: number, scale: ReadonlySet<number>): number {
  const side = from < target || target - 2 < LOWEST_PITCH ? -1 : 1;
  const near = target + side < LOWEST_PITCH ? target + 1 : target + side;
  return scale.has(near % 12) ? near : near + Math.sign(near - target);
}
