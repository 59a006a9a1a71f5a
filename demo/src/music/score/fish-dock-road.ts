import { brushTaps, hiHat, kickDrum, mandolin, organ, pickedGuitar, steel, uprightBass } from "../players.ts";
import type { Song } from "../song.ts";

/** A two-beat shuffle in A: bass and strum trade places, the steel sings the verse, the mandolin answers. */
export const fishDockRoad: Song = {
  title: "Fish Dock Road",
  seed: 11,
  score: {
    tempo: 106,
    beatsPerBar: 4,
    key: "G",
    capo: 2,
    swing: 0.22,
    chart: `G | C G |
      G | G | C | G | G | Em | Am7 | D |
      C | G | D/F# | Em | C | G/B Am7 | D | D7 |
      G | C D | G`,
    ending: { bars: 2, slowTo: 0.8 },
    ring: 2,
  },
  room: { decay: 1.3, dullAbove: 4500, predelay: 0.015 },
  fade: 2,
  stems: [
    pickedGuitar([
      { bars: [0, 10], pattern: "B . D . A . D u" },
      { bars: [10, 20], pattern: "B . D u A u D u", velocity: 0.78 },
      { bars: [20, 21], pattern: "D . . . . . . ." },
    ]),
    uprightBass([
      { bars: [1, 2], pattern: "R R" },
      { bars: [2, 9], pattern: "R . 5 ." },
      { bars: [9, 10], pattern: "R . 5 W" },
      { bars: [10, 17], pattern: "R . 5 ." },
      { bars: [17, 18], pattern: "R 5 R W" },
      { bars: [18, 20], pattern: "R . R ." },
      { bars: [20, 21], pattern: "R . . ." },
    ]),
    kickDrum([
      { bars: [2, 20], pattern: "x . x ." },
      { bars: [20, 21], pattern: "x . . ." },
    ]),
    brushTaps([
      { bars: [1, 2], pattern: "...... x x" },
      { bars: [2, 17], pattern: "o.x.o.xo" },
      { bars: [17, 18], pattern: "o.x.oxxX" },
      { bars: [18, 20], pattern: "o.X.o.Xo" },
      { bars: [20, 21], pattern: "o......." },
    ]),
    hiHat([{ bars: [10, 20], pattern: ".x.x" }]),
    steel([
      {
        bar: 2,
        notes: `-:1 D5:1 B4:1 D5:1 | E5:.5 ~D5:1.5 B4:2 | -:1 C5:1 E5:1 G5:1 | ~D5:3 -:1 |
          -:1 D5:1 B4:1 A4:1 | G4:1.5 A4:.5 B4:2 | C5:1 B4:.5 A4:.5 E4:1 G4:1 | ~A4:3 -:1`,
      },
      { bar: 18, notes: "B4:1 D5:1 ~E5:.5 ~D5:1.5 | C5:1 E5:1 D5:1 C5:1 | ~B4:4" },
    ]),
    mandolin([
      { bar: 0, notes: "G4:.5 A4:.5 B4:.5 D5:.5 E5:.5 D5:.5 B4:1 | C5:.5 E5:.5 D5:.5 C5:.5 B4:1 G4:1" },
      {
        bar: 10,
        notes: `E5:1.5 D5:.5 C5:1 E5:1 | D5:2 B4:1 G4:1 | A4:1.5 B4:.5 A4:1 F#4:1 | G4:3 B4:1 |
          E5:1.5 D5:.5 E5:1 G5:1 | D5:1 B4:1 C5:1 A4:1 | F#4:1 A4:1 D5:1 C5:1 | B4:1 A4:2 -:1`,
      },
    ]),
    organ([
      { bar: 10, notes: "G4:4 | ~G4:4 | F#4:4 | ~G4:4 | G4:4 | ~G4:4 | F#4:4 | ~F#4:4" },
      { bar: 10, notes: "E4:4 | ~D4:4 | D4:4 | ~E4:4 | E4:4 | ~D4:2 ~E4:2 | D4:4 | ~C4:4" },
    ]),
  ],
};
