/** Hero: the still after sunset. Far shores in layers, calm water with the afterglow in it, one harbour light. */
import { createBackdrop } from "../backdrop.ts";
import { createBreakwater, createHarbourLight, paintFlat } from "../built.ts";
import type { LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import type { Lake } from "../lake.ts";
import { shadeWater } from "../lake.ts";
import { drawRidge } from "../land.ts";
import { fbm2, fbm3, smooth } from "../noise.ts";
import type { CreatePicture, Picture } from "../picture.ts";
import { findPlate, skyStep } from "../picture.ts";
import { createGlow, layClouds } from "../sky.ts";
import type { Sample, View } from "../view.ts";
import { pixelAngle, readPlate, toU, toV } from "../view.ts";
import { createPatch } from "../waves.ts";

const glow = createGlow({
  sun: 0.06,
  reach: 0.25,
  glow: [
    [0, fromHex("#f6b083", 0.85)],
    [0.014, fromHex("#ea9669", 0.76)],
    [0.035, fromHex("#d07562", 0.58)],
    [0.062, fromHex("#a95f70", 0.42)],
    [0.1, fromHex("#74557a", 0.34)],
    [0.16, fromHex("#4b5076", 0.3)],
    [0.28, fromHex("#2e3f61", 0.27)],
    [0.7, fromHex("#19263f", 0.3)],
    [2, fromHex("#0e1626", 0.4)],
  ],
  away: [
    [0, fromHex("#6b5c76", 0.34)],
    [0.03, fromHex("#5d5b76", 0.32)],
    [0.08, fromHex("#475275", 0.3)],
    [0.16, fromHex("#334567", 0.28)],
    [0.4, fromHex("#20314e", 0.27)],
    [0.9, fromHex("#141f36", 0.3)],
    [2, fromHex("#0c1424", 0.4)],
  ],
});

/** Thin mackerel cloud, drawn out by the wind aloft. */
function mackerel(x: number, y: number, z: number): number {
  const bank = fbm2(x * 0.03 + 3.1, z * 0.014 + 1.7, 3, 11);
  const amount = smooth(-0.02, 0.42, bank);
  if (amount <= 0) return 0;
  const height = (y - 4) / 0.26;
  const lens = Math.max(0, 1 - (height * 2 - 1) ** 2);
  const bend = fbm2(x * 0.12, z * 0.05, 4, 23) * 2.2;
  const grain = fbm3(x * 0.7 + bend, y * 1.2, z * 0.26 + bend, 6, 31, 0.6);
  return 7 * lens * amount * Math.max(0, grain + 0.3 * amount - 0.06);
}

/** Air between shore and lens scatters more blue than the sky behind it. */
const AIR = [0.48, 0.52, 0.72] as const;

const LIGHT_X = 49;
const LIGHT_DISTANCE = 330;

/**
 * Draws the harbour after sunset in any format: n1 and the social card are two frames of the same evening.
 *
 * @param format height over width, where the horizon lies from the top, and the tangent of half the angle of view
 */
export function drawHarbour(width: number, format: { height: number; horizon: number; wide: number }): Picture {
  const { horizon, wide } = format;
  const view: View = { width, height: Math.round(width * format.height), horizon, wide, eye: 3.2 };
  const density = 1 / pixelAngle(view);
  const air = (u: number, out: LightOut): void => {
    glow(u, 0.03, out);
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (AIR[c] ?? 0);
  };
  const around = { sky: fromHex("#5a6284", 0.35), rim: fromHex("#f0906a", 0.8) };
  const lamp = fromHex("#ffd39a", 34);
  return {
    width,
    height: view.height,
    seed: 1,
    quality: 92,
    film: {
      exposure: 0.88,
      bloom: 0.1,
      halation: 0.06,
      vignette: 0.42,
      grain: 2.6,
      saturation: 0.9,
      black: [0.018, 0.023, 0.034],
    },
    steps: [
      skyStep({ left: -0.5, right: 0.5, top: 0.6, bottom: -0.01, density: density / 2 }, (u, v, out) => {
        glow(u, v, out);
        layClouds(
          {
            base: 4,
            top: 4.26,
            reach: 140,
            steps: 20,
            density: mackerel,
            sun: [0.07, -0.05, 0.99],
            lightReach: 2.5,
            sunlight: fromHex("#d8486c", 0.27),
            above: fromHex("#3a4468", 0.16),
            below: fromHex("#4c3d58", 0.2),
            haze: 70,
          },
          u,
          v,
          5,
          out,
        );
      }),
      {
        name: "land",
        shape: { left: -0.4, right: 0.4, top: 0.075, bottom: -0.012, density },
        whole: (plate) => {
          const common = { airLight: air, body: fromHex("#0c1220", 0.55) };
          // From far to near; headlands come in from both sides and leave the glow a gap to stand in.
          drawRidge(plate, view, {
            ...common,
            distance: 21000,
            ground: (x) => 300 + 330 * fbm2(x / 4200 + 4.2, 0, 6, 101, 0.45) + 260 * smooth(2500, -6500, x),
            trees: 16,
            spacing: 4.5,
            air: 0.9,
            mist: 0.7,
            mistHeight: 150,
            seed: 201,
          });
          drawRidge(plate, view, {
            ...common,
            distance: 13000,
            ground: (x) =>
              10 +
              260 * fbm2(x / 2900 + 9.4, 0, 6, 102, 0.45) +
              250 * smooth(0, -3800, x) +
              150 * smooth(2600, 4300, x),
            trees: 18,
            spacing: 4.5,
            air: 0.7,
            mist: 0.85,
            mistHeight: 85,
            seed: 202,
          });
          drawRidge(plate, view, {
            ...common,
            distance: 7600,
            ground: (x) => -120 + 150 * fbm2(x / 1500 + 2.2, 0, 6, 103, 0.45) + 330 * smooth(900, 2700, x),
            trees: 19,
            spacing: 4,
            air: 0.48,
            mist: 0.85,
            mistHeight: 48,
            seed: 203,
          });
          drawRidge(plate, view, {
            ...common,
            distance: 4300,
            ground: (x) => -60 + 80 * fbm2(x / 900 + 3.3, 0, 6, 105, 0.46) + 185 * smooth(-300, -1450, x),
            trees: 20,
            spacing: 3.8,
            air: 0.28,
            mist: 0.8,
            mistHeight: 24,
            seed: 205,
          });
          drawRidge(plate, view, {
            ...common,
            distance: 2100,
            ground: (x) => -22 + 30 * fbm2(x / 420 + 7.7, 0, 6, 104, 0.48) + 66 * smooth(-330, -760, x),
            trees: 21,
            spacing: 3.2,
            air: 0.12,
            mist: 0.7,
            mistHeight: 11,
            seed: 204,
          });
        },
      },
      {
        name: "harbour",
        shape: { left: 0.08, right: 0.4, top: 0.05, bottom: -0.012, density },
        whole: (plate) => {
          const wall = createBreakwater(LIGHT_X - 4, 140, 2.1, around, 7);
          paintFlat(plate, view, LIGHT_DISTANCE, { left: 30, right: 140, bottom: -0.12, top: 4 }, wall);
          const tower = createHarbourLight(LIGHT_X, 1.7, 9.2, around, lamp);
          paintFlat(plate, view, LIGHT_DISTANCE, { left: 40, right: 60, bottom: 1.5, top: 16 }, tower);
        },
      },
    ],
    frame: (plates) => {
      const behind = createBackdrop(plates, ["sky", "land"]);
      const harbour = findPlate(plates, "harbour");
      const gusts = (x: number, z: number): number =>
        0.12 + 1.3 * smooth(0, 0.5, fbm2(x / 45 + 3, z / 170 + 8, 4, 301));
      const lake: Lake = {
        view,
        waves: [
          {
            patch: createPatch({ size: 83, waves: [3, 22], steepness: 0.006, heading: 4.4, focus: 3, seed: 1 }),
            strength: () => 1,
          },
          {
            patch: createPatch({ size: 19.3, waves: [0.5, 3], steepness: 0.012, heading: 4.9, focus: 1.5, seed: 2 }),
            strength: gusts,
          },
          {
            patch: createPatch({ size: 4.7, waves: [0.05, 0.5], steepness: 0.02, heading: 5.1, focus: 1, seed: 3 }),
            strength: gusts,
          },
        ],
        sky: behind,
        shores: [{ plate: harbour, distance: LIGHT_DISTANCE }],
        lamps: [
          {
            x: LIGHT_X,
            y: 11.6,
            z: LIGHT_DISTANCE,
            power: [lamp[0] * 0.3, lamp[1] * 0.3, lamp[2] * 0.3],
          },
        ],
        glitter: 0.012,
        deep: fromHex("#0b1a2a", 0.5),
        samples: 16,
      };
      const sample: Sample = [0, 0, 0, 0];
      return (x, y, random, out) => {
        const u = toU(view, x + 0.5);
        const v = toV(view, y + 0.5);
        if (v < 0) shadeWater(lake, x, y, random, out);
        else {
          behind(u, Math.max(v, pixelAngle(view)), sample);
          for (let c = 0; c < 3; c++) out[c] = sample[c] ?? 0;
        }
        if (u < harbour.left) return;
        readPlate(harbour, u, v, sample);
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + (sample[c] ?? 0);
      };
    },
  };
}

/** Draws n1. */
export const createN1: CreatePicture = (width) => drawHarbour(width, { height: 9 / 16, horizon: 0.56, wide: 0.33 });
