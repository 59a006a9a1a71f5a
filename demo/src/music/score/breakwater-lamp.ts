import {
  brushedCymbal,
  brushTaps,
  electricBass,
  electricChords,
  electricMelody,
  harmonica,
  kickDrum,
  organ,
  pickedGuitar,
} from "../players.ts";
import type { Song } from "../song.ts";

/** A slow walk in E flat that opens out when the electric guitar takes the tune. */
export const breakwaterLamp: Song = {
  title: "Breakwater Lamp",
  seed: 41,
  score: {
    tempo: 84,
    beatsPerBar: 4,
    key: "C",
    capo: 3,
    chart: `C | C |
      C | G/B | Am | Fmaj7 | C | G | Fmaj7 | G |
      F | C/E | G | Am | F | G | Fmaj7 | C`,
    ending: { bars: 2, slowTo: 0.78 },
    ring: 2,
  },
  room: { decay: 1.9, dullAbove: 4200, predelay: 0.02 },
  fade: 2.2,
  stems: [
    pickedGuitar([
      { bars: [0, 2], pattern: "B 3 2 1 A 3 2 1", velocity: 0.6 },
      { bars: [2, 10], pattern: "B 3 2 1 A 3 2 1", velocity: 0.68 },
      { bars: [10, 17], pattern: "D . d u . u D u", velocity: 0.75 },
      { bars: [17, 18], pattern: "D . . . . . . .", velocity: 0.6 },
    ]),
    electricChords({ drive: 1.2, tremoloDepth: 0.45, tremoloRate: 4.2 }, [
      { bars: [2, 16], pattern: "D . . .", velocity: 0.6 },
      { bars: [16, 18], pattern: "D . . .", velocity: 0.5 },
    ]),
    electricBass([
      { bars: [2, 9], pattern: "R . . . R . . 5" },
      { bars: [9, 10], pattern: "R . . . R . W ." },
      { bars: [10, 15], pattern: "R . R . R . 5 ." },
      { bars: [15, 16], pattern: "R . R . R . W ." },
      { bars: [16, 18], pattern: "R . . . . . . ." },
    ]),
    kickDrum([
      { bars: [2, 10], pattern: "x....x.." },
      { bars: [10, 16], pattern: "x..x.x.." },
      { bars: [16, 18], pattern: "x......." },
    ]),
    brushTaps([
      { bars: [2, 9], pattern: "..x...x." },
      { bars: [9, 10], pattern: "..x..xXX" },
      { bars: [10, 15], pattern: "..X..oX." },
      { bars: [15, 16], pattern: "..X.xxXX" },
    ]),
    brushedCymbal([
      { bars: [10, 11], pattern: "X..." },
      { bars: [14, 15], pattern: "x..." },
      { bars: [16, 18], pattern: "x..." },
    ]),
    harmonica([
      {
        bar: 2,
        notes: `G4:1 E4:1 G4:1 C5:1 | D5:2 ~B4:1 G4:1 | C5:1 B4:.5 A4:.5 E4:2 | -:1 A4:1 C5:1 A4:1 |
          G4:1 E4:1 G4:1 E5:1 | D5:2.5 B4:.5 G4:1 | A4:1.5 C5:.5 F5:1 E5:1 | ~D5:3 -:1`,
      },
    ]),
    electricMelody({ drive: 2.6 }, [
      {
        bar: 10,
        notes: `A4:1 C5:1 F5:1.5 ~E5:.5 | E5:2 C5:1 G4:1 | B4:1 D5:1 ~G5:2 | E5:1.5 ~D5:.5 C5:2 |
          -:1 A4:1 C5:1 F5:1 | ~G5:2 ~F5:1 D5:1 | C5:1 A4:1 C5:1 D5:1 | ~E5:2 ~C5:2`,
      },
    ]),
    organ([
      { bar: 10, notes: "A4:4 | ~G4:4 | ~G4:4 | ~A4:4 | A4:4 | ~G4:4 | ~A4:4 | ~G4:4" },
      { bar: 10, notes: "C4:4 | ~C4:4 | ~B3:4 | ~C4:4 | C4:4 | ~D4:4 | ~C4:4 | ~C4:4" },
    ]),
  ],
};
