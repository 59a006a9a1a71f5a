/** The set of the series: a trowelled plaster slab, warm grey. */
import type { Light, LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";

/**
 * Plaster at a size: `grain` millimetres of the table correspond to one of the slab, so close-ups do not turn to
 * gravel.
 */
export interface Plaster {
  /** Relief in millimetres at a place in millimetres. */
  height: (u: number, v: number) => number;
  /** Share of light it throws back. */
  colour: (u: number, v: number, out: LightOut) => void;
}

/** Makes a slab of plaster. */
export function createPlaster(grain: number, seed: number, tint: Light = fromHex("#9f968c")): Plaster {
  return {
    height: (u, v) => {
      const x = u / grain;
      const y = v / grain;
      const bend = 14 * noise2(x / 160, y / 160, seed);
      const strokes = fbm2((x + y * 0.5 + bend) / 130, (y - x * 0.4 + bend) / 34, 4, seed + 1);
      const pits =
        smooth(0.5, 0.8, noise2(x / 3.4, y / 3.4, seed + 2)) * smooth(-0.1, 0.5, noise2(x / 60, y / 60, seed + 3));
      return grain * (0.55 * strokes + 0.06 * fbm2(x / 5, y / 5, 3, seed + 4) - 0.22 * pits);
    },
    colour: (u, v, out) => {
      const x = u / grain;
      const y = v / grain;
      const cloud = fbm2(x / 190 + 3, y / 190, 4, seed + 5);
      const stroke = fbm2((x + y * 0.5) / 120, (y - x * 0.4) / 24, 4, seed + 6);
      const speck = smooth(0.62, 0.8, noise2(x / 1.7, y / 1.7, seed + 7));
      const level = 1 + 0.16 * cloud + 0.1 * stroke - 0.12 * speck;
      const warm = 0.03 * fbm2(x / 240, y / 240, 2, seed + 8);
      out[0] = tint[0] * level * (1 + warm);
      out[1] = tint[1] * level;
      out[2] = tint[2] * level * (1 - warm);
    },
  };
}
