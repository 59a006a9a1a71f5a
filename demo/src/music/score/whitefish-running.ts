import { banjo, banjoRoll, brushTaps, eggShaker, kickDrum, mandolin, pickedGuitar, uprightBass } from "../players.ts";
import type { Song } from "../song.ts";

const TUNE = `G4:.5 B4:.5 D5:.5 B4:.5 G5:1 D5:.5 B4:.5 | C5:.5 B4:.5 A4:.5 G4:.5 B4:1 D5:1 |
  F5:.5 E5:.5 D5:.5 C5:.5 A4:.5 C5:.5 F4:1 | E4:.5 G4:.5 C5:.5 E5:.5 D5:.5 C5:.5 A4:1 |
  G4:.5 B4:.5 D5:.5 B4:.5 G5:1 D5:.5 B4:.5 | C5:.5 D5:.5 E5:.5 F5:.5 D5:1 B4:1 |
  A4:.5 C5:.5 F5:.5 C5:.5 E5:.5 D5:.5 C5:1 | B4:.5 A4:.5 G4:2 -:1`;

/** A dance tune in G with a flat seventh: mandolin first, banjo second, both for the last time round. */
export const whitefishRunning: Song = {
  title: "Whitefish Running",
  seed: 51,
  score: {
    tempo: 134,
    beatsPerBar: 4,
    key: "G",
    mode: "mixolydian",
    swing: 0.06,
    chart: `G | G |
      G | G | F | C | G | G | F C | G |
      C | G | F | C | C | G | F | G |
      G | G | F C | G | G`,
    ring: 2.1,
  },
  room: { decay: 1.1, dullAbove: 4800, predelay: 0.012 },
  fade: 1.6,
  stems: [
    pickedGuitar([
      { bars: [0, 10], pattern: "B . D u A . D u", velocity: 0.68 },
      { bars: [10, 22], pattern: "B . D u A u D u", velocity: 0.76 },
      { bars: [22, 23], pattern: "B . D . D . . ." },
    ]),
    banjoRoll([
      { bars: [2, 10], pattern: "3 2 1 4 2 1 3 1", velocity: 0.55 },
      { bars: [18, 22], pattern: "3 2 1 4 2 1 3 1", velocity: 0.6 },
    ]),
    uprightBass([
      { bars: [1, 9], pattern: "R . 5 ." },
      { bars: [9, 10], pattern: "R . 5 W" },
      { bars: [10, 17], pattern: "R . 5 ." },
      { bars: [17, 18], pattern: "R 5 R W" },
      { bars: [18, 22], pattern: "R . 5 ." },
      { bars: [22, 23], pattern: "R . R ." },
    ]),
    kickDrum([
      { bars: [2, 22], pattern: "x . x ." },
      { bars: [22, 23], pattern: "x . X ." },
    ]),
    brushTaps([
      { bars: [1, 10], pattern: ".oxo.oxo" },
      { bars: [10, 17], pattern: "ooXoooXo" },
      { bars: [17, 18], pattern: "ooXoxxXX" },
      { bars: [18, 22], pattern: "ooXoooXo" },
    ]),
    eggShaker([{ bars: [10, 22], pattern: "xoXoxoXo" }]),
    mandolin([
      { bar: 2, notes: TUNE, velocity: 0.82 },
      {
        bar: 18,
        notes: `G4:.5 B4:.5 D5:.5 B4:.5 G5:1 D5:.5 B4:.5 | C5:.5 D5:.5 E5:.5 F5:.5 D5:1 B4:1 |
          A4:.5 C5:.5 F5:.5 C5:.5 E5:.5 D5:.5 C5:1 | B4:.5 A4:.5 G4:1 B4:.5 D5:.5 G5:1 | D5:1 B4:1 G5:1 -:1`,
        velocity: 0.85,
      },
    ]),
    banjo([
      {
        bar: 10,
        notes: `E5:1 G5:.5 E5:.5 C5:1 E5:1 | D5:.5 B4:.5 G4:.5 B4:.5 D5:1 G5:1 | F5:1 A5:.5 F5:.5 C5:1 A4:1 |
          C5:.5 D5:.5 E5:.5 G5:.5 E5:2 | E5:1 G5:.5 E5:.5 C5:.5 D5:.5 E5:1 |
          D5:.5 E5:.5 D5:.5 B4:.5 G4:1 A4:.5 B4:.5 | C5:.5 A4:.5 F4:.5 A4:.5 C5:.5 D5:.5 F5:1 | D5:1 B4:1 G4:2`,
        velocity: 0.85,
      },
    ]),
  ],
};
