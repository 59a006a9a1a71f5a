import { describe, expect, it } from "vitest";
import { fingeredGuitar, harmonica, uprightBass } from "../players.ts";
import type { Song } from "../song.ts";
import { measureLoudness } from "./loudness.ts";
import { MASTER_LUFS, MASTER_PEAK, renderSong } from "./mix.ts";

const SONG: Song = {
  title: "Two Bars",
  seed: 1,
  score: { tempo: 120, beatsPerBar: 4, key: "C", chart: "C | G", ring: 1 },
  room: { decay: 1, dullAbove: 4000, predelay: 0.01 },
  fade: 1,
  stems: [
    fingeredGuitar([{ bars: [0, 2], pattern: "B 3 2 1 A 3 2 1" }]),
    uprightBass([{ bars: [0, 2], pattern: "R . 5 W" }]),
    harmonica([{ bar: 0, notes: "G4:2 ~E4:2 | D5:4" }]),
  ],
};

describe("a master", () => {
  const { left, right } = renderSong(SONG);

  it("is as loud as all others and no sample exceeds the ceiling", () => {
    // A fade after mastering takes a little of so short a piece.
    expect(measureLoudness([left, right])).toBeCloseTo(MASTER_LUFS, 0);
    const loudest = [...left, ...right].reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    expect(loudest).toBeLessThanOrEqual(MASTER_PEAK + 1e-6);
  });

  it("begins and ends in silence and is centred on zero", () => {
    expect([left[0], right[0], left.at(-1), right.at(-1)].map((sample) => Math.abs(sample ?? 1))).toEqual([0, 0, 0, 0]);
    expect(Math.abs(left.reduce((sum, sample) => sum + sample, 0) / left.length)).toBeLessThan(1e-3);
  });

  it("keeps both ears in phase, so that one loudspeaker plays all of it", () => {
    let together = 0;
    let power = 0;
    left.forEach((sample, i) => {
      together += sample * (right[i] ?? 0);
      power += (sample ** 2 + (right[i] ?? 0) ** 2) / 2;
    });
    expect(together / power).toBeGreaterThan(0.5);
  });

  it("is the same, sample for sample, when it is made again", () => {
    const again = renderSong(SONG);
    expect(again.left).toEqual(left);
    expect(again.right).toEqual(right);
  });
});
