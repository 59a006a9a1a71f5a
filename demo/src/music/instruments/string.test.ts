import { describe, expect, it } from "vitest";
import { createRandom } from "../../pictures/noise.ts";
import { SAMPLE_RATE } from "../sound.ts";
import { FINGERED_GUITAR, PEDAL_STEEL, PICKED_GUITAR, UPRIGHT_BASS } from "./kinds.ts";
import { bend, pluck, type StringKind } from "./string.ts";

const BASS_E = 41.203;
const GUITAR_E = 82.407;
const GUITAR_B = 246.942;
const HIGH_E = 659.255;
const HIGH_B = 987.767;

describe("a plucked string", () => {
  it.each([
    ["a bass", UPRIGHT_BASS.string, [BASS_E, 97.999]],
    ["a picked guitar", PICKED_GUITAR.string, [GUITAR_E, GUITAR_B, HIGH_E, HIGH_B]],
    ["a fingered guitar", FINGERED_GUITAR.string, [GUITAR_E, GUITAR_B, HIGH_E]],
    ["a pedal steel", PEDAL_STEEL.string, [GUITAR_B, HIGH_E, HIGH_B]],
  ])("of %s is in tune within 3 cents", (_, kind, frequencies) => {
    for (const frequency of frequencies) {
      const sound = pluck(kind, frequency, 1.5, 0.7, createRandom(1));
      expect(Math.abs(centsOff(sound, frequency))).toBeLessThan(3);
    }
  });

  it("fades, never grows, and ends in silence", () => {
    const sound = pluck(PICKED_GUITAR.string, GUITAR_B, 2, 0.7, createRandom(1));
    const halves = [0.1, 0.6, 1.1, 1.6].map((from) => powerAt(sound, from));
    expect(halves).toEqual(halves.toSorted((a, b) => b - a));
    expect(Math.abs(sound.at(-1) ?? 1)).toBeLessThan(1e-5);
  });

  it("is the same for the same seed, and louder when struck harder", () => {
    const soft = pluck(PICKED_GUITAR.string, GUITAR_B, 0.5, 0.4, createRandom(1));
    expect(pluck(PICKED_GUITAR.string, GUITAR_B, 0.5, 0.4, createRandom(1))).toEqual(soft);
    const hard = pluck(PICKED_GUITAR.string, GUITAR_B, 0.5, 0.9, createRandom(1));
    expect(powerAt(hard, 0.05)).toBeGreaterThan(2 * powerAt(soft, 0.05));
  });

  it("bent up by a semitone sounds a semitone higher", () => {
    const kind: StringKind = FINGERED_GUITAR.string;
    const sound = pluck(kind, GUITAR_B, 2, 0.7, createRandom(1));
    const bent = bend(sound, 1.5 * SAMPLE_RATE, () => 2 ** (1 / 12));
    expect(Math.abs(centsOff(bent, GUITAR_B * 2 ** (1 / 12)))).toBeLessThan(3);
  });
});

/** Cents between a sound's lowest tone and `frequency`: how far the tone's phase drifts from it in half a second. */
function centsOff(sound: Float32Array, frequency: number): number {
  const early = phaseAt(sound, frequency, 0.3);
  const late = phaseAt(sound, frequency, 0.8);
  const turn = late - early;
  const wrapped = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  return 1200 * Math.log2(1 + wrapped / (2 * Math.PI * 0.5) / frequency);
}

/** Phase against a tone of that frequency around a time, through a bell-shaped window. */
function phaseAt(sound: Float32Array, frequency: number, seconds: number): number {
  const half = Math.round(0.2 * SAMPLE_RATE);
  const middle = Math.round(seconds * SAMPLE_RATE);
  let real = 0;
  let imaginary = 0;
  for (let i = -half; i <= half; i++) {
    const weight = 0.5 + 0.5 * Math.cos((Math.PI * i) / half);
    const angle = (2 * Math.PI * frequency * (middle + i)) / SAMPLE_RATE;
    real += weight * (sound[middle + i] ?? 0) * Math.cos(angle);
    imaginary -= weight * (sound[middle + i] ?? 0) * Math.sin(angle);
  }
  return Math.atan2(imaginary, real);
}

function powerAt(sound: Float32Array, seconds: number): number {
  const from = Math.round(seconds * SAMPLE_RATE);
  return sound.subarray(from, from + SAMPLE_RATE / 5).reduce((sum, sample) => sum + sample * sample, 0);
}
