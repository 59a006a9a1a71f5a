/** Breakwater Lamp: so much fog that the lamp lights nothing but the fog. */
import { createBreakwater, createHarbourLight, paintFlat } from "../built.ts";
import type { LightOut } from "../colour.ts";
import { createRamp, fromHex } from "../colour.ts";
import type { Lake } from "../lake.ts";
import { shadeWater } from "../lake.ts";
import { createRandom, fbm2, fbm3, hash, noise2, smooth } from "../noise.ts";
import type { PlateStep, Plates } from "../picture.ts";
import { findPlate } from "../picture.ts";
import type { Plate, Sample, View } from "../view.ts";
import { pixelAngle, readPlate, toU, toV } from "../view.ts";
import { createPatch } from "../waves.ts";
import { glowInFog } from "./fog.ts";
import { createSleeve } from "./sleeve.ts";

/** Metres: how far off the tower stands and how far to the right, the wall's crest, the tower's height, lamp and lens. */
const DISTANCE = 64;
const LIGHT_X = 2.6;
const CREST = 2.2;
const TALL = 7.4;
const LAMP_Y = CREST + TALL + 0.7;
const EYE = 2.4;

/** The lamp's colour, and its power in that colour. */
const ROSE = fromHex("#ff2a5c", 1);
const POWER = 8.5;
/** Share of light lost to fog with each metre, and the distance at which nothing is left. */
const FOG = 0.0105;
const FAR = 180;

const air = createRamp([
  [0, fromHex("#59677f", 0.4)],
  [0.06, fromHex("#4a5b78", 0.31)],
  [0.16, fromHex("#364868", 0.2)],
  [0.3, fromHex("#243250", 0.11)],
  [0.6, fromHex("#141f38", 0.08)],
]);

function fogAt(u: number, v: number, out: LightOut): void {
  air(Math.max(0, v), out);
  const bank = 1 + 0.22 * fbm2(u * 5 + 2 * fbm2(u * 3, v * 9, 2, 5), v * 13, 4, 6);
  for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * bank;
}

/**
 * How the fog's rose light is shaped round the lamp: the lantern's roof and floor keep it to a broad fan, the bars
 * between the panes throw thin shadows outwards, and the fog itself is uneven. About 1 on average.
 */
function shapeOfGlow(u: number, v: number): number {
  const du = u - LIGHT_X / DISTANCE;
  const dv = v - (LAMP_Y - EYE) / DISTANCE;
  const off = Math.hypot(du, dv) * DISTANCE;
  const steep = Math.atan2(dv, Math.abs(du));
  const fan = 0.5 + 0.5 * smooth(1.3, 0.3, Math.abs(steep - 0.05));
  const bars = 1 - 0.17 * smooth(0.6, 2, off) * smooth(14, 3, off) * smooth(0.4, 0.95, Math.cos(steep * 13 + 0.6));
  const wisps = 1 + 0.55 * fbm3(u * 26 + 4, v * 40, 2.5, 5, 8) * smooth(0.4, 5, off);
  return fan * bars * wisps;
}

/** Rose light in the fog on the way to `reach` metres, before it is shaped. */
function roseAt(u: number, v: number, reach: number): number {
  const y = LAMP_Y - EYE;
  const length = Math.hypot(u, v, 1);
  const glow = glowInFog(LIGHT_X, y, DISTANCE, u / length, v / length, 1 / length, reach * length, 0.34);
  const off = Math.hypot(u - LIGHT_X / DISTANCE, v - y / DISTANCE) * DISTANCE;
  // Light that was scattered many times spreads wider and more evenly than light scattered once.
  return glow + 0.2 / (1 + (off / 7) ** 2);
}

/** Lays the fog between the lens and the breakwater over what a plate holds; it is thickest on the water. */
function layFog(plate: Plate, plates: Plates): void {
  const fog = findPlate(plates, "fog");
  const seen: Sample = [0, 0, 0, 0];
  for (let y = 0; y < plate.height; y++) {
    const v = plate.top - ((y + 0.5) / plate.height) * (plate.top - plate.bottom);
    const low = smooth(0.05, -0.02, v);
    for (let x = 0; x < plate.width; x++) {
      const i = (y * plate.width + x) * 4;
      const cover = plate.data[i + 3] ?? 0;
      if (cover === 0) continue;
      readPlate(fog, plate.left + ((x + 0.5) / plate.width) * (plate.right - plate.left), Math.max(0, v), seen);
      const left = Math.exp(-DISTANCE * FOG * (0.5 + 0.35 * low) * (0.7 + 0.3 * seen[3]));
      for (let c = 0; c < 3; c++) {
        plate.data[i + c] = (plate.data[i + c] ?? 0) * left + (seen[c] ?? 0) * (1 - left) * cover;
      }
    }
  }
}

