/** Hero: the blue hour. Mist rolls over the water under a conifer ridge; a porch is lit, its light lies on the water. */
import { createBackdrop } from "../backdrop.ts";
import { createBreakwater, createCabin, paintFlat } from "../built.ts";
import type { LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import type { Lake } from "../lake.ts";
import { shadeWater } from "../lake.ts";
import { drawRidge } from "../land.ts";
import { createRandom, fbm2, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { findPlate, skyStep } from "../picture.ts";
import { createGlow } from "../sky.ts";
import { drawConifer } from "../trees.ts";
import type { Sample, View } from "../view.ts";
import { pixelAngle, readPlate, toU, toV } from "../view.ts";
import { createPatch } from "../waves.ts";

const glow = createGlow({
  sun: -0.16,
  reach: 0.35,
  glow: [
    [0, fromHex("#a98e9c", 0.6)],
    [0.03, fromHex("#9088a2", 0.54)],
    [0.08, fromHex("#6479a0", 0.46)],
    [0.16, fromHex("#496594", 0.4)],
    [0.3, fromHex("#2f4a78", 0.34)],
    [0.8, fromHex("#1a2b4c", 0.32)],
    [2, fromHex("#0e182c", 0.4)],
  ],
  away: [
    [0, fromHex("#5d6d90", 0.42)],
    [0.08, fromHex("#48608a", 0.38)],
    [0.16, fromHex("#375280", 0.34)],
    [0.3, fromHex("#253e68", 0.3)],
    [0.8, fromHex("#152542", 0.32)],
    [2, fromHex("#0c1628", 0.4)],
  ],
});

const SHORE = 150;
const CABIN_X = 24;
const CABIN_FLOOR = 1.9;
const LAMP = fromHex("#ffb25e", 14);

/** Height of the near shore's ground above the water, x metres to the right. */
function shore(x: number): number {
  return -1.2 + 2.3 * smooth(-14, 10, x) + 1.9 * smooth(10, 60, x) + 0.6 * fbm2(x / 6, 0, 4, 61, 0.6);
}

/** Directions the near shore fills. */
const SHORE_SHAPE = { left: -0.12, right: 0.42, top: 0.21, bottom: -0.02 };

/** Draws n2. */
export const createN2: CreatePicture = (width) => {
  const view: View = { width, height: Math.round((width * 9) / 16), horizon: 0.6, wide: 0.33, eye: 2.6 };
  const density = 1 / pixelAngle(view);
  const air = (u: number, out: LightOut): void => {
    glow(u, 0.05, out);
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * 0.8;
  };
  const around = { sky: fromHex("#5a74a0", 0.3), rim: fromHex("#7f90b0", 0.2) };
  const pale: LightOut = [0, 0, 0];
  return {
    width,
    height: view.height,
    seed: 2,
    quality: 92,
    film: {
      exposure: 0.85,
      bloom: 0.13,
      halation: 0.07,
      vignette: 0.45,
      grain: 2.8,
      saturation: 0.84,
      black: [0.016, 0.023, 0.034],
    },
    steps: [
      skyStep({ left: -0.5, right: 0.5, top: 0.6, bottom: -0.01, density: density / 2 }, (u, v, out) => {
        glow(u, v, out);
        // A low, featureless ceiling with only a hint of structure.
        const bank = fbm2(u * 3 + 1.5 * fbm2(u * 2, v * 9, 3, 81), v * 16, 5, 80);
        const veil = 1 + 0.16 * bank * smooth(0.02, 0.12, v);
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * veil;
      }),
      {
        name: "land",
        shape: { left: -0.4, right: 0.4, top: 0.16, bottom: -0.006, density },
        whole: (plate) => {
          const common = { airLight: air, body: fromHex("#0d1826", 0.5) };
          drawRidge(plate, view, {
            ...common,
            distance: 5200,
            ground: (x) => 170 + 200 * fbm2(x / 1500 + 1.2, 0, 6, 111, 0.45) + 150 * smooth(-300, 1500, x),
            trees: 20,
            spacing: 4,
            air: 0.8,
            mist: 0.95,
            mistHeight: 90,
            seed: 211,
          });
          drawRidge(plate, view, {
            ...common,
            distance: 2300,
            ground: (x) => 52 + 66 * fbm2(x / 620 + 5.2, 0, 6, 112, 0.45) + 70 * smooth(-100, 700, x),
            trees: 20,
            spacing: 3.6,
            air: 0.56,
            mist: 0.95,
            mistHeight: 32,
            seed: 212,
          });
          // Near enough for single trees: an island's worth of them, back to front.
          const random = createRandom(72);
          const island = (x: number): number =>
            1 +
            14 * fbm2(x / 150 + 8.1, 0, 4, 113, 0.45) +
            22 * smooth(-120, 260, x) -
            6 * smooth(60, 20, Math.abs(x + 80));
          for (let row = 0; row < 5; row++) {
            for (let x = -370; x < 370; x += 2.2 + 4.5 * random()) {
              const ground = island(x) * (1 - row * 0.22);
              const full = smooth(-1.5, 3, island(x));
              if (full <= 0.05) continue;
              const tall = (10 + 11 * random() ** 1.5) * (0.35 + 0.65 * full);
              drawConifer(plate, view, {
                x,
                foot: Math.max(0.2, ground),
                distance: 900,
                tall,
                broad: tall * (0.14 + 0.07 * random()),
                seed: 3000 + Math.round(x * 7) + row * 9001,
                colour: (y, top, out) => {
                  air(x / 900, pale);
                  const veil = 0.42 - row * 0.04;
                  const fog = veil + (1 - veil) * 0.9 * Math.exp(-y / 10);
                  const shade = (0.55 + 0.4 * Math.max(-0.6, top)) * (1 - fog);
                  out[0] = 0.006 * shade + pale[0] * fog;
                  out[1] = 0.009 * shade + pale[1] * fog;
                  out[2] = 0.014 * shade + pale[2] * fog;
                },
              });
            }
          }
        },
      },
      {
        name: "shore",
        shape: { ...SHORE_SHAPE, density },
        whole: (plate) => {
          // Rising ground and brush behind the first trees, or one would look right through the wood.
          for (const [i, back] of [1, 0.55].entries()) {
            drawRidge(plate, view, {
              airLight: air,
              body: fromHex("#0a141f", 0.45),
              distance: SHORE + 1 + back * 30,
              ground: (x) => shore(x * 0.87) * (1 + 1.6 * back) - 0.6 + back * 1.5 * fbm2(x / 9, i, 3, 64),
              trees: 3.4 + back * 7,
              spacing: 1.1 + back,
              air: 0.12 + 0.2 * back,
              mist: 0.8,
              mistHeight: 3,
              seed: 241 + i,
            });
          }
          const random = createRandom(71);
          const trees = Array.from({ length: 230 }, () => ({ x: -16 + 84 * random(), back: random() }));
          trees.sort((a, b) => b.back - a.back);
          for (const [i, { x, back }] of trees.entries()) {
            // A clearing round the cabin, open to the water.
            if (Math.abs(x - CABIN_X) < 6.5 && back < 0.45) continue;
            const ground = shore(x) + back * 5 * smooth(-14, 20, x);
            if (shore(x) < 0.1) continue;
            // The trees are young and bent by the wind where the wood begins, so its outline comes down to the lake in
            // steps.
            const tall = (6 + 14 * random() ** 1.6) * (0.2 + 0.8 * smooth(-5, 13, x));
            const veil = 0.1 + 0.3 * back;
            const lampX = CABIN_X + 0.75;
            drawConifer(plate, view, {
              x,
              foot: ground,
              distance: SHORE,
              tall,
              broad: tall * (0.13 + 0.07 * random()),
              seed: 900 + i,
              colour: (y, top, out) => {
                air(x / SHORE, pale);
                const fog = veil + (1 - veil) * 0.8 * Math.exp(-y / 3.6);
                const shade = 0.55 + 0.45 * Math.max(-0.6, top);
                // Porch light reaches the nearest twigs.
                const near = 0.02 / (1 + ((x - lampX) ** 2 + (y - CABIN_FLOOR - 2) ** 2) / 9);
                out[0] = 0.0042 * shade + pale[0] * fog * 0.62 + LAMP[0] * near * 0.25 * (1 - back);
                out[1] = 0.0068 * shade + pale[1] * fog * 0.62 + LAMP[1] * near * 0.25 * (1 - back);
                out[2] = 0.011 * shade + pale[2] * fog * 0.62 + LAMP[2] * near * 0.25 * (1 - back);
              },
            });
          }
          paintFlat(
            plate,
            view,
            SHORE,
            { left: CABIN_X - 5, right: CABIN_X + 5, bottom: 0.1, top: 9 },
            createCabin(CABIN_X, CABIN_FLOOR, around, LAMP),
          );
          // The bank: stones and sedge, dark, with the lamp's light falling on it below the porch.
          paintFlat(plate, view, SHORE, { left: -18, right: 68, bottom: 0, top: 6 }, (x, y, out) => {
            const edge = shore(x) - 0.9 * smooth(9, 3, Math.abs(x - CABIN_X)) + 0.2 * fbm2(x * 2.2, 1, 5, 62, 0.75);
            if (y > edge) return 0;
            const lit = 0.012 / (1 + (x - CABIN_X - 0.7) ** 2 / 5 + (y - 2.4) ** 2);
            const texture = 0.7 + 0.6 * fbm2(x * 1.6, y * 3.5, 4, 63);
            air(x / SHORE, pale);
            const fog = 0.34 * Math.exp(-y / 0.8);
            out[0] = texture * (0.004 + LAMP[0] * lit) + pale[0] * fog;
            out[1] = texture * (0.0062 + LAMP[1] * lit) + pale[1] * fog;
            out[2] = texture * (0.009 + LAMP[2] * lit) + pale[2] * fog;
            return 1;
          });
          // Ledge rock along the waterline.
          const rocks = createBreakwater(-9, 70, 0.62, around, 65);
          paintFlat(plate, view, SHORE, { left: -14, right: 68, bottom: -0.1, top: 1.4 }, rocks);
        },
      },
      {
        // What the water sees of the shore: the mist on it hides the foot of the wood, more towards the open lake.
        name: "shore in the mist",
        shape: { ...SHORE_SHAPE, density: density / 2 },
        pixel: (plates) => {
          const near = findPlate(plates, "shore");
          return (u, v, out) => {
            readPlate(near, u, v, out);
            const high = v * SHORE + view.eye;
            const x = u * SHORE;
            const wisp = 0.8 + 0.5 * fbm2(x / 14, high / 5, 4, 66);
            const open = smooth(CABIN_X - 8, -6, x);
            const veil = Math.min(
              0.96,
              wisp * ((0.35 + 0.6 * open) * Math.exp(-Math.max(0, high) / (3 + 7 * open)) + 0.22 * open),
            );
            const lit = Math.exp(-(((x - CABIN_X - 0.3) / 4) ** 2));
            const keep = 1 - veil * (1 - 0.8 * lit);
            for (let c = 0; c < 4; c++) out[c] = (out[c] ?? 0) * keep;
          };
        },
      },
    ],
    frame: (plates) => {
      const behind = createBackdrop(plates, ["sky", "land"]);
      const near = findPlate(plates, "shore");
      const mirrored = findPlate(plates, "shore in the mist");
      const lake: Lake = {
        view,
        waves: [
          {
            patch: createPatch({ size: 61, waves: [2, 16], steepness: 0.007, heading: 4.2, focus: 2, seed: 11 }),
            strength: () => 1,
          },
          {
            patch: createPatch({ size: 17.3, waves: [0.4, 2.5], steepness: 0.016, heading: 4.6, focus: 1, seed: 12 }),
            strength: (x, z) => 0.35 + 1.2 * smooth(-0.2, 0.5, fbm2(x / 18, z / 60, 4, 302)),
          },
          {
            patch: createPatch({ size: 4.1, waves: [0.05, 0.4], steepness: 0.018, heading: 5.3, focus: 1, seed: 13 }),
            strength: (x, z) => 0.2 + 1.2 * smooth(-0.1, 0.5, fbm2(x / 18, z / 60, 4, 302)),
          },
        ],
        sky: behind,
        shores: [{ plate: mirrored, distance: SHORE }],
        lamps: [],
        glitter: 0.02,
        deep: fromHex("#0a1c28", 0.45),
        samples: 16,
      };
      const sample: Sample = [0, 0, 0, 0];
      // Mist in sheets at several distances: each hides what is behind it, and the nearer ones move apart.
      const sheets = [900, 420, 240, 150.5, 110, 80, 56, 38].map((distance, i) => ({ distance, seed: 400 + i }));
      return (x, y, random, out) => {
        const u = toU(view, x + 0.5);
        const v = toV(view, y + 0.5);
        const water = v < 0;
        const depth = water ? shadeWater(lake, x, y, random, out) : Infinity;
        if (!water) {
          behind(u, Math.max(v, pixelAngle(view)), sample);
          for (let c = 0; c < 3; c++) out[c] = sample[c] ?? 0;
        }
        air(u, pale);
        let shoreDone = false;
        for (const { distance, seed } of sheets) {
          if (!shoreDone && distance < SHORE) {
            shoreDone = true;
            readPlate(near, u, v, sample);
            if (u > near.left) for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + (sample[c] ?? 0);
          }
          const high = v * distance + view.eye;
          const wx = u * distance;
          const fall = Math.min(9, distance * 0.012 + 0.8);
          if (high > fall * 6) continue;
          const bend = fbm2(wx / (fall * 9), high / (fall * 4) + 3, 3, seed + 50);
          const thick = fbm2(wx / (fall * 7) + bend * 0.8, high / (fall * 1.6) + bend, 5, seed);
          const amount = 0.9 * smooth(-0.16, 0.5, thick) * Math.exp(-Math.max(0, high) / fall);
          // Below its own waterline a sheet thins out over the water in front of it instead of ending in a line.
          const skirt = depth >= distance ? 1 : Math.exp(-(distance / depth - 1) * 5);
          const cover = amount * skirt;
          // Mist round the porch takes the lamp's colour.
          const warm =
            0.016 /
            (1 + ((wx - CABIN_X - 0.75) ** 2 + (high - CABIN_FLOOR - 2) ** 2 + (distance - SHORE) ** 2 / 9) / 16);
          for (let c = 0; c < 3; c++) {
            const mist = (pale[c] ?? 0) * 0.86 + (LAMP[c] ?? 0) * warm;
            out[c] = (out[c] ?? 0) * (1 - cover) + mist * cover;
          }
        }
      };
    },
  };
};
