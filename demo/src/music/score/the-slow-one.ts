import { brushSwishes, fingeredGuitar, harmonica, organ, rimClicks, steel, uprightBass } from "../players.ts";
import type { Song } from "../song.ts";

/** In F and in six-eight: the one they never cut. A beat here is an eighth. */
export const theSlowOne: Song = {
  title: "The Slow One",
  seed: 14,
  score: {
    tempo: 150,
    beatsPerBar: 6,
    key: "D",
    capo: 3,
    chart: `D | Dsus2 |
      D | D/F# | G | D | Bm | G | A | A7 |
      G | D/F# | Em7 | A | Bm | G | Asus4 A | D |
      G | D`,
    ending: { bars: 2, slowTo: 0.72 },
    ring: 2,
  },
  room: { decay: 2, dullAbove: 3600, predelay: 0.022 },
  fade: 2.2,
  stems: [
    fingeredGuitar([
      { bars: [0, 10], pattern: "B 3 2 1 2 3", velocity: 0.62 },
      { bars: [10, 18], pattern: "B 3 2 1 2 3", velocity: 0.74 },
      { bars: [18, 19], pattern: "B 3 2 1 2 3", velocity: 0.55 },
      { bars: [19, 20], pattern: "D . . . . .", velocity: 0.5 },
    ]),
    uprightBass([
      { bars: [2, 9], pattern: "R . . . . 5" },
      { bars: [9, 10], pattern: "R . . W . ." },
      { bars: [10, 17], pattern: "R . . 5 . ." },
      { bars: [17, 18], pattern: "R . . W . ." },
      { bars: [18, 20], pattern: "R . . . . ." },
    ]),
    brushSwishes([
      { bars: [2, 10], pattern: "x..o.." },
      { bars: [10, 19], pattern: "x.oX.o" },
    ]),
    rimClicks([{ bars: [6, 18], pattern: "...x.." }], { level: -32 }),
    steel([
      {
        bar: 2,
        notes: `-:1 A4:1 D5:1 ~F#5:3 | E5:1 D5:1 A4:1 B4:1 ~A4:2 | B4:2 D5:1 ~G5:2 ~F#5:1 | F#5:4 -:2 |
          -:1 F#5:1 E5:1 D5:2 B4:1 | D5:2 ~B4:1 G4:3 | A4:1 B4:1 C#5:1 E5:3 | ~D5:1 ~C#5:2 -:3`,
      },
      { bar: 10, notes: "G4:6 | ~F#4:6 | ~G4:6 | ~A4:6 | F#4:6 | ~G4:6 | A4:6 | ~A4:4 -:2", velocity: 0.45 },
      { bar: 18, notes: "B4:2 D5:1 ~G5:3 | ~F#5:6" },
    ]),
    harmonica([
      {
        bar: 10,
        notes: `B4:3 A4:1 B4:1 D5:1 | A4:3 F#4:3 | G4:2 A4:1 B4:2 G4:1 | E5:3 ~C#5:1 A4:2 |
          D5:2 ~C#5:1 B4:2 F#4:1 | B4:2 A4:1 G4:2 B4:1 | D5:3 ~C#5:2 A4:1 | D5:4 -:2`,
      },
    ]),
    organ([
      { bar: 10, notes: "D4:6 | ~D4:6 | ~E4:6 | ~E4:6 | D4:6 | ~D4:6 | ~D4:3 ~C#4:3 | ~D4:6 | ~D4:6 | ~D4:6" },
      { bar: 10, notes: "B3:6 | ~A3:6 | ~B3:6 | ~C#4:6 | B3:6 | ~B3:6 | ~A3:6 | ~A3:6 | ~B3:6 | ~A3:6" },
    ]),
  ],
};
