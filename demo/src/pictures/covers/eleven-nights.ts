/** Eleven Nights: a wet county road, late, and eleven lamps along it. */
import type { Flat } from "../built.ts";
import { paintFlat } from "../built.ts";
import type { LightOut } from "../colour.ts";
import { createRamp, fromHex } from "../colour.ts";
import { drawRidge } from "../land.ts";
import { bell, fbm2, noise2, smooth } from "../noise.ts";
import type { PlateStep } from "../picture.ts";
import { findPlate } from "../picture.ts";
import type { Sample, View } from "../view.ts";
import { pixelAngle, readPlate, toU, toV } from "../view.ts";
import { glowInFog } from "./fog.ts";
import { createSleeve } from "./sleeve.ts";

/** Metres: the lens over the road, the lamps over it, and the road's half width. */
const EYE = 1.5;
const LAMP_HEIGHT = 8.6;
const ROAD = 4.2;
const LAMPS = 11;
const SODIUM = fromHex("#ff9a3d", 1);
const POWER = 34;
const FOG = 0.0042;

/** How far the middle of the road lies to the right, z metres away. */
function bend(z: number): number {
  return 0.6 + 0.00000052 * z ** 3 - 0.00062 * z * z + 0.02 * z;
}

const lamps = Array.from({ length: LAMPS }, (_, k) => {
  const z = 31 + 24 * k;
  return { x: bend(z) + ROAD - 0.4, y: LAMP_HEIGHT - EYE, z };
});

/** The remaining evening light, upwards from the horizon. */
const sky = createRamp([
  [0, fromHex("#6b4a52", 0.3)],
  [0.04, fromHex("#4d4560", 0.26)],
  [0.12, fromHex("#2c3656", 0.22)],
  [0.3, fromHex("#182340", 0.18)],
  [0.8, fromHex("#0c1428", 0.17)],
]);

function skyAt(u: number, v: number, out: LightOut): void {
  sky(Math.max(0, v), out);
  const ember = 1 + 0.9 * Math.exp(-(((u + 0.16) / 0.2) ** 2) - v / 0.06);
  const cloud = 1 + 0.3 * fbm2(u * 3 + 1, v * 14, 4, 31) * smooth(0, 0.1, v);
  out[0] *= ember * cloud;
  out[1] *= (0.4 + 0.6 * ember) * cloud;
  out[2] *= cloud;
}

/** Glow of the wet air around all lamps along a ray as far as `reach`. Far from a lamp little of its light is left. */
function fogGlow(u: number, v: number, reach: number): number {
  const length = Math.hypot(u, v, 1);
  let sum = 0;
  for (const { x, y, z } of lamps) {
    const off = Math.hypot(u - x / z, v - y / z) * z;
    const left = Math.exp(-z * FOG - off / 11);
    if (left < 1e-4) continue;
    sum += left * glowInFog(x, y, z, u / length, v / length, 1 / length, reach * length, 0.25);
  }
  return sum;
}

/** Light of one lamp falling on the level ground at (x, z), in all directions alike. */
function litGround(x: number, z: number): number {
  let sum = 0;
  for (const lamp of lamps) {
    const squared = (x - lamp.x) ** 2 + (z - lamp.z) ** 2 + LAMP_HEIGHT ** 2;
    sum += LAMP_HEIGHT ** 2 / (squared * squared);
  }
  return sum * LAMP_HEIGHT;
}

/**
 * The light that the wet road mirrors: the sky, and the lamps, which the road's roughness draws out towards the lens.
 */
function mirroredLamps(x: number, z: number, u: number, v: number, random: () => number, rough: number): number {
  const nx = rough * bell(random);
  const nz = rough * bell(random);
  const ry = -v + 2 * (u * nx + nz);
  const rx = u + 2 * v * nx;
  let sum = 0;
  for (const lamp of lamps) {
    const way = lamp.z - z;
    if (way < 1) continue;
    const offX = (lamp.x - x) / way - rx;
    const offY = (LAMP_HEIGHT - 0.1) / way - ry;
    const size = 0.35 / way + 0.011;
    const off = (offX * offX + offY * offY) / (size * size);
    if (off < 9) sum += Math.exp(-off) / (size * size * way * way);
  }
  return sum;
}

