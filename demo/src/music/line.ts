/** Melodies in writing: "B4:1 A4:.5 ~G4:.5 -:2 | …", a note and its beats, "-" a rest, "~" a slide from the note before. */
import { pitchOf } from "./pitch.ts";
import { easeInOut } from "./sound.ts";
import type { Timeline } from "./timeline.ts";

/** A note and when it sounds, in seconds. */
export interface LineNote {
  pitch: number;
  from: number;
  until: number;
}

/** Notes on one breath or one stroke: the first is struck, the others are slid to. */
export type Phrase = readonly LineNote[];

/**
 * Reads a melody.
 *
 * @param firstBar the bar that it begins in, counted from 0
 * @throws {Error} a bar is not full or overfull, or has a word that is not a note
 */
export function readLine(written: string, firstBar: number, timeline: Timeline): Phrase[] {
  const phrases: LineNote[][] = [];
  written.split("|").forEach((bar, i) => {
    let beat = (firstBar + i) * timeline.beatsPerBar;
    const end = beat + timeline.beatsPerBar;
    for (const word of bar.trim().split(/\s+/)) {
      const [, slid, name = "", beats] = /^(~?)(-|[A-G][#b]?\d):([\d.]+)$/.exec(word) ?? [];
      if (beats === undefined) throw new Error(`"${word}" is not a note of a melody`);
      const until = beat + Number(beats);
      if (name !== "-") {
        const note = {
          pitch: pitchOf(name) + timeline.capo,
          from: timeline.secondsAt(beat),
          until: timeline.secondsAt(until),
        };
        const phrase = phrases.at(-1);
        if (slid && phrase) phrase.push(note);
        else phrases.push([note]);
      }
      beat = until;
    }
    if (Math.abs(beat - end) > 1e-6) {
      throw new Error(
        `Bar ${firstBar + i + 1} of a melody has ${beat - end + timeline.beatsPerBar} beats: ${bar.trim()}`,
      );
    }
  });
  return phrases;
}

/** How a player moves between pitches and on them. */
export interface Expression {
  /** Seconds that a slide takes. */
  slide: number;
  /** Times a second, and cents to each side. */
  vibratoRate: number;
  vibratoCents: number;
  /** Seconds until the vibrato of a held note has its full depth. */
  vibratoDelay: number;
}

/**
 * Makes a function that returns the pitch of a phrase, in semitones with fractions, at a time in seconds of the piece.
 */
export function createPitchCurve(phrase: Phrase, expression: Expression): (seconds: number) => number {
  const { slide, vibratoRate, vibratoCents, vibratoDelay } = expression;
  let current = 0;
  return (seconds) => {
    while (current + 1 < phrase.length && seconds >= (phrase[current + 1]?.from ?? Infinity) - slide / 2) current++;
    const note = phrase[current];
    if (!note) return 0;
    const before = phrase[current - 1] ?? note;
    const slid = easeInOut((seconds - note.from + slide / 2) / slide);
    const held = seconds - note.from;
    const depth = (vibratoCents / 100) * easeInOut((held - vibratoDelay * 0.5) / vibratoDelay);
    return before.pitch + (note.pitch - before.pitch) * slid + depth * Math.sin(2 * Math.PI * vibratoRate * held);
  };
}
