/** Pitches are MIDI numbers: middle C, "C4", is 60 and A4, 440 Hz, is 69. */

const PITCH_CLASSES: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const ACCIDENTALS: Readonly<Record<string, number>> = { "": 0, "#": 1, b: -1 };

/** Steps above the tonic that each mode uses. */
export const MODES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  minor: [0, 2, 3, 5, 7, 8, 10],
} satisfies Record<string, readonly number[]>;

/**
 * Reads a note's name without its octave: 0 for C up to 11 for B.
 * @throws {Error} it is not a note
 */
export function pitchClassOf(name: string): number {
  const [, letter = "", accidental = ""] = /^([A-G])([#b]?)$/.exec(name) ?? [];
  const natural = PITCH_CLASSES[letter];
  if (natural === undefined) throw new Error(`"${name}" is not a note`);
  return (natural + (ACCIDENTALS[accidental] ?? 0) + 12) % 12;
}

/**
 * Reads a note as it is written in a melody: "F#4", "Bb3".
 * @throws {Error} it is not a note
 */
export function pitchOf(name: string): number {
  const [, letter = "", accidental = "", octave = ""] = /^([A-G])([#b]?)(\d)$/.exec(name) ?? [];
  const natural = PITCH_CLASSES[letter];
  if (natural === undefined) throw new Error(`"${name}" is not a note`);
  return (Number(octave) + 1) * 12 + natural + (ACCIDENTALS[accidental] ?? 0);
}

/** Hertz of a pitch in equal temperament. */
export function frequencyOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}
