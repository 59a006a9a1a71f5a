import {
  brushSwishes,
  electricMelody,
  fingeredGuitar,
  harmonica,
  kickDrum,
  organ,
  rimClicks,
  uprightBass,
} from "../players.ts";
import type { Song } from "../song.ts";

/** After the show, in C: a trembling electric guitar, an upright bass, brushes going round. */
export const toledoLate: Song = {
  title: "Toledo, Late",
  seed: 31,
  score: {
    tempo: 68,
    beatsPerBar: 4,
    key: "C",
    swing: 0.3,
    chart: `Am7 |
      C | Em7 | Am7 | Fmaj7 | C | Em7 | Dm7 | G7 |
      Fmaj7 | Fm | C/G Am7 | Dm7 G7 | Cmaj7`,
    ending: { bars: 2, slowTo: 0.76 },
    ring: 2.2,
  },
  room: { decay: 2.1, dullAbove: 3400, predelay: 0.024 },
  fade: 2.2,
  stems: [
    fingeredGuitar([
      { bars: [0, 9], pattern: "B . 432 . . 3 2 .", velocity: 0.58 },
      { bars: [9, 13], pattern: "B . 432 . A . 321 .", velocity: 0.64 },
      { bars: [13, 14], pattern: "D . . . . . . .", velocity: 0.45 },
    ]),
    uprightBass([
      { bars: [0, 1], pattern: "R . . W" },
      { bars: [1, 9], pattern: "R . 5 W" },
      { bars: [9, 11], pattern: "R . 5 ." },
      { bars: [11, 13], pattern: "R W R W" },
      { bars: [13, 14], pattern: "R . . ." },
    ]),
    kickDrum([{ bars: [1, 13], pattern: "o..." }], { level: -29 }),
    brushSwishes([{ bars: [0, 13], pattern: "o X o X" }], { level: -29 }),
    rimClicks([{ bars: [5, 13], pattern: "...x" }], { level: -32 }),
    electricMelody(
      { drive: 1.1, tremoloDepth: 0.5, tremoloRate: 5.2 },
      [
        {
          bar: 1,
          notes: `-:1 E4:.5 G4:.5 B4:1 ~C5:1 | B4:1.5 G4:.5 E4:2 | -:1 C5:1 B4:.5 A4:.5 G4:1 | A4:2.5 -:.5 E4:.5 F4:.5 |
            G4:1.5 E4:.5 C4:2 | -:1 G4:.5 A4:.5 B4:1 D5:1 | C5:1.5 ~A4:.5 F4:1 A4:1 | ~B4:2 -:2`,
        },
        { bar: 13, notes: "E4:.5 G4:.5 B4:3" },
      ],
      { room: 0.34 },
    ),
    harmonica(
      [
        {
          bar: 9,
          notes: "C5:2 ~A4:1 C5:1 | C5:1.5 ~Bb4:.5 Ab4:2 | G4:1 E4:1 A4:1 C5:1 | D5:1.5 ~C5:.5 B4:1 A4:1 | ~G4:3 -:1",
          velocity: 0.6,
        },
      ],
      { level: -20.5 },
    ),
    organ([
      { bar: 5, notes: "E4:4 | ~D4:4 | ~F4:4 | ~F4:4 | E4:4 | ~F4:4 | ~E4:4 | ~F4:4 | ~E4:4" },
      { bar: 5, notes: "C4:4 | ~B3:4 | ~A3:4 | ~B3:4 | ~A3:4 | ~Ab3:4 | ~G3:2 ~A3:2 | ~A3:2 ~B3:2 | ~B3:4" },
    ]),
  ],
};
