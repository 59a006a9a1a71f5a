/**
 * The wake of a boat on deep water. Each wave in it runs at an angle to the boat and at just the speed that keeps it
 * in step, and their sum is the feathered wedge that every boat draws. Source: Lord Kelvin, "On Ship Waves", 1887.
 */
import { smooth } from "../noise.ts";
import type { PlateStep } from "../picture.ts";

/** Metres behind the boat and to one side that are computed: the other side is the mirror image. */
const BEHIND = 330;
const BESIDE = 130;
/** Pixels for each metre. */
const DENSITY = 2;
const GRAVITY = 9.81;
/** Metres a second. */
const SPEED = 4.4;
const DIRECTIONS = 620;
/** Waves shorter than this are lost in the chop. */
const SHORTEST = 1.7;

/**
 * The step that computes the wake's slopes. On its plate u is metres along the boat's course, below 0 behind it, and -v
 * metres to the side; a pixel holds slope along and slope aside.
 */
export const wakeStep: PlateStep = {
  name: "wake",
  shape: { left: -BEHIND, right: 0, top: 0, bottom: -BESIDE, density: DENSITY },
  pixel: () => {
    const waves: { along: number; aside: number; strength: number }[] = [];
    const steepest = Math.acos(Math.sqrt((GRAVITY / SPEED ** 2) * (SHORTEST / (2 * Math.PI))));
    const step = (2 * steepest) / DIRECTIONS;
    for (let i = 0; i < DIRECTIONS; i++) {
      const turn = -steepest + (i + 0.5) * step;
      const number = GRAVITY / (SPEED * Math.cos(turn)) ** 2;
      // The hull makes long waves, and smooths out those shorter than its beam.
      const strength = Math.exp(-((number * 0.62) ** 2) / 4) * smooth(steepest, steepest * 0.8, Math.abs(turn)) * step;
      waves.push({ along: number * Math.cos(turn), aside: number * Math.sin(turn), strength });
    }
    return (u, v, out) => {
      const side = -v;
      out[0] = out[1] = out[2] = 0;
      out[3] = 1;
      // Ahead of the wedge the waves cancel out; adding them up there would only cost time.
      if (side > 12 - u * 0.5) return;
      for (const wave of waves) {
        const rise = wave.strength * Math.cos(wave.along * u + wave.aside * side);
        out[0] += rise * wave.along;
        out[1] += rise * wave.aside;
      }
    };
  },
};
