/** Whitefish Running: a tug goes out on a cold morning, seen from above, and draws her wake over the whole bay. */
import type { LightOut } from "../colour.ts";
import { createRamp, fromHex } from "../colour.ts";
import { bell, createRandom, fbm2, smooth } from "../noise.ts";
import type { PlateStep, Plates } from "../picture.ts";
import { findPlate } from "../picture.ts";
import { stroke } from "../trees.ts";
import type { Sample } from "../view.ts";
import { readPlate } from "../view.ts";
import type { WaterPoint } from "../waves.ts";
import { addPatch, createPatch } from "../waves.ts";
import { TUG_REACH, tug, tugPaint } from "./fish-tug.ts";
import { createSleeve, wholeSleeve } from "./sleeve.ts";
import { wakeStep } from "./wake.ts";

/** Height of the camera in metres, how far it looks down, and the tangent of half its angle of view. */
const HIGH = 96;
const DOWN = 0.62;
const WIDE = 0.31;
const COS = Math.cos(DOWN);
const SIN = Math.sin(DOWN);

/** Where the boat is, in metres to the right and away, and her course: 0 would be to the right. */
const BOAT = { x: 24, z: 152 };
const COURSE = 1.02;
const AHEAD = { x: Math.cos(COURSE), z: Math.sin(COURSE) };

/** The steepest slope of her wake. */
const STEEPEST = 0.3;

/** The sky she leaves behind her in the west, upwards: the rose that stands over the night's shadow, then cold blue. */
const west = createRamp([
  [0, fromHex("#857a94", 0.46)],
  [0.12, fromHex("#a3859a", 0.56)],
  [0.3, fromHex("#bf909f", 0.78)],
  [0.5, fromHex("#b3a9bb", 0.98)],
  [0.75, fromHex("#8aa0bf", 0.82)],
  [1, fromHex("#6485ab", 0.7)],
]);
const DEEP = fromHex("#0d2029", 0.5);
const DAWN = fromHex("#ffd9b8", 1);
const FOAM = fromHex("#dfe6ea", 0.62);

/** Sleeve to ray. Writes the direction, length 1. */
function lookAt(x: number, y: number, out: LightOut): void {
  const sx = (x * 2 - 1) * WIDE;
  const sy = (1 - y * 2) * WIDE;
  const length = Math.hypot(sx, sy, 1);
  out[0] = sx / length;
  out[1] = (sy * COS - SIN) / length;
  out[2] = (sy * SIN + COS) / length;
}

/** A place in space to a place on the sleeve. */
function project(x: number, y: number, z: number): readonly [x: number, y: number] {
  const up = (y - HIGH) * COS + z * SIN;
  const depth = z * COS - (y - HIGH) * SIN;
  return [(x / depth / WIDE + 1) / 2, (1 - up / depth / WIDE) / 2];
}

function skyTowards(dx: number, dy: number, dz: number, out: LightOut): void {
  west(Math.min(1, Math.max(0, dy)), out);
  // Morning comes up on the right.
  const dawn = 0.75 * smooth(0.1, 0.95, dx) * smooth(0.9, 0.1, dy) + 0.1 * smooth(-0.4, 0.8, dx - 0.3 * dz);
  for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + (DAWN[c] ?? 0) * dawn;
}

/** Gulls over the wake, as they follow a boat that is cleaning fish. */
const gulls: PlateStep = {
  name: "gulls",
  shape: wholeSleeve(3000),
  whole: (plate) => {
    const random = createRandom(88);
    for (let k = 0; k < 19; k++) {
      const behind = 6 + 62 * random() ** 1.4;
      const aside = (random() - 0.5) * (6 + behind * 0.5);
      const x = BOAT.x - AHEAD.x * behind - AHEAD.z * aside;
      const z = BOAT.z - AHEAD.z * behind + AHEAD.x * aside;
      const y = 3 + 13 * random();
      const course = COURSE + (random() - 0.5) * 1.6;
      const bank = (random() - 0.5) * 0.9;
      const span = 0.62 + 0.14 * random();
      const side = plate.width;
      const paint = (from: readonly [number, number], to: readonly [number, number], broad: number, level: number) => {
        const light: LightOut = [level, level * 0.98, level * 1.02];
        stroke(plate, from[0] * side, from[1] * side, to[0] * side, to[1] * side, broad, 0.95, light);
      };
      const at = (ahead: number, out: number, up: number): readonly [number, number] =>
        project(
          x + Math.cos(course) * ahead - Math.sin(course) * out,
          y + up + out * bank,
          z + Math.sin(course) * ahead + Math.cos(course) * out,
        );
      for (const way of [-1, 1]) {
        const elbow = at(0.07, way * span * 0.5, 0.1);
        paint(at(0, 0, 0), elbow, 3.4, 0.55 + 0.12 * way);
        paint(elbow, at(-0.1, way * span, 0.03), 2.1, 0.42 + 0.12 * way);
      }
      paint(at(0.28, 0, 0), at(-0.26, 0, 0), 3.6, 0.7);
    }
  },
};

