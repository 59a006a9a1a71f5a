import {
  brushTaps,
  eggShaker,
  electricBass,
  guitarMelody,
  kickDrum,
  mandolin,
  pickedGuitar,
  steel,
} from "../players.ts";
import type { Song } from "../song.ts";

/** The early set on the closing night: open chords in B flat, a flat-picked tune, the steel over all. */
export const closingSun: Song = {
  title: "Closing Sun",
  seed: 32,
  score: {
    tempo: 96,
    beatsPerBar: 4,
    key: "G",
    capo: 3,
    swing: 0.08,
    chart: `G | Cadd9 |
      G | G/B | Cadd9 | Cadd9 | Em7 | D/F# | Cadd9 | Dsus4 D |
      Em | Cadd9 | G | D/F# | Em | Cadd9 | Am7 | D |
      Cadd9 | G`,
    ending: { bars: 2, slowTo: 0.78 },
    ring: 2,
  },
  room: { decay: 1.6, dullAbove: 4600, predelay: 0.018 },
  fade: 2,
  stems: [
    pickedGuitar([
      { bars: [0, 10], pattern: "D . d u . u d u", velocity: 0.62 },
      { bars: [10, 19], pattern: "D . D u . u D u", velocity: 0.76 },
      { bars: [19, 20], pattern: "D . . . . . . .", velocity: 0.6 },
    ]),
    guitarMelody([
      {
        bar: 2,
        notes: `D4:.5 G4:.5 B4:1 A4:.5 B4:.5 D5:1 | B4:2 G4:1 A4:1 | G4:.5 E4:.5 G4:1 C5:1.5 B4:.5 | A4:.5 ~G4:2.5 -:1 |
          G4:.5 A4:.5 B4:1 D5:1 E5:1 | D5:1.5 B4:.5 A4:2 | G4:1 E4:1 G4:1 C5:1 | A4:1 G4:1 F#4:1 A4:1`,
        velocity: 0.85,
      },
    ]),
    mandolin(
      [
        { bar: 5, notes: "-:2 E5:.5 D5:.5 C5:.5 D5:.5" },
        { bar: 10, notes: "B4:4 | G4:4 | D5:4 | A4:4 | B4:4 | G4:4 | C5:4 | A4:4 | G4:4", velocity: 0.5 },
      ],
      { level: -25, pan: 0.55 },
    ),
    electricBass([
      { bars: [2, 9], pattern: "R . . R 5 . R ." },
      { bars: [9, 10], pattern: "R . . . R . W ." },
      { bars: [10, 17], pattern: "R . . R 5 . R ." },
      { bars: [17, 18], pattern: "R . R . R . W ." },
      { bars: [18, 20], pattern: "R . . . . . . ." },
    ]),
    kickDrum([
      { bars: [2, 18], pattern: "x...x.x." },
      { bars: [18, 20], pattern: "x......." },
    ]),
    brushTaps([
      { bars: [4, 9], pattern: "..x...x." },
      { bars: [9, 10], pattern: "..x..xxx" },
      { bars: [10, 17], pattern: ".oX..oXo" },
      { bars: [17, 18], pattern: ".oX.xxXX" },
    ]),
    eggShaker([{ bars: [2, 18], pattern: "xoxoxoxo" }]),
    steel([
      {
        bar: 10,
        notes: `G4:1 B4:1 E5:2 | ~D5:1 C5:1 G4:1 C5:1 | B4:1.5 ~D5:2.5 | -:1 A4:1 D5:1 F#5:1 |
          ~G5:1.5 ~E5:.5 B4:2 | -:1 E5:1 D5:1 C5:1 | B4:.5 ~C5:1.5 E5:1 C5:1 | A4:1 D5:1 ~F#5:2 |
          ~E5:1 D5:1 C5:2 | ~B4:4`,
      },
    ]),
  ],
};