/** What the ground is at a place. All are shares of 1. */
interface Ground {
  /** Road rather than grass, and water standing on it. */
  road: number;
  wet: number;
  /** Light thrown back by tar or grass. */
  albedo: number;
  /** Paint left of the middle line, which is yellow, and of the white lines at the edges. */
  yellow: number;
  white: number;
}

/**
 * Reads the ground at a place.
 *
 * @param blur metres along the road that one pixel covers
 */
function readGround(x: number, z: number, blur: number): Ground {
  const off = x - bend(z);
  const side = Math.abs(off);
  const road = smooth(ROAD + 0.15, ROAD - 0.1, side + 0.12 * noise2(z * 0.9, off > 0 ? 1 : 2, 5));
  const fine = smooth(0.5, 0.03, blur);
  // Wheels have worn two tracks a lane; water stands in them.
  const track = Math.exp(-((((side + 0.05) % 2.1) - 1.05) ** 2) / 0.16);
  const wet = smooth(-0.3, 0.3, fbm2(x * 0.5, z * 0.16, 4, 9) + 0.3 * track - 0.1);
  const tar = 0.03 * (1 + 0.5 * fine * noise2(x * 26, z * 26, 7)) * (1 - 0.45 * wet);
  const grass = 0.028 * (0.6 + 0.8 * fine * fbm2(x * 7, z * 2.4, 3, 13) + 0.4 * fbm2(x * 0.8, z * 0.2, 3, 15));
  const worn = road * (0.6 + 0.5 * noise2(x * 9, z * 2.2, 11));
  const isDash = (z + 2) % 12 < 4;
  return {
    road,
    wet,
    albedo: road * tar + (1 - road) * grass,
    yellow: isDash ? worn * smooth(0.1 + blur * 0.02, 0.06, side) : 0,
    white: worn * smooth(0.09 + blur * 0.02, 0.05, Math.abs(side - ROAD + 0.55)),
  };
}

const YELLOW = [0.55, 0.42, 0.25] as const;
const WHITE = 0.5;
const RAYS = 10;
const light: LightOut = [0, 0, 0];

/** Shades the ground seen at (u, v); `angle` is what one pixel covers. */
function shadeGround(u: number, v: number, angle: number, random: () => number, out: LightOut): void {
  const z = EYE / -v;
  const x = u * z;
  const { road, wet, albedo, yellow, white } = readGround(x, z, (z * z * angle) / EYE);
  const steep = -v / Math.hypot(u, v, 1);
  const mirror = (0.02 + 0.98 * (1 - steep) ** 5) * (0.25 + 0.75 * wet) * road;
  const rough = 0.012 + 0.055 * (1 - wet) ** 2;
  let shine = 0;
  if (road > 0) for (let k = 0; k < RAYS; k++) shine += mirroredLamps(x, z, u, v, random, rough);
  shine = (shine / RAYS) * POWER * 0.06 * mirror;
  const fall = litGround(x, z) * POWER;
  // Headlamps of the car the picture is taken from, dipped.
  const own = 0.045 * Math.exp(-((u - 0.05) ** 2) / 0.05) * smooth(-0.02, -0.07, v) * smooth(34, 9, z) * (9 / (z + 4));
  const clear = Math.exp(-z * FOG);
  skyAt(u, 0.1, light);
  for (let c = 0; c < 3; c++) {
    const sky = light[c] ?? 0;
    const sodium = SODIUM[c] ?? 0;
    const lit = sodium * fall + 0.6 * sky + own * (c === 2 ? 0.75 : 1);
    const paint = 0.5 * ((YELLOW[c] ?? 0) * yellow + WHITE * white);
    const ground = lit * (albedo * (1 - 0.5 * mirror) * 1.6 + paint) + sodium * shine + 0.9 * mirror * sky;
    out[c] = clear * ground + (1 - clear) * 0.7 * sky;
  }
}

const POST_DARK = fromHex("#2a3350", 0.05);
const POST_LIT = fromHex("#ff9a3d", 0.075);

