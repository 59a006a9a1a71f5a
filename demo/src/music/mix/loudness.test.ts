import { describe, expect, it } from "vitest";
import { SAMPLE_RATE } from "../sound.ts";
import { limit } from "./dynamics.ts";
import { measureLoudness } from "./loudness.ts";

describe("measured loudness", () => {
  it("of a full tone at 997 Hz in one channel is -3.01 LUFS, as the standard says", () => {
    expect(measureLoudness([tone(997, 1, 5)])).toBeCloseTo(-3.01, 1);
  });

  it("falls by one unit for each decibel by which the sound falls", () => {
    expect(measureLoudness([tone(997, 1, 5)]) - measureLoudness([tone(997, 0.1, 5)])).toBeCloseTo(20, 3);
  });

  it("ignores silence between sounds", () => {
    const broken = new Float32Array(10 * SAMPLE_RATE);
    broken.set(tone(997, 1, 5));
    expect(measureLoudness([broken])).toBeCloseTo(-3.01, 0);
    expect(measureLoudness([new Float32Array(SAMPLE_RATE)])).toBe(-Infinity);
  });
});

describe("the limiter", () => {
  it("lets no sample exceed the ceiling and does not change lower ones", () => {
    const left = tone(200, 0.4, 1);
    for (let i = 20_000; i < 20_200; i++) left[i] = i % 2 === 0 ? 1.7 : -1.7;
    const before = left.slice();
    const right = left.slice();
    limit({ left, right }, 0.8);
    expect(left.every((sample) => Math.abs(sample) <= 0.8 + 1e-6)).toBe(true);
    expect(left.subarray(0, 19_000)).toEqual(before.subarray(0, 19_000));
    expect(right).toEqual(left);
  });
});

function tone(hertz: number, amplitude: number, seconds: number): Float32Array {
  return new Float32Array(seconds * SAMPLE_RATE).map(
    (_, i) => amplitude * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE),
  );
}
