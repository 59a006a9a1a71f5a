import { brushTaps, electricBass, electricMelody, harmonica, hiHat, kickDrum, pickedGuitar } from "../players.ts";
import type { Song } from "../song.ts";

/** A train beat in E, with a guitar low on its strings. */
export const grandstandNight: Song = {
  title: "Grandstand Night",
  seed: 21,
  score: {
    tempo: 118,
    beatsPerBar: 4,
    key: "E",
    chart: `E | E |
      E | E | A | E | E | E | B7 | B7 |
      E | E7 | A | A | E | B7 | E | E |
      A | B7 | E`,
    ring: 2.2,
  },
  room: { decay: 1.1, dullAbove: 4800, predelay: 0.012 },
  fade: 1.8,
  stems: [
    pickedGuitar([
      { bars: [0, 20], pattern: "B . D u A . D u" },
      { bars: [20, 21], pattern: "D . . . . . . ." },
    ]),
    electricBass([
      { bars: [1, 9], pattern: "R 5 R 5" },
      { bars: [9, 10], pattern: "R 5 R W" },
      { bars: [10, 17], pattern: "R 5 R 5" },
      { bars: [17, 18], pattern: "R 3 5 W" },
      { bars: [18, 19], pattern: "R 3 5 W" },
      { bars: [19, 20], pattern: "R R 5 W" },
      { bars: [20, 21], pattern: "R . . ." },
    ]),
    kickDrum([
      { bars: [1, 20], pattern: "x x x x" },
      { bars: [20, 21], pattern: "X . . ." },
    ]),
    brushTaps(
      [
        { bars: [0, 9], pattern: "xoXoxoXoxoXoxoXo" },
        { bars: [9, 10], pattern: "xoXoxoXoxoXoxxXX" },
        { bars: [10, 17], pattern: "xoXoxoXoxoXoxoXx" },
        { bars: [17, 18], pattern: "xoXoxoXoxxXxxxXX" },
        { bars: [18, 20], pattern: "xoXoxoXoxoXoxoXx" },
        { bars: [20, 21], pattern: "X..............." },
      ],
      { level: -25 },
    ),
    hiHat([{ bars: [10, 20], pattern: ".x.x.x.x" }]),
    electricMelody({ drive: 1.6 }, [
      {
        bar: 2,
        notes: `E3:.5 G#3:.5 B3:.5 C#4:.5 B3:1 G#3:1 | E3:.5 G#3:.5 B3:.5 C#4:.5 E4:1.5 -:.5 |
          C#4:.5 E4:.5 C#4:.5 A3:.5 C#4:1 A3:1 | G#3:.5 B3:.5 G#3:.5 E3:1.5 -:1 |
          E4:.5 C#4:.5 B3:.5 C#4:.5 B3:.5 G#3:.5 E3:1 | G3:.25 ~G#3:.75 B3:1 E4:1 C#4:1 |
          B3:.5 C#4:.5 D#4:1 F#4:1.5 -:.5 | E4:.5 D#4:.5 B3:.5 A3:.5 F#3:1 -:1`,
      },
      {
        bar: 17,
        notes: `-:2 E3:.5 F#3:.5 G#3:1 | A3:.5 C#4:.5 E4:.5 C#4:.5 A3:1 C#4:1 |
          B3:.5 D#4:.5 F#4:.5 D#4:.5 A4:1 F#4:1 | ~E4:4`,
      },
    ]),
    harmonica([
      {
        bar: 10,
        notes: `B4:1.5 G#4:.5 B4:.5 E5:1 B4:.5 | D5:1.5 ~B4:.5 G#4:1 E4:1 | C#5:1.5 A4:.5 C#5:.5 E5:1 C#5:.5 |
          A4:2 -:1 C#5:1 | B4:1 G#4:.5 B4:.5 E5:2 | D#5:1.5 B4:.5 A4:1 F#4:1 | G#4:1 B4:1 E5:2 | ~E5:1 -:3`,
      },
    ]),
  ],
};
