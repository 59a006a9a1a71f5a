/** Hero: a storm clearing. A cloud shelf, light breaking in under it, rain in the distance, a breakwater light. */
import { createBackdrop } from "../backdrop.ts";
import { createBreakwater, createHarbourLight, paintFlat } from "../built.ts";
import type { Light, LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import type { Lake } from "../lake.ts";
import { shadeWater } from "../lake.ts";
import { drawRidge } from "../land.ts";
import { fbm2, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { findPlate } from "../picture.ts";
import { createGlow } from "../sky.ts";
import type { Sample, View } from "../view.ts";
import { pixelAngle, readPlate, toU, toV } from "../view.ts";
import { createPatch } from "../waves.ts";
import { ceilingStep, layStorm } from "./n6-storm.ts";

const glow = createGlow({
  sun: 0.06,
  reach: 0.3,
  glow: [
    [0, fromHex("#ffc496", 1.05)],
    [0.02, fromHex("#ffb285", 1.0)],
    [0.05, fromHex("#ef9a78", 0.86)],
    [0.1, fromHex("#c98282", 0.64)],
    [0.2, fromHex("#877a96", 0.46)],
    [0.5, fromHex("#566488", 0.38)],
    [2, fromHex("#2a3450", 0.4)],
  ],
  away: [
    [0, fromHex("#8a7486", 0.5)],
    [0.05, fromHex("#76708a", 0.46)],
    [0.15, fromHex("#566282", 0.42)],
    [0.5, fromHex("#3a4866", 0.38)],
    [2, fromHex("#1e2a42", 0.4)],
  ],
});

/** Shafts: dusty air under the shelf, lit in stripes that all point at the hidden sun. Multiplies the light there. */
function shafts(u: number, v: number): number {
  const du = u - 0.075;
  const dv = 0.165 - v;
  if (dv <= 0) return 1;
  const turn = Math.atan2(du, dv);
  const stripe = fbm2(turn * 5.5 + 3.7, 0.4, 4, 541, 0.6) + 0.35 * fbm2(turn * 17, dv * 2, 3, 542);
  return 1 + 0.62 * stripe * smooth(0.03, 0.09, dv) * Math.exp(-Math.hypot(du, dv) / 0.22);
}

/** Share of the light behind that a curtain of rain lets through. */
function rain(u: number, v: number): number {
  const lean = u + v * 0.22;
  const left = smooth(-0.33, -0.2, lean) * smooth(-0.06, -0.15, lean);
  const right = 0.5 * smooth(0.22, 0.27, lean) * smooth(0.38, 0.3, lean);
  const streaks = 0.85 + 0.4 * fbm2(lean * 48, v * 2.6, 4, 531, 0.55);
  // It hangs from the cloud: none is seen against the folds above the base.
  const hung = smooth(0.17, 0.1, v + 0.015 * fbm2(u * 12, 0.5, 3, 532));
  return Math.exp(-1.9 * (left + right) * streaks * hung * (0.75 + 0.6 * smooth(0, 0.1, v)));
}

/** Air between shore and lens scatters more blue than the sky behind it. */
const AIR = [0.34, 0.38, 0.54] as const;

/** Colour rain greys towards: that of the cloud it falls from. */
const RAIN_LIGHT: Light = [0.016, 0.02, 0.033];

const LIGHT_X = 42;
const LIGHT_DISTANCE = 260;

/** Draws n6. */
export const createN6: CreatePicture = (width) => {
  const view: View = { width, height: Math.round((width * 9) / 16), horizon: 0.55, wide: 0.36, eye: 3.4 };
  const density = 1 / pixelAngle(view);
  const air = (u: number, out: LightOut): void => {
    glow(u, 0.05, out);
    const dark = rain(u, 0.02);
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (AIR[c] ?? 0) * dark + (RAIN_LIGHT[c] ?? 0) * (1 - dark);
  };
  const around = { sky: fromHex("#667088", 0.3), rim: fromHex("#f0a070", 0.6) };
  const lamp = fromHex("#ff4468", 22);
  return {
    width,
    height: view.height,
    seed: 6,
    quality: 92,
    film: {
      exposure: 0.74,
      bloom: 0.12,
      halation: 0.06,
      vignette: 0.42,
      grain: 3,
      saturation: 0.88,
      black: [0.018, 0.022, 0.03],
    },
    steps: [
      ceilingStep,
      {
        name: "sky",
        shape: { left: -0.5, right: 0.5, top: 0.6, bottom: -0.01, density: density / 2 },
        pixel: (plates) => {
          const ceiling = findPlate(plates, "ceiling");
          const light: LightOut = [0, 0, 0];
          return (u, v, out) => {
            glow(u, v, light);
            layStorm(ceiling, u, v, light);
            const dust = shafts(u, v);
            // Rain greys what is behind it towards the colour of the cloud it falls from.
            const clear = rain(u, v);
            for (let c = 0; c < 3; c++) out[c] = (light[c] ?? 0) * dust * clear + (RAIN_LIGHT[c] ?? 0) * (1 - clear);
            out[3] = 1;
          };
        },
      },
      {
        name: "land",
        shape: { left: -0.45, right: 0.45, top: 0.05, bottom: -0.015, density },
        whole: (plate) => {
          const common = { airLight: air, body: fromHex("#0c121c", 0.5) };
          drawRidge(plate, view, {
            ...common,
            distance: 12000,
            ground: (x) => 25 + 200 * fbm2(x / 2600 + 3.1, 0, 6, 121, 0.45) + 130 * smooth(500, 3800, x),
            trees: 16,
            spacing: 4.5,
            air: 0.72,
            mist: 0.7,
            mistHeight: 60,
            seed: 221,
          });
          drawRidge(plate, view, {
            ...common,
            distance: 5200,
            ground: (x) => -70 + 90 * fbm2(x / 900 + 6.3, 0, 6, 122, 0.45) + 150 * smooth(500, 1900, x),
            trees: 18,
            spacing: 4,
            air: 0.42,
            mist: 0.7,
            mistHeight: 26,
            seed: 222,
          });
        },
      },
      {
        name: "harbour",
        shape: { left: 0.08, right: 0.45, top: 0.06, bottom: -0.015, density },
        whole: (plate) => {
          const wall = createBreakwater(LIGHT_X - 4, 130, 2.2, around, 9);
          paintFlat(plate, view, LIGHT_DISTANCE, { left: 26, right: 125, bottom: -0.6, top: 4 }, wall);
          const tower = createHarbourLight(LIGHT_X, 1.8, 5.4, around, lamp);
          paintFlat(plate, view, LIGHT_DISTANCE, { left: 34, right: 50, bottom: 1.5, top: 15 }, tower);
        },
      },
    ],
    frame: (plates) => {
      const behind = createBackdrop(plates, ["sky", "land"]);
      const harbour = findPlate(plates, "harbour");
      const gusts = (x: number, z: number): number => 0.75 + 0.5 * fbm2(x / 60 + 3, z / 160 + 8, 4, 303);
      const lake: Lake = {
        view,
        waves: [
          {
            patch: createPatch({ size: 131, waves: [9, 60], steepness: 0.115, heading: 4.25, focus: 5, seed: 21 }),
            strength: () => 1,
          },
          {
            patch: createPatch({ size: 23.3, waves: [1, 6], steepness: 0.12, heading: 4.5, focus: 3, seed: 22 }),
            strength: gusts,
          },
          {
            patch: createPatch({ size: 5.3, waves: [0.06, 1], steepness: 0.12, heading: 4.6, focus: 2, seed: 23 }),
            strength: gusts,
          },
        ],
        sky: behind,
        shores: [{ plate: harbour, distance: LIGHT_DISTANCE }],
        lamps: [{ x: LIGHT_X, y: 7.8, z: LIGHT_DISTANCE, power: [lamp[0] * 0.5, lamp[1] * 0.5, lamp[2] * 0.5] }],
        glitter: 0.03,
        deep: fromHex("#12242c", 0.4),
        samples: 12,
        crests: { highest: 1.7 },
      };
      const sample: Sample = [0, 0, 0, 0];
      return (x, y, random, out) => {
        const u = toU(view, x + 0.5);
        const v = toV(view, y + 0.5);
        if (v < 0) {
          shadeWater(lake, x, y, random, out);
        } else {
          behind(u, Math.max(v, pixelAngle(view)), sample);
          for (let c = 0; c < 3; c++) out[c] = sample[c] ?? 0;
        }
        if (u >= harbour.left) {
          readPlate(harbour, u, v, sample);
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + (sample[c] ?? 0);
        }
      };
    },
  };
};
