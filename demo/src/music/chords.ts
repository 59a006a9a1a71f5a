/** Guitar chords as a hand holds them. */
import { pitchClassOf } from "./pitch.ts";

/** Pitches of the open strings, the lowest first: E A D G B E. */
const OPEN_STRINGS = [40, 45, 50, 55, 59, 64];

/** Frets from the lowest string to the highest; x is a string that is not played. */
const SHAPES: Readonly<Record<string, string>> = {
  A: "x02220",
  A7: "x02020",
  Asus4: "x02230",
  Am: "x02210",
  Am7: "x02010",
  B7: "x21202",
  Bm: "x24432",
  C: "x32010",
  "C/E": "032010",
  "C/G": "332010",
  Cadd9: "x32030",
  Cmaj7: "x32000",
  D: "xx0232",
  "D/F#": "200232",
  D7: "xx0212",
  Dm7: "xx0211",
  Dsus2: "xx0230",
  Dsus4: "xx0233",
  E: "022100",
  E7: "020100",
  Em: "022000",
  Em7: "022030",
  F: "133211",
  Fmaj7: "xx3210",
  Fm: "133111",
  G: "320003",
  "G/B": "x20003",
  G7: "320001",
};

/** One chord: for each string, lowest first, its pitch or null, and the pitch class that a bass plays under it. */
export interface Chord {
  name: string;
  strings: readonly (number | null)[];
  /** Pitch class of the root, and of the note in the bass, if a slash names another one. */
  root: number;
  bass: number;
  minor: boolean;
}

/**
 * Reads a chord's name as a chart has it: "G", "Am7", "D/F#".
 *
 * @param capo fret of the capo: every pitch is that much higher than its name says
 * @throws {Error} no hand position is known for it
 */
export function chordOf(name: string, capo: number): Chord {
  const shape = SHAPES[name];
  if (shape === undefined) throw new Error(`No shape is known for the chord "${name}"`);
  const strings = OPEN_STRINGS.map((open, i) => {
    const fret = shape[i] ?? "x";
    return fret === "x" ? null : open + Number(fret) + capo;
  });
  const [, rootName = ""] = /^([A-G][#b]?)/.exec(name) ?? [];
  const [, bassName = rootName] = /\/(.+)$/.exec(name) ?? [];
  return {
    name,
    strings,
    root: (pitchClassOf(rootName) + capo) % 12,
    bass: (pitchClassOf(bassName) + capo) % 12,
    minor: /^[A-G][#b]?m(?!aj)/.test(name),
  };
}
