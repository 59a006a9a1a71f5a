/** The act, far off: three people on a pier with a guitar and a case, the last light behind them. */
import { createBackdrop } from "../backdrop.ts";
import { paintFlat } from "../built.ts";
import type { LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import type { Material, Reach } from "../figure.ts";
import { cloth, crate, reachFigure } from "../figure.ts";
import type { Lake } from "../lake.ts";
import { shadeWater } from "../lake.ts";
import { drawRidge } from "../land.ts";
import { fbm2, fbm3, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { findPlate, skyStep } from "../picture.ts";
import { createGlow, layClouds } from "../sky.ts";
import type { Sample, View } from "../view.ts";
import { pixelAngle, readPlate, toU, toV } from "../view.ts";
import { createPatch } from "../waves.ts";
import { CRATE, people } from "./bio-people.ts";
import { DECK, LAMP, PIER, PIER_END, pier } from "./bio-pier.ts";

const glow = createGlow({
  sun: 0.01,
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
  const lens = Math.max(0, 1 - (((y - 4) / 0.55) * 2 - 1) ** 2);
  const bend = fbm2(x * 0.1, z * 0.06, 2, 623) * 1.8;
  const grain = fbm3(x * 0.62 + bend, y * 0.9, z * 0.2 + bend, 5, 631, 0.56);
  return 3 * lens * amount * Math.max(0, grain + 0.28 * amount - 0.05);
}

/** Air between shore and lens scatters more blue than the sky behind it. */
const AIR = [0.42, 0.47, 0.66] as const;

const WOOD = fromHex("#9c6434", 0.6);

/** Where a soft look reads the plate, in widths of the softness. */
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
  const view: View = { width, height: Math.round(width * 1.25), horizon: 0.535, wide: 0.2, eye: 1.75 };
  const density = 1 / pixelAngle(view);
  const air = (u: number, out: LightOut): void => {
    glow(u, 0.03, out);
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (AIR[c] ?? 0);
  };
  const back = fromHex("#f3a074", 0.75);
  const lampLight = fromHex("#ffbe78", 3);
  const overhead = fromHex("#56628c", 0.12);
  return {
    width,
    height: view.height,
    seed: 4,
    quality: 92,
    film: {
      exposure: 0.86,
      bloom: 0.17,
      halation: 0.05,
      vignette: 0.4,
      grain: 2.8,
      saturation: 0.9,
      black: [0.018, 0.022, 0.032],
    },
    steps: [
      skyStep({ left: -0.4, right: 0.4, top: 0.8, bottom: -0.01, density: density / 2 }, (u, v, out) => {
        glow(u, v, out);
        layClouds(
          {
            base: 4,
            top: 4.55,
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
          const common = { airLight: air, body: fromHex("#0c1220", 0.55) };
          drawRidge(plate, view, {
            ...common,
            distance: 15000,
            ground: (x) => 150 + 200 * fbm2(x / 2600 + 4.2, 0, 6, 131, 0.45) + 190 * smooth(1000, 3600, x),
            trees: 16,
            spacing: 4.5,
            air: 0.8,
            mist: 0.7,
            mistHeight: 90,
            seed: 231,
          });
          drawRidge(plate, view, {
            ...common,
            distance: 6000,
            ground: (x) => -60 + 90 * fbm2(x / 1000 + 2.2, 0, 6, 132, 0.45) + 150 * smooth(-300, -1400, x),
            trees: 19,
            spacing: 4,
            air: 0.45,
            mist: 0.7,
            mistHeight: 30,
            seed: 232,
          });
        },
      },
      {
        name: "people",
        shape: { left: -0.1, right: 0.085, top: 0.042, bottom: -0.026, density },
        pixel: () => {
          const looks = 8;
          const reach: Reach = { distance: 9, material: "cloth" };
          return (u, v, out) => {
            out[0] = out[1] = out[2] = out[3] = 0;
            for (let k = 0; k < looks; k++) {
              const x = (u + (((k * 0.618) % 1) - 0.5) / density) * PIER;
              const y = (v + ((k + 0.5) / looks - 0.5) / density) * PIER + view.eye - DECK;
              const near = people.filter((who) => Math.abs(x - who.x) < 0.95);
              if (near.length === 0) break;
              const measure = (ax: number, ay: number, az: number): Reach => {
                let distance = crate(ax, ay, az, CRATE);
                let material: Material = "cloth";
                for (const who of near) {
                  reachFigure(who, ax, ay, az, reach);
                  if (reach.distance < distance) ({ distance, material } = reach);
                }
                if (distance < 0.03 && material === "cloth") distance += cloth(ax, ay, az, 40);
                return { distance, material };
              };
              let z = -0.7;
              for (let i = 0; i < 70 && z < 0.7; i++) {
                const { distance, material } = measure(x, y, z);
                if (distance < 0.001) {
                  const e = 0.003;
                  let nx = measure(x + e, y, z).distance - distance;
                  let ny = measure(x, y + e, z).distance - distance;
                  let nz = measure(x, y, z + e).distance - distance;
                  const length = Math.hypot(nx, ny, nz) || 1;
                  nx /= length;
                  ny /= length;
                  nz /= length;
                  // The glow stands behind them: it wraps round every edge and leaves the near side to the dark sky.
                  const wrap = Math.max(0, (1 + nz * 0.97 + ny * 0.12) / 2) ** 2.2;
                  const fuzz = (1 - Math.min(1, Math.abs(nz))) ** 3;
                  const dome = 0.35 + 0.65 * Math.max(0, 0.5 + 0.5 * ny);
                  const lx = LAMP.x - 0.4 - x;
                  const ly = LAMP.y - DECK - y;
                  const lz = -0.25 - z;
                  const far = Math.hypot(lx, ly, lz);
                  const warm = Math.max(0, (nx * lx + ny * ly + nz * lz) / far) / (far * far);
                  const albedo = 0.024;
                  for (let c = 0; c < 3; c++) {
                    const falling =
                      (overhead[c] ?? 0) * dome + (back[c] ?? 0) * wrap + (lampLight[c] ?? 0) * warm * 0.4;
                    const tint = material === "wood" ? (WOOD[c] ?? 0) : albedo;
                    out[c] = (out[c] ?? 0) + (tint * falling + 0.04 * fuzz * (back[c] ?? 0)) / looks;
                  }
                  out[3] += 1 / looks;
                  break;
                }
                z += Math.max(0.002, distance * 0.75);
              }
            }
          };
        },
      },
      {
        name: "pier",
        shape: { left: -0.2, right: 0.22, top: 0.1, bottom: -0.075, density },
        whole: (plate) => {
          paintFlat(
            plate,
            view,
            PIER,
            { left: PIER_END - 0.2, right: 7, bottom: -0.1, top: LAMP.y + 0.5 },
            (x, y, out) => {
              const bulb = Math.hypot(x - LAMP.x + 0.4, y - LAMP.y);
              if (bulb < 0.07 && y < LAMP.y) {
                for (let c = 0; c < 3; c++) out[c] = (lampLight[c] ?? 0) * 14;
                return 1;
              }
              const paint = pier(x, y);
              if (paint === 0) return 0;
              const far = 0.3 + (x - LAMP.x + 0.4) ** 2 + (y - LAMP.y) ** 2;
              const upright = y > DECK + 0.04 || y < DECK - 0.28;
              const grain = 0.75 + 0.5 * (upright ? fbm2(x * 24, y * 3, 4, 648) : fbm2(x * 3, y * 24, 4, 648));
              const edge = y > DECK - 0.03 && y < DECK + 0.04 ? 0.35 : 0;
              for (let c = 0; c < 3; c++) {
                const falling =
                  (overhead[c] ?? 0) * 0.5 +
                  ((lampLight[c] ?? 0) * (y < DECK ? 0.5 : 0.55)) / far +
                  (back[c] ?? 0) * edge;
                out[c] = paint * grain * 0.07 * falling;
              }
              return 1;
            },
          );
        },
      },
    ],
    frame: (plates) => {
      const behind = createBackdrop(plates, ["sky", "land"]);
      const crowd = findPlate(plates, "people");
      const stage = findPlate(plates, "pier");
      const calm = (x: number, z: number): number =>
        0.2 + 1.1 * smooth(-0.1, 0.5, fbm2(x / 30 + 3, z / 110 + 8, 4, 306));
      const lake: Lake = {
        view,
        waves: [
          {
            patch: createPatch({ size: 71, waves: [3, 18], steepness: 0.009, heading: 4.4, focus: 3, seed: 51 }),
            strength: () => 1,
          },
          {
            patch: createPatch({ size: 16.3, waves: [0.4, 2.6], steepness: 0.018, heading: 4.9, focus: 1.5, seed: 52 }),
            strength: calm,
          },
          {
            patch: createPatch({ size: 3.9, waves: [0.04, 0.4], steepness: 0.018, heading: 5.1, focus: 1, seed: 53 }),
            strength: calm,
          },
        ],
        sky: behind,
        shores: [
          { plate: crowd, distance: PIER },
          { plate: stage, distance: PIER },
        ],
        lamps: [],
        glitter: 0.02,
        deep: fromHex("#0b1a2a", 0.5),
        samples: 14,
      };
      const sample: Sample = [0, 0, 0, 0];
      const total: Sample = [0, 0, 0, 0];
      return (px, py, random, out) => {
        const u = toU(view, px + 0.5);
        const v = toV(view, py + 0.5);
        if (v < 0) shadeWater(lake, px, py, random, out);
        else {
          behind(u, Math.max(v, pixelAngle(view)), sample);
          for (let c = 0; c < 3; c++) out[c] = sample[c] ?? 0;
        }
        // Seen a little soft, as a long lens sees things through evening air: an edge sharp to the pixel looks cut out.
        const soft = 1.1 * pixelAngle(view);
        for (const plate of [stage, crowd]) {
          if (u < plate.left + soft || u > plate.right - soft || v > plate.top - soft) continue;
          total[0] = total[1] = total[2] = total[3] = 0;
          for (const [du, dv] of SPREAD) {
            readPlate(plate, u + du * soft, v + dv * soft, sample);
            for (let c = 0; c < 4; c++) total[c] = (total[c] ?? 0) + (sample[c] ?? 0) / SPREAD.length;
          }
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - total[3]) + (total[c] ?? 0);
        }
      };
    },
  };
};
