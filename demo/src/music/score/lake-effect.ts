import {
  brushedCymbal,
  brushSwishes,
  brushTaps,
  electricBass,
  electricMelody,
  fingeredGuitar,
  fingeredMelody,
  harmonica,
  kickDrum,
  organ,
  pickedGuitar,
  steel,
} from "../players.ts";
import type { Song } from "../song.ts";

/** The tune of the waltz, two verses of eight bars, which both recordings play. */
const VERSES = `B4:2 A4:1 | G4:2 D4:1 | E4:1.5 G4:.5 C5:1 | B4:2.5 -:.5 |
  -:1 B4:1 D5:1 | E5:1.5 D5:.5 C5:1 | C5:1 B4:1 A4:1 | A4:2 -:1 |
  B4:2 D5:1 | G5:1.5 F#5:.5 D5:1 | E5:1.5 D5:.5 C5:1 | B4:2 G4:1 |
  B4:1 A4:1 G4:1 | E4:1.5 G4:.5 C5:1 | B4:1.5 A4:.5 F#4:1 | G4:2.5 -:.5`;

const VERSE_CHORDS = `G | G/B | Cadd9 | G | Em | Cadd9 | Am7 | D |
  G | G/B | Cadd9 | G/B | Em | Cadd9 | D | G`;

/** A waltz in B about waiting up, quiet until the electric guitar comes in at the nineteenth bar. */
export const lakeEffect: Song = {
  title: "Lake Effect",
  seed: 61,
  score: {
    tempo: 102,
    beatsPerBar: 3,
    key: "G",
    capo: 4,
    chart: `G | Cadd9 | ${VERSE_CHORDS} |
      Em | Cadd9 | G | D/F# | Em | Cadd9 | Am7 | D |
      Cadd9 | D | G | G`,
    ending: { bars: 4, slowTo: 0.72 },
    ring: 1.6,
  },
  room: { decay: 1.9, dullAbove: 4000, predelay: 0.02 },
  fade: 2,
  stems: [
    fingeredGuitar([
      { bars: [0, 18], pattern: "B . 3 2 3 2", velocity: 0.55 },
      { bars: [18, 26], pattern: "B 3 2 1 2 3", velocity: 0.7 },
      { bars: [26, 28], pattern: "B . 3 2 3 2", velocity: 0.5 },
      { bars: [28, 29], pattern: "D . . . . .", velocity: 0.45 },
    ]),
    pickedGuitar([{ bars: [18, 26], pattern: "B . D . D u", velocity: 0.8 }], { level: -22, pan: 0.5 }),
    electricBass([
      { bars: [10, 17], pattern: "R . .", velocity: 0.4 },
      { bars: [17, 18], pattern: "R . W", velocity: 0.5 },
      { bars: [18, 25], pattern: "R . 5", velocity: 0.85 },
      { bars: [25, 26], pattern: "R R W" },
      { bars: [26, 29], pattern: "R . .", velocity: 0.45 },
    ]),
    kickDrum([{ bars: [18, 26], pattern: "X . ." }], { level: -22 }),
    brushSwishes([{ bars: [10, 18], pattern: ". o o" }], { level: -33 }),
    brushTaps(
      [
        { bars: [17, 18], pattern: "..oxxX" },
        { bars: [18, 25], pattern: "..X.X." },
        { bars: [25, 26], pattern: "..X.xo" },
      ],
      { level: -23 },
    ),
    brushedCymbal(
      [
        { bars: [18, 19], pattern: "X.." },
        { bars: [22, 23], pattern: "x.." },
        { bars: [26, 27], pattern: "x.." },
      ],
      { level: -28 },
    ),
    harmonica([{ bar: 2, notes: VERSES, velocity: 0.55 }], { level: -22 }),
    organ(
      [
        { bar: 10, notes: "D4:3 | ~D4:3 | ~E4:3 | ~D4:3 | ~E4:3 | ~E4:3 | D4:3 | ~D4:3" },
        { bar: 18, notes: "G4:3 | ~G4:3 | ~G4:3 | ~F#4:3 | ~G4:3 | ~G4:3 | ~A4:3 | ~F#4:3", velocity: 0.9 },
        { bar: 18, notes: "B3:3 | ~C4:3 | ~D4:3 | ~D4:3 | ~B3:3 | ~C4:3 | ~C4:3 | ~D4:3", velocity: 0.9 },
      ],
      { level: -26 },
    ),
    electricMelody(
      { drive: 3.4 },
      [
        {
          bar: 18,
          notes: `E4:1 G4:1 B4:1 | ~E5:2 D5:1 | B4:1 D5:1 ~G5:1 | ~F#5:2 ~E5:.5 ~D5:.5 |
            G5:1.5 ~F#5:.5 ~E5:1 | D5:.5 ~E5:1.5 C5:1 | A4:1 C5:1 E5:1 | ~F#5:1.5 ~E5:.5 D5:1 | E5:3`,
          velocity: 0.95,
        },
      ],
      { level: -16, pan: 0.1 },
    ),
    steel([{ bar: 26, notes: "E5:2 ~D5:1 | B4:1.5 ~A4:.5 F#4:1 | ~G4:3 | ~G4:2 -:1", velocity: 0.5 }], { level: -25 }),
  ],
};

/** The same waltz alone, late, in the room above the shop: one guitar in G, played with the fingers. */
export const lakeEffectUpstairs: Song = {
  title: "Lake Effect (Upstairs)",
  seed: 62,
  score: {
    tempo: 90,
    beatsPerBar: 3,
    key: "G",
    chart: `G | Cadd9 | ${VERSE_CHORDS} | Cadd9 | G`,
    ending: { bars: 4, slowTo: 0.68 },
    ring: 1.8,
  },
  room: { decay: 1.5, dullAbove: 3600, predelay: 0.016 },
  fade: 2,
  stems: [
    fingeredGuitar(
      [
        { bars: [0, 2], pattern: "B . 3 2 3 2", velocity: 0.55 },
        { bars: [2, 10], pattern: "B . 4 3 4 3", velocity: 0.55 },
        { bars: [10, 18], pattern: "B . 4 3 A 3", velocity: 0.62 },
        { bars: [18, 19], pattern: "B . 4 3 2 .", velocity: 0.5 },
        { bars: [19, 20], pattern: "D . . . . .", velocity: 0.4 },
      ],
      { pan: -0.12 },
    ),
    fingeredMelody([
      { bar: 2, notes: VERSES, velocity: 0.85 },
      { bar: 18, notes: "E5:1 D5:1 ~C5:1 | B4:3", velocity: 0.6 },
    ]),
  ],
};