/** The water, on a plate half as fine as the sleeve: the fog leaves nothing sharp in it. */
function waterStep(view: View): PlateStep {
  return {
    name: "water",
    shape: { left: -view.wide, right: view.wide, top: 0, bottom: -0.11, density: 1 / pixelAngle(view) },
    pixel: (plates) => {
      const fog = findPlate(plates, "fog");
      const lake: Lake = {
        view,
        waves: [
          {
            patch: createPatch({ size: 41, waves: [2, 14], steepness: 0.06, heading: 4.4, focus: 3, seed: 41 }),
            strength: () => 1,
          },
          {
            patch: createPatch({ size: 9.3, waves: [0.2, 2], steepness: 0.08, heading: 4.8, focus: 1.5, seed: 42 }),
            strength: (x, z) => 0.4 + noise2(x / 5, z / 14, 43) ** 2,
          },
        ],
        sky: (u, v, out) => {
          readPlate(fog, u, Math.max(0, v), out);
          const rose = roseAt(u, v, DISTANCE) * POWER * FOG * out[3];
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + (ROSE[c] ?? 0) * rose;
          out[3] = 1;
        },
        shores: ["tower", "wall"].map((name) => ({ plate: findPlate(plates, name), distance: DISTANCE })),
        lamps: [{ x: LIGHT_X, y: LAMP_Y - 0.2, z: DISTANCE, power: fromHex("#ff3a68", POWER * 60) }],
        glitter: 0.03,
        deep: fromHex("#16202e", 0.25),
        samples: 6,
      };
      const light: LightOut = [0, 0, 0];
      return (u, v, out) => {
        const px = Math.round((u / view.wide + 1) * 0.5 * view.width - 0.5);
        const py = Math.round((view.horizon - v / pixelAngle(view) / view.height) * view.height - 0.5);
        shadeWater(lake, px, py, createRandom(hash(px, py, 44)), light);
        out[0] = light[0];
        out[1] = light[1];
        out[2] = light[2];
        out[3] = 1;
      };
    },
  };
}

/** Draws the sleeve. */
export const createBreakwaterLamp = createSleeve(["Breakwater", "Lamp"], (width) => {
  const view: View = { width, height: width, horizon: 0.765, wide: 0.2, eye: EYE };
  const density = 1 / pixelAngle(view);
  const around = { sky: fromHex("#56627c", 0.5), rim: fromHex("#d8486c", 0.4) };
  const lamp = fromHex("#ff5a7c", 52);
  // Fog has no fine detail: one coarse plate holds its light, and the shape of the glow in place of a cover.
  const fog: PlateStep = {
    name: "fog",
    shape: { left: -0.21, right: 0.21, top: 0.34, bottom: -0.11, density: density / 3 },
    pixel: () => {
      const light: LightOut = [0, 0, 0];
      return (u, v, out) => {
        fogAt(u, v, light);
        out[0] = light[0];
        out[1] = light[1];
        out[2] = light[2];
        out[3] = shapeOfGlow(u, v);
      };
    },
  };
  const wall: PlateStep = {
    name: "wall",
    // Many rocks are slow to draw, and the fog softens them, so a coarse plate is enough.
    shape: { left: -0.21, right: 0.21, top: 0.04, bottom: -0.045, density: density / 2.5 },
    whole: (plate, plates) => {
      const rocks = createBreakwater(LIGHT_X - 5.5, 60, CREST, around, 19);
      paintFlat(plate, view, DISTANCE, { left: -5, right: 14, bottom: -0.4, top: 3.6 }, rocks);
      layFog(plate, plates);
    },
  };
  const tower: PlateStep = {
    name: "tower",
    // No edge is sharp through sixty metres of fog.
    shape: { left: -0.03, right: 0.11, top: 0.2, bottom: -0.03, density: density / 2 },
    whole: (plate, plates) => {
      const light = createHarbourLight(LIGHT_X, CREST - 0.4, TALL + 0.4, around, lamp);
      paintFlat(plate, view, DISTANCE, { left: LIGHT_X - 3, right: LIGHT_X + 3, bottom: 1, top: 14 }, light);
      layFog(plate, plates);
    },
  };
  return {
    seed: 55,
    film: {
      exposure: 1.22,
      bloom: 0.24,
      halation: 0.1,
      vignette: 0.35,
      grain: 2.8,
      saturation: 1,
      black: [0.018, 0.022, 0.034],
    },
    steps: [fog, wall, tower, waterStep({ ...view, width: width / 2, height: width / 2 })],
    frame: (plates) => {
      const built = [findPlate(plates, "wall"), findPlate(plates, "tower")];
      const air = findPlate(plates, "fog");
      const lake = findPlate(plates, "water");
      const seen: Sample = [0, 0, 0, 0];
      const sample: Sample = [0, 0, 0, 0];
      return (px, py, _random, out) => {
        const u = toU(view, px + 0.5);
        const v = toV(view, py + 0.5);
        readPlate(air, u, Math.max(0, v), seen);
        for (let c = 0; c < 3; c++) out[c] = seen[c] ?? 0;
        let reach = FAR;
        if (v < 0) {
          readPlate(lake, u, v, sample);
          reach = Math.min(FAR, view.eye / -v);
          const clear = Math.exp(-reach * FOG * 0.8);
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - clear) + (sample[c] ?? 0) * clear;
        }
        for (const plate of built) {
          if (v > plate.top || u < plate.left || u > plate.right || reach < DISTANCE * 0.8) continue;
          readPlate(plate, u, v, sample);
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + (sample[c] ?? 0);
          reach += (DISTANCE - reach) * sample[3];
        }
        const rose = roseAt(u, v, reach) * POWER * FOG * seen[3];
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + (ROSE[c] ?? 0) * rose;
      };
    },
  };
});
