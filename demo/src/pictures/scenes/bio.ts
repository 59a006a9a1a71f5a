/** The act at the end of the pier after rain, seen from behind: a bass, a guitar, one lamp, and the last light over the lake. */
import { createBackdrop } from "../backdrop.ts";
import { createBreakwater, createHarbourLight, paintFlat } from "../built.ts";
import type { LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import type { Lake } from "../lake.ts";
import { shadeWater } from "../lake.ts";
import { drawRidge } from "../land.ts";
import { createRandom, fbm2, fbm3, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { findPlate, skyStep } from "../picture.ts";
import { createGlow, layClouds } from "../sky.ts";
import type { Sample, View } from "../view.ts";
import { pixelAngle, readPlate, toU, toV } from "../view.ts";
import { createPatch } from "../waves.ts";
import type { DeckLight } from "./bio-deck.ts";
import { isOnDeck, shadeDeck } from "./bio-deck.ts";
import { STAGE } from "./bio-people.ts";
import { HALF, LAMP, meetStage, PIER_END, seeLamp } from "./bio-stage.ts";

const glow = createGlow({
  sun: -0.012,
  reach: 0.2,
  glow: [
    [0, fromHex("#f6b488", 0.84)],
    [0.018, fromHex("#eb9c70", 0.76)],
    [0.045, fromHex("#d27d66", 0.58)],
    [0.08, fromHex("#a96473", 0.43)],
    [0.125, fromHex("#76587c", 0.34)],
    [0.19, fromHex("#4b5177", 0.29)],
    [0.32, fromHex("#2d3e60", 0.26)],
    [0.7, fromHex("#18253e", 0.3)],
    [2, fromHex("#0e1626", 0.4)],
  ],
  away: [
    [0, fromHex("#6b5c76", 0.34)],
    [0.04, fromHex("#5d5b76", 0.32)],
    [0.1, fromHex("#475275", 0.3)],
    [0.19, fromHex("#334567", 0.28)],
    [0.4, fromHex("#20314e", 0.27)],
    [0.9, fromHex("#141f36", 0.3)],
    [2, fromHex("#0c1424", 0.4)],
  ],
});

/** Streaks of high cloud, lit from below. */
function streaks(x: number, y: number, z: number): number {
  const amount = smooth(-0.1, 0.4, fbm2(x * 0.05 + 7.4, z * 0.02 + 2.2, 3, 611));
  if (amount <= 0) return 0;
  const lens = Math.max(0, 1 - (((y - 4) / 0.28) * 2 - 1) ** 2);
  const bend = fbm2(x * 0.1, z * 0.06, 3, 623) * 2.4;
  const grain = fbm3(x * 0.62 + bend, y * 1.2, z * 0.24 + bend, 6, 631, 0.6);
  return 6 * lens * amount * Math.max(0, grain + 0.28 * amount - 0.05);
}

/** Air between shore and lens scatters more blue than the sky behind it. */
const AIR = [0.42, 0.47, 0.66] as const;

/** How high the deck is above the water, and the lens above the deck. */
const DECK = 1.1;
const EYE = 0.92;

/** Where the harbour light stands, out on the lake. */
const LIGHT = { x: -52, distance: 420 };

/** Size of the lens' opening: what is nearer than the act goes soft. */
const OPENING = 0.0035;
const LOOKS = 12;

/** Where a soft sample reads the plate, in widths of the softness. */
const SPREAD = [
  [0, 0],
  [0, 0],
  [1, 0.4],
  [-0.4, 1],
  [-1, -0.4],
  [0.4, -1],
] as const;

/** Draws the bio picture. */
export const createBio: CreatePicture = (width) => {
  const view: View = { width, height: Math.round(width * 1.25), horizon: 0.555, wide: 0.2, eye: DECK + EYE };
  const density = 1 / pixelAngle(view);
  const air = (u: number, out: LightOut): void => {
    glow(u, 0.03, out);
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (AIR[c] ?? 0);
  };
  const lampLight = fromHex("#ffb46a", 20);
  const overhead = fromHex("#56628c", 0.2);
  const around = { sky: fromHex("#5a6284", 0.3), rim: fromHex("#f0906a", 0.7) };
  const beacon = fromHex("#ff4468", 26);
  return {
    width,
    height: view.height,
    seed: 4,
    quality: 92,
    film: {
      exposure: 0.9,
      bloom: 0.15,
      halation: 0.05,
      vignette: 0.42,
      grain: 2.8,
      saturation: 0.9,
      black: [0.018, 0.022, 0.032],
    },
    steps: [
      skyStep({ left: -0.24, right: 0.24, top: 0.44, bottom: -0.01, density: density / 2 }, (u, v, out) => {
        glow(u, v, out);
        layClouds(
          {
            base: 4,
            top: 4.28,
            reach: 140,
            steps: 20,
            density: streaks,
            sun: [0.02, -0.05, 0.998],
            lightReach: 2.5,
            sunlight: fromHex("#d8486c", 0.25),
            above: fromHex("#3a4468", 0.16),
            below: fromHex("#4c3d58", 0.2),
            haze: 80,
          },
          u,
          v,
          5,
          out,
        );
      }),
      {
        name: "land",
        shape: { left: -0.3, right: 0.3, top: 0.08, bottom: -0.012, density },
        whole: (plate) => {
          const common = { airLight: air, body: fromHex("#0c1220", 0.55), trees: 17, spacing: 4.2, mist: 0.7 };
          drawRidge(plate, view, {
            ...common,
            distance: 16000,
            ground: (x) => 90 + 150 * fbm2(x / 2600 + 4.2, 0, 6, 131, 0.45) + 150 * smooth(800, 3200, x),
            air: 0.82,
            mistHeight: 80,
            seed: 231,
          });
          drawRidge(plate, view, {
            ...common,
            distance: 6000,
            ground: (x) => -60 + 70 * fbm2(x / 1000 + 2.2, 0, 6, 132, 0.45) + 130 * smooth(-300, -1400, x),
            air: 0.45,
            mistHeight: 26,
            seed: 232,
          });
          const wall = createBreakwater(-140, LIGHT.x + 4, 2.1, around, 7);
          paintFlat(plate, view, LIGHT.distance, { left: -120, right: -44, bottom: -0.1, top: 4 }, wall);
          const tower = createHarbourLight(LIGHT.x, 1.7, 7, around, beacon);
          paintFlat(plate, view, LIGHT.distance, { left: -60, right: -44, bottom: 1.5, top: 14 }, tower);
        },
      },
      {
        name: "stage",
        shape: { left: -0.2, right: 0.2, top: 0.16, bottom: -0.1, density: density * 0.8 },
        pixel: () => {
          const light = { overhead, back: fromHex("#f3a074", 0.75), lamp: lampLight };
          const looks = 4;
          return (u, v, out) => {
            out[0] = out[1] = out[2] = out[3] = 0;
            for (let k = 0; k < looks; k++) {
              const du = (((k * 0.618) % 1) - 0.5) / density;
              const dv = ((k + 0.5) / looks - 0.5) / density;
              meetStage(u + du, v + dv, EYE, light, 1 / looks, out);
            }
          };
        },
      },
      {
        // The deck as seen by the lamp: u is metres to the right, v metres away.
        name: "lit",
        shape: { left: -HALF, right: HALF, top: PIER_END, bottom: 7, density: 36 },
        pixel: () => {
          const random = createRandom(44);
          return (x, z, out) => {
            out[0] = out[1] = out[2] = out[3] = 0;
            for (let k = 0; k < 6; k++) {
              const turn = (k + random()) * 2.4;
              const off = 0.07 * Math.sqrt(random());
              out[0] += seeLamp(x, 0.002, z, LAMP.x + off * Math.cos(turn), LAMP.z + off * Math.sin(turn)) / 6;
            }
          };
        },
      },
    ],
    frame: (plates) => {
      const behind = createBackdrop(plates, ["sky", "land"]);
      const stage = findPlate(plates, "stage");
      const lit = findPlate(plates, "lit");
      const calm = (x: number, z: number): number =>
        0.25 + 1.1 * smooth(-0.1, 0.5, fbm2(x / 30 + 3, z / 110 + 8, 4, 306));
      const lake: Lake = {
        view,
        waves: [
          {
            patch: createPatch({ size: 71, waves: [3, 18], steepness: 0.009, heading: 4.4, focus: 3, seed: 51 }),
            strength: () => 1,
          },
          {
            patch: createPatch({ size: 16.3, waves: [0.4, 2.6], steepness: 0.02, heading: 4.9, focus: 1.5, seed: 52 }),
            strength: calm,
          },
          {
            patch: createPatch({ size: 3.9, waves: [0.04, 0.4], steepness: 0.02, heading: 5.1, focus: 1, seed: 53 }),
            strength: calm,
          },
        ],
        sky: behind,
        shores: [],
        lamps: [{ x: LIGHT.x, y: 9.4, z: LIGHT.distance, power: [beacon[0] * 0.4, beacon[1] * 0.4, beacon[2] * 0.4] }],
        glitter: 0.012,
        deep: fromHex("#0b1a2a", 0.5),
        samples: 12,
      };
      const sample: Sample = [0, 0, 0, 0];
      const total: Sample = [0, 0, 0, 0];
      const deck: DeckLight = {
        eye: EYE,
        lamp: lampLight,
        overhead,
        mirrored: (x, z, u, v, out) => {
          behind(u, v, sample);
          for (let c = 0; c < 3; c++) out[c] = sample[c] ?? 0;
          const way = STAGE - z;
          if (way <= 0) return;
          readPlate(stage, (x + u * way) / STAGE, (v * way - EYE) / STAGE, sample);
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + (sample[c] ?? 0);
        },
        lampSeen: (x, z) => {
          if (z < lit.bottom + 0.1) return 1;
          readPlate(lit, x, z, sample);
          return sample[0];
        },
      };
      const angle = pixelAngle(view);
      const boards: LightOut = [0, 0, 0];
      // Drawn from right to left: the lamp stands at the edge, clear of the heading that lies over the picture's right side.
      return (place, py, random, out) => {
        const px = view.width - 1 - place;
        const u = toU(view, px + 0.5);
        const v = toV(view, py + 0.5);
        let open = LOOKS;
        boards[0] = boards[1] = boards[2] = 0;
        for (let k = 0; k < LOOKS && v < 0; k++) {
          const blur = OPENING * Math.max(0, v / -EYE - 1 / STAGE);
          const turn = (k + random()) * 2.4;
          const off = blur * Math.sqrt((k + random()) / LOOKS);
          const lookU = u + (random() - 0.5) * angle + off * Math.cos(turn);
          const lookV = v + ((k + random()) / LOOKS - 0.5) * angle + off * Math.sin(turn);
          const z = EYE / -Math.min(-1e-5, lookV);
          if (z > PIER_END || !isOnDeck(lookU * z, z)) continue;
          shadeDeck(deck, lookU, lookV, angle, random, boards);
          open--;
        }
        if (open === 0) out[0] = out[1] = out[2] = 0;
        else if (v < 0) shadeWater(lake, px, py, random, out);
        else {
          behind(u, Math.max(v, angle), sample);
          for (let c = 0; c < 3; c++) out[c] = sample[c] ?? 0;
        }
        for (let c = 0; c < 3; c++) out[c] = ((out[c] ?? 0) * open + (boards[c] ?? 0)) / LOOKS;
        // Seen a little soft, as a long lens sees things through evening air: an edge sharp to the pixel looks cut out.
        const soft = 0.9 * angle;
        if (v < stage.top - soft && v > stage.bottom + soft) {
          total[0] = total[1] = total[2] = total[3] = 0;
          for (const [du, dv] of SPREAD) {
            readPlate(stage, u + du * soft, v + dv * soft, sample);
            for (let c = 0; c < 4; c++) total[c] = (total[c] ?? 0) + (sample[c] ?? 0) / SPREAD.length;
          }
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - total[3]) + (total[c] ?? 0);
        }
        // The bulb under its shade, and the damp air it lights.
        const away = Math.hypot(u * LAMP.z - LAMP.x, v * LAMP.z + EYE - LAMP.y);
        const isBulb = away < 0.062 && v * LAMP.z + EYE < LAMP.y + 0.02;
        const below = smooth(0.1, -0.5, v * LAMP.z + EYE - LAMP.y);
        const haze = (0.0016 * (0.35 + 0.65 * below)) / (away + 0.12);
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + (lampLight[c] ?? 0) * (isBulb ? 1.7 : haze);
      };
    },
  };
};