/** Draws the boat where a ray meets her. Returns whether it does. */
function shootBoat(dx: number, dy: number, dz: number, out: LightOut): boolean {
  const toX = BOAT.x;
  const toY = 2 - HIGH;
  const toZ = BOAT.z;
  const nearest = toX * dx + toY * dy + toZ * dz;
  const off = toX * toX + toY * toY + toZ * toZ - nearest * nearest;
  if (off > TUG_REACH ** 2) return false;
  const half = Math.sqrt(TUG_REACH ** 2 - off);
  // Her own axes: across to starboard, up, ahead.
  const across = (x: number, z: number): number => x * AHEAD.z - z * AHEAD.x;
  const ahead = (x: number, z: number): number => x * AHEAD.x + z * AHEAD.z;
  for (let t = nearest - half; t < nearest + half; ) {
    const wx = dx * t - BOAT.x;
    const wy = dy * t + HIGH;
    const wz = dz * t - BOAT.z;
    if (wy < -0.1) return false;
    const bx = across(wx, wz);
    const bz = ahead(wx, wz);
    const gap = tug(bx, wy, bz);
    if (gap > 0.012) {
      t += Math.max(0.01, gap * 0.8);
      continue;
    }
    const e = 0.03;
    const here = tug(bx, wy, bz);
    const nx = tug(bx + e, wy, bz) - here;
    const ny = tug(bx, wy + e, bz) - here;
    const nz = tug(bx, wy, bz + e) - here;
    const length = Math.hypot(nx, ny, nz) || 1;
    // The dawn comes from the right of the picture: turn it onto her axes.
    const sun = (nx * across(0.93, 0.1) + nz * ahead(0.93, 0.1) + ny * 0.3) / length;
    let shade = 1;
    for (const reach of [0.25, 0.6, 1.2]) {
      const [ox, oy, oz] = [(nx / length) * reach, (ny / length) * reach, (nz / length) * reach];
      shade -= 0.28 * (1 - Math.min(1, Math.max(0, tug(bx + ox, wy + oy, bz + oz) / reach)));
    }
    const lit = tugPaint(bx, wy, bz, out) ? 1 : 0;
    const sky = (0.13 + 0.15 * Math.max(0, ny / length)) * shade;
    const warm = Math.max(0, sun) * 0.36;
    out[0] = out[0] * (sky * 0.86 + warm) + lit * 0.9;
    out[1] = out[1] * (sky * 0.98 + warm * 0.8) + lit * 0.5;
    out[2] = out[2] * (sky * 1.2 + warm * 0.66) + lit * 0.2;
    return true;
  }
  return false;
}

/** Foam at a place along and beside her course: at the stem, along her sides, and the churned water astern. */
function foamAt(along: number, side: number): number {
  // Foam breaks up into a net: bright threads round dark eyes, drawn out along the course as the water slows.
  const drift = fbm2(along * 0.12, side * 0.3, 3, 93);
  const net = 1 - 2.4 * Math.abs(fbm2(along * 0.34 + drift, side * 0.8 + 1.4 * drift, 3, 91, 0.62));
  const fine = fbm2(along * 1.3, side * 2, 4, 92, 0.6);
  const texture = 0.42 + 0.5 * net + 0.4 * fine;
  const behind = -along - 6;
  const half = 1.7 + 0.24 * Math.max(0, behind) ** 0.62;
  const churned = behind > 0 ? smooth(half * 1.15, half * 0.3, side) * (0.16 + 0.84 * Math.exp(-behind / 42)) : 0;
  const lace = churned * smooth(1.02 - 1.15 * churned, 1.72 - 0.9 * churned, texture + 0.3 * churned);
  // The bow wave curls off both sides, runs out along the hull, and breaks up behind it.
  const line = 0.5 + 0.3 * Math.max(0, 7.2 - along) - 0.004 * Math.max(0, 7.2 - along) ** 2;
  const curl = smooth(0.95, 0.1, Math.abs(side - line - 0.5 * fine)) * smooth(7.6, 6.6, along) * smooth(-16, 4, along);
  const spray = curl * smooth(0.25, 0.7, texture + 0.3 * smooth(-6, 7, along));
  return Math.min(1, (lace + 0.85 * spray) * (0.74 + 0.42 * smooth(0.2, 1.2, texture)));
}

