import {
  brushTaps,
  electricBass,
  electricChords,
  electricMelody,
  hiHat,
  kickDrum,
  rimClicks,
} from "../../music/players.ts";
import type { Song } from "../../music/song.ts";

const BARS = 14;
const CHUG = "D d d D d d D d";
const STOPS = "D . X D . X D X";

/** Two chords, fast, through two amplifiers that are too small. */
export const stingFirst: Song = {
  title: "Sting First",
  seed: 77,
  score: {
    tempo: 172,
    beatsPerBar: 4,
    key: "E",
    chart: "E | E | E | A | E | E | E | A | A | E | A | E | E | E",
    ring: 1.2,
  },
  room: { decay: 0.5, dullAbove: 6200, predelay: 0.006 },
  fade: 0.6,
  stems: [
    electricChords(
      { drive: 9 },
      [
        { bars: [0, 8], pattern: CHUG, velocity: 0.9 },
        { bars: [8, 12], pattern: STOPS, velocity: 1 },
        { bars: [12, 13], pattern: CHUG, velocity: 1 },
        { bars: [13, 14], pattern: "D . . . . . . .", velocity: 1 },
      ],
      { level: -19, pan: -0.85, room: 0.1 },
    ),
    electricChords(
      { drive: 7 },
      [
        { bars: [2, 8], pattern: CHUG, velocity: 0.85 },
        { bars: [8, 13], pattern: "D D D D D D D D", velocity: 0.95 },
        { bars: [13, 14], pattern: "D . . . . . . .", velocity: 1 },
      ],
      { level: -19.5, pan: 0.85, room: 0.1 },
    ),
    electricBass(
      [
        { bars: [1, 13], pattern: "R R R R R R R R" },
        { bars: [13, 14], pattern: "R . . . . . . ." },
      ],
      { level: -18 },
    ),
    kickDrum(
      [
        { bars: [2, 13], pattern: "X.x.X.xx" },
        { bars: [13, 14], pattern: "X......." },
      ],
      { level: -20 },
    ),
    brushTaps(
      [
        { bars: [2, 12], pattern: "..X...X." },
        { bars: [12, 13], pattern: "XXXXXXXX" },
        { bars: [13, 14], pattern: "X......." },
      ],
      { level: -19, room: 0.18 },
    ),
    rimClicks([{ bars: [0, 2], pattern: "X.X.X.X." }], { level: -24 }),
    hiHat([{ bars: [2, BARS - 1], pattern: "XxXxXxXx" }], { level: -27 }),
    electricMelody(
      { drive: 12 },
      [
        {
          bar: 8,
          notes: "E5:.5 E5:.5 G5:1 ~A5:2 | B4:.5 B4:.5 D5:1 ~E5:2 | E5:.5 E5:.5 G5:1 ~A5:2 | B5:.5 A5:.5 G5:.5 E5:2.5",
        },
      ],
      {
        level: -21,
        pan: 0.1,
      },
    ),
  ],
};
