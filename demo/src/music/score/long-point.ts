import {
  brushSwishes,
  fingeredGuitar,
  harmonica,
  kickDrum,
  organ,
  rainOnTheRoof,
  steel,
  uprightBass,
} from "../players.ts";
import type { Song } from "../song.ts";

/** Fingerpicked in D, slow, with rain on the roof. */
export const longPoint: Song = {
  title: "Long Point",
  seed: 12,
  score: {
    tempo: 80,
    beatsPerBar: 4,
    key: "C",
    capo: 2,
    chart: `C | Cadd9 |
      C | G/B | Am | Fmaj7 | C | G | Fmaj7 | Fmaj7 G |
      Am | G/B | C | Fmaj7 | C/G | G | C`,
    ending: { bars: 2, slowTo: 0.78 },
    ring: 3,
  },
  room: { decay: 1.8, dullAbove: 3800, predelay: 0.02 },
  fade: 3,
  stems: [
    ...rainOnTheRoof(120),
    fingeredGuitar([
      { bars: [0, 2], pattern: "B 3 A 2 B 3 A 2", velocity: 0.6 },
      { bars: [2, 10], pattern: "B1 3 A 2 B 3 A 2" },
      { bars: [10, 16], pattern: "B2 3 A 1 B 3 A2 1", velocity: 0.76 },
      { bars: [16, 17], pattern: "B . A 3 2 1 . .", velocity: 0.6 },
    ]),
    uprightBass([
      { bars: [6, 9], pattern: "R . . 5" },
      { bars: [9, 10], pattern: "R . R ." },
      { bars: [10, 15], pattern: "R . 5 R" },
      { bars: [15, 16], pattern: "R . . W" },
      { bars: [16, 17], pattern: "R . . ." },
    ]),
    kickDrum([{ bars: [10, 16], pattern: "x..o x..." }], { level: -27 }),
    brushSwishes([
      { bars: [6, 10], pattern: ". x . x" },
      { bars: [10, 16], pattern: "o x o X" },
    ]),
    harmonica([
      {
        bar: 2,
        notes: `-:1 E4:.5 G4:.5 A4:1 ~G4:1 | D5:2 B4:1 G4:1 | C5:1.5 ~B4:.5 A4:2 | -:1 A4:1 C5:1 A4:1 |
          G4:2.5 E4:.5 G4:1 | D5:1.5 ~C5:.5 B4:1 D5:1 | C5:3 A4:1 | ~A4:1 C5:1 ~B4:2`,
      },
    ]),
    steel([
      {
        bar: 10,
        notes: `C5:1 ~E5:2 ~D5:1 | D5:1.5 ~B4:2.5 | -:1 G4:1 C5:1 D5:1 |
          E5:1.5 ~F5:.5 ~E5:1 C5:1 | D5:.5 ~E5:1.5 C5:1 G4:1 | A4:1 ~B4:2 -:1 | C5:4`,
      },
      {
        bar: 10,
        notes: "A4:4 | G4:4 | -:1 E4:1 G4:1 A4:1 | C5:1.5 ~D5:.5 ~C5:1 A4:1 | G4:2 ~E4:2 | D4:3 -:1 | E4:4",
        velocity: 0.5,
      },
    ]),
    organ([
      { bar: 10, notes: "E4:4 | ~D4:4 | ~E4:4 | F4:4 | ~E4:4 | ~D4:4 | ~E4:4" },
      { bar: 10, notes: "C4:4 | ~B3:4 | ~C4:4 | ~C4:4 | ~C4:4 | ~B3:4 | ~C4:4" },
    ]),
  ],
};