function shootWater(
  plates: Plates,
): (dx: number, dy: number, dz: number, pixel: number, random: () => number, out: LightOut) => void {
  const wake = findPlate(plates, "wake");
  const chop = [
    createPatch({ size: 61, waves: [2.2, 12], steepness: 0.035, heading: 2.5, focus: 2, seed: 71 }),
    createPatch({ size: 13.7, waves: [0.3, 2.2], steepness: 0.05, heading: 2.8, focus: 1.2, seed: 72 }),
  ];
  const point: WaterPoint = { height: 0, slopeX: 0, slopeZ: 0, rough: 0 };
  const sample: Sample = [0, 0, 0, 0];
  return (dx, dy, dz, pixel, random, out) => {
    const t = HIGH / -dy;
    const x = dx * t;
    const z = dz * t;
    const along = (x - BOAT.x) * AHEAD.x + (z - BOAT.z) * AHEAD.z;
    const aside = (x - BOAT.x) * AHEAD.z - (z - BOAT.z) * AHEAD.x;
    const side = Math.abs(aside);
    // Cat's paws: here the wind has touched the bay, there it has not yet.
    const breeze = 0.3 + 1.05 * smooth(-0.25, 0.45, fbm2(x / 46 + 2, z / 90 + 1, 4, 81));
    const slick = along < -5 ? smooth(6.5, 2.5, side + 0.012 * along) * Math.exp(along / 190) : 0;
    point.height = point.slopeX = point.slopeZ = point.rough = 0;
    for (const patch of chop) addPatch(patch, x, z, pixel * t, random(), breeze * (1 - 0.75 * slick), point);
    let { slopeX, slopeZ } = point;
    if (along < -2 && side < 128) {
      readPlate(wake, along + 2, -side, sample);
      const strength = 0.62 * smooth(-2, -16, along) * Math.exp(along / 420);
      const steep = strength * Math.hypot(sample[0], sample[1]);
      // Real waves break where these sums would be too steep.
      const limited = strength / Math.sqrt(1 + (steep / STEEPEST) ** 2);
      const s = limited * sample[0];
      const q = limited * sample[1] * Math.sign(aside);
      slopeX -= s * AHEAD.x + q * AHEAD.z;
      slopeZ -= s * AHEAD.z - q * AHEAD.x;
    }
    const rough = Math.sqrt(point.rough);
    slopeX += rough * bell(random);
    slopeZ += rough * bell(random);
    const ny = 1 / Math.hypot(slopeX, 1, slopeZ);
    const nx = -slopeX * ny;
    const nz = -slopeZ * ny;
    const facing = Math.max(0.02, -(dx * nx + dy * ny + dz * nz));
    const mirror = 0.02 + 0.98 * (1 - facing) ** 5;
    skyTowards(dx + 2 * facing * nx, Math.abs(dy + 2 * facing * ny), dz + 2 * facing * nz, out);
    for (let c = 0; c < 3; c++) out[c] = mirror * (out[c] ?? 0) + (1 - mirror) * (DEEP[c] ?? 0);
    const foam = along < 8 && side < 13 ? foamAt(along, side) : 0;
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - foam) + (0.16 + 0.34 * foam) * (FOAM[c] ?? 0) * foam;
  };
}

/** Draws the sleeve. */
export const createWhitefishRunning = createSleeve(["Whitefish", "Running"], (width) => ({
  seed: 56,
  film: {
    exposure: 3.7,
    bloom: 0.1,
    halation: 0.03,
    vignette: 0.4,
    grain: 2.6,
    saturation: 0.9,
    black: [0.03, 0.035, 0.042],
  },
  steps: [wakeStep, gulls],
  frame: (plates) => {
    const water = shootWater(plates);
    const birds = findPlate(plates, "gulls");
    const [boatX, boatY] = project(BOAT.x, 2, BOAT.z);
    const ray: LightOut = [0, 0, 0];
    const light: LightOut = [0, 0, 0];
    const sample: Sample = [0, 0, 0, 0];
    return (px, py, random, out) => {
      out[0] = out[1] = out[2] = 0;
      const x = (px + 0.5) / width;
      const y = (py + 0.5) / width;
      // The boat has edges and wires; water hides how few samples it gets.
      const looks = Math.hypot(x - boatX, y - boatY) < 0.09 ? 8 : 2;
      for (let k = 0; k < looks; k++) {
        lookAt((px + random()) / width, (py + random()) / width, ray);
        const [dx, dy, dz] = ray;
        if (!shootBoat(dx, dy, dz, light)) water(dx, dy, dz, (2 * WIDE) / width, random, light);
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + (light[c] ?? 0) / looks;
      }
      readPlate(birds, x, -y, sample);
      for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + 0.3 * (sample[c] ?? 0);
    };
  },
}));