/** One lamp post with its arm over the road, its lamp at x; seen from the front, in metres above the ground. */
function createPost(x: number): Flat {
  return (px, y, out) => {
    const dx = px - x;
    const arm = Math.abs(y - LAMP_HEIGHT + 0.22 - 0.1 * (dx / 1.9) ** 2) < 0.045 && dx < 1.9 && dx > -0.1;
    const pole = Math.abs(dx - 1.9) < 0.07 + 0.035 * (1 - y / LAMP_HEIGHT) && y < LAMP_HEIGHT;
    const head = Math.abs(dx) < 0.34 && Math.abs(y - LAMP_HEIGHT) < 0.07;
    if (!(arm || pole || head)) return 0;
    const lit = smooth(LAMP_HEIGHT - 5, LAMP_HEIGHT, y) * smooth(2, 1.8, dx);
    for (let c = 0; c < 3; c++) out[c] = (POST_DARK[c] ?? 0) + (POST_LIT[c] ?? 0) * lit;
    return 1;
  };
}

/** Draws the sleeve. */
export const createElevenNights = createSleeve(["Eleven", "Nights"], (width) => {
  const view: View = { width, height: width, horizon: 0.66, wide: 0.36, eye: EYE };
  const density = 1 / pixelAngle(view);
  const air = (u: number, out: LightOut): void => skyAt(u, 0.01, out);
  const land: PlateStep = {
    name: "land",
    shape: { left: -0.4, right: 0.4, top: 0.06, bottom: -0.006, density },
    whole: (plate) => {
      const common = { airLight: air, body: fromHex("#0a0e18", 0.3), spacing: 4, mist: 0.8 };
      const far = (x: number): number => 1 + 14 * fbm2(x / 300 + 3, 0, 4, 21);
      const near = (x: number): number => 1 + 6 * fbm2(x / 90 + 1, 0, 4, 22);
      drawRidge(plate, view, { ...common, distance: 1900, ground: far, trees: 17, air: 0.6, mistHeight: 14, seed: 33 });
      drawRidge(plate, view, { ...common, distance: 620, ground: near, trees: 12, air: 0.25, mistHeight: 6, seed: 34 });
    },
  };
  const posts: PlateStep = {
    name: "posts",
    shape: { left: -0.4, right: 0.4, top: 0.48, bottom: -0.09, density },
    whole: (plate) => {
      for (const { x, z } of lamps.toReversed()) {
        const box = { left: x - 0.5, right: x + 2.2, bottom: -0.02, top: LAMP_HEIGHT + 0.3 };
        paintFlat(plate, view, z, box, createPost(x));
      }
    },
  };
  return {
    seed: 53,
    film: {
      exposure: 1.15,
      bloom: 0.22,
      halation: 0.12,
      vignette: 0.4,
      grain: 3.2,
      saturation: 0.92,
      black: [0.016, 0.02, 0.03],
    },
    steps: [land, posts],
    frame: (plates) => {
      const wood = findPlate(plates, "land");
      const masts = findPlate(plates, "posts");
      const angle = pixelAngle(view);
      const sample: Sample = [0, 0, 0, 0];
      return (px, py, random, out) => {
        const u = toU(view, px + random());
        const v = toV(view, py + random());
        const ground = v < -0.0025;
        if (ground) shadeGround(u, v, angle, random, out);
        else skyAt(u, v, out);
        for (const plate of ground ? [masts] : [wood, masts]) {
          if (v > plate.top || v < plate.bottom) continue;
          readPlate(plate, u, v, sample);
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + (sample[c] ?? 0);
        }
        const reach = ground ? EYE / -v : 900;
        const wisp = 1 + 0.35 * fbm2(u * 6, v * 16, 4, 61);
        const glow = fogGlow(u, v, reach) * POWER * 0.0014 * wisp;
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + (SODIUM[c] ?? 0) * glow;
        for (const lamp of lamps) {
          const off = ((u - lamp.x / lamp.z) ** 2 + ((v - lamp.y / lamp.z + 0.06 / lamp.z) * 2.2) ** 2) * lamp.z ** 2;
          const lit = 20 * Math.exp(-off / 0.06) * Math.exp((-lamp.z * FOG) / 2);
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + lit * (0.25 + (SODIUM[c] ?? 0));
        }
      };
    },
  };
});
