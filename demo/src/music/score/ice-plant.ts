import { brushTaps, eggShaker, electricBass, electricMelody, harmonica, kickDrum, pickedGuitar } from "../players.ts";
import type { Song } from "../song.ts";

/** In E minor: muted strings run on like the machine next door, a low electric riff over them. */
export const icePlant: Song = {
  title: "Ice Plant",
  seed: 13,
  score: {
    tempo: 122,
    beatsPerBar: 4,
    key: "E",
    mode: "minor",
    chart: `Em | Em |
      Em | Em | C | G | Em | Em | Am7 | B7 |
      C | D | Em | Em | C | D | G | B7 |
      Em | C D | Em`,
    ending: { bars: 1, slowTo: 0.85 },
    ring: 2.2,
  },
  room: { decay: 1.2, dullAbove: 4200, predelay: 0.012 },
  fade: 2,
  stems: [
    pickedGuitar([
      { bars: [0, 10], pattern: "B X X X A X D X", velocity: 0.66 },
      { bars: [10, 18], pattern: "D . D u X u D u", velocity: 0.76 },
      { bars: [18, 20], pattern: "B X X X A X D X" },
      { bars: [20, 21], pattern: "D . . . . . . ." },
    ]),
    electricBass([
      { bars: [2, 9], pattern: "R . . R . R 5 ." },
      { bars: [9, 10], pattern: "R . R . R . W ." },
      { bars: [10, 17], pattern: "R . R R 5 . R ." },
      { bars: [17, 18], pattern: "R . R . R . W ." },
      { bars: [18, 20], pattern: "R . . . R . . ." },
      { bars: [20, 21], pattern: "R . . . . . . ." },
    ]),
    kickDrum([
      { bars: [1, 10], pattern: "x..xx..." },
      { bars: [10, 20], pattern: "x..xx.x." },
      { bars: [20, 21], pattern: "x......." },
    ]),
    brushTaps([
      { bars: [2, 9], pattern: "..x...X." },
      { bars: [9, 10], pattern: "..x..xXx" },
      { bars: [10, 17], pattern: ".oX..oX." },
      { bars: [17, 18], pattern: "..X.xxXX" },
      { bars: [18, 20], pattern: "..x...X." },
    ]),
    eggShaker([{ bars: [0, 20], pattern: "xoXoxoXo" }]),
    electricMelody({ drive: 1.9, tremoloDepth: 0.3, tremoloRate: 6.1 }, [
      {
        bar: 2,
        notes: `E3:1.5 G3:.5 A3:.5 B3:1 ~A3:.5 | G3:.5 A3:.5 G3:.5 E3:1.5 -:1 | E3:1 G3:.5 C4:1.5 B3:1 |
          D4:1 B3:1.5 G3:.5 A3:1 | E3:1.5 G3:.5 A3:.5 B3:1 ~A3:.5 | G3:.5 A3:.5 B3:.5 D4:1.5 -:1 |
          C4:1.5 B3:.5 A3:1 G3:1 | F#3:1 A3:1 ~B3:2`,
      },
      { bar: 18, notes: "E3:1.5 G3:.5 A3:.5 B3:1 ~A3:.5 | G3:1 E3:1 F#3:1 A3:1 | E3:4" },
    ]),
    harmonica([
      {
        bar: 10,
        notes: `G4:1.5 E4:.5 G4:1 C5:1 | A4:2 F#4:1 A4:1 | B4:1.5 ~A4:.5 G4:2 | -:1 E4:1 G4:1 A4:1 |
          C5:1.5 B4:.5 A4:1 G4:1 | A4:1.5 ~B4:.5 D5:2 | B4:2 D5:1 B4:1 | F#4:1 A4:1 ~B4:2`,
      },
    ]),
  ],
};
