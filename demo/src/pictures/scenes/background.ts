/** Behind body text: nothing but dusk water, dark and even, so that words on top stay easy to read. */

import type { LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import type { Lake } from "../lake.ts";
import { shadeWater } from "../lake.ts";
import { fbm2, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { createGlow } from "../sky.ts";
import type { View } from "../view.ts";
import { toU, toV } from "../view.ts";
import { createPatch } from "../waves.ts";

const glow = createGlow({
  sun: 0.1,
  reach: 0.5,
  glow: [
    [0, fromHex("#8a5a6c", 0.5)],
    [0.1, fromHex("#6a4c6c", 0.42)],
    [0.25, fromHex("#3d4064", 0.36)],
    [0.6, fromHex("#222e4c", 0.34)],
    [2, fromHex("#10182a", 0.4)],
  ],
  away: [
    [0, fromHex("#4f4a68", 0.38)],
    [0.1, fromHex("#404667", 0.36)],
    [0.25, fromHex("#2c3858", 0.34)],
    [0.6, fromHex("#1b2742", 0.34)],
    [2, fromHex("#0e1628", 0.4)],
  ],
});

/** Draws the page background. */
export const createBackground: CreatePicture = (width) => {
  const view: View = { width, height: Math.round((width * 2) / 3), horizon: -0.1, wide: 0.3, eye: 4.2 };
  return {
    width,
    height: view.height,
    seed: 9,
    quality: 88,
    film: {
      exposure: 1.15,
      bloom: 0,
      halation: 0,
      vignette: 0.3,
      grain: 2.6,
      saturation: 0.9,
      black: [0.028, 0.034, 0.048],
    },
    steps: [],
    frame: () => {
      const light: LightOut = [0, 0, 0];
      const gusts = (x: number, z: number): number => 0.5 + 0.9 * smooth(-0.4, 0.5, fbm2(x / 9, z / 14, 4, 305));
      const lake: Lake = {
        view,
        waves: [
          {
            patch: createPatch({ size: 61, waves: [2, 14], steepness: 0.02, heading: 4.3, focus: 2, seed: 41 }),
            strength: () => 1,
          },
          {
            patch: createPatch({ size: 17.9, waves: [0.4, 2.4], steepness: 0.035, heading: 4.7, focus: 1.5, seed: 42 }),
            strength: gusts,
          },
          {
            patch: createPatch({ size: 4.3, waves: [0.04, 0.5], steepness: 0.03, heading: 5.2, focus: 1, seed: 43 }),
            strength: gusts,
          },
        ],
        sky: (u, v, out) => {
          glow(u, v, light);
          out[0] = light[0];
          out[1] = light[1];
          out[2] = light[2];
          out[3] = 1;
        },
        shores: [],
        lamps: [],
        glitter: 0.02,
        deep: fromHex("#0c1a2a", 0.5),
        samples: 8,
      };
      return (x, y, random, out) => {
        shadeWater(lake, x, y, random, out);
        const u = toU(view, x + 0.5);
        const v = toV(view, y + 0.5);
        // The far water is the brighter; mist and this fall keep the page even from top to bottom.
        const even = 0.42 + 1.15 * smooth(0, 0.95, y / view.height);
        const mist = 0.006 * (1 + fbm2(u * 5, v * 12, 5, 95)) * smooth(0.9, 0, y / view.height);
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * even + mist * [0.8, 0.95, 1.3][c]!;
      };
    },
  };
};
