/** The water: rays down to the waves, mirrored by Fresnel's law into the sky, the shores and the lamps. */
import type { Light, LightOut } from "./colour.ts";
import { bell } from "./noise.ts";
import type { Plate, Sample, View } from "./view.ts";
import { pixelAngle, readPlate, toU, toV } from "./view.ts";
import type { Patch, WaterPoint } from "./waves.ts";
import { addPatch } from "./waves.ts";

/** A small light over the water. Place in metres: x to the right, y above the water, z away. */
interface Lamp {
  x: number;
  y: number;
  z: number;
  /** Light it sends in each direction: radiance times area in square metres. */
  power: Light;
}

/** Everything that is needed to draw a stretch of water. */
export interface Lake {
  view: View;
  /** Patches of waves and how strong each is at a place on the water. */
  waves: readonly { patch: Patch; strength: (x: number, z: number) => number }[];
  /** Light of the sky in a direction, shores at infinity included. */
  sky: (u: number, v: number, out: Sample) => void;
  /** Shores near enough that their mirror image shifts, nearest first. Distance in metres. */
  shores: readonly { plate: Plate; distance: number }[];
  lamps: readonly Lamp[];
  /** How wide a lamp's glitter is smeared, as an angle: hides that there are few rays. */
  glitter: number;
  /** What comes back out of the water where it does not mirror. */
  deep: Light;
  /** Rays for each pixel; far pixels get up to four times as many. */
  samples: number;
  /** Whether to follow each ray to the wave it meets. Waves that are high enough to hide others need this. */
  crests?: { highest: number };
}

const point: WaterPoint = { height: 0, slopeX: 0, slopeZ: 0, rough: 0 };
const seen: Sample = [0, 0, 0, 0];

/**
 * How strong each patch is where a ray comes down; along one ray it hardly changes, and computing it at each step is
 * slow.
 */
const strengths: number[] = [];

function readWaves(lake: Lake, x: number, z: number, footprint: number, chance: number): void {
  point.height = point.slopeX = point.slopeZ = point.rough = 0;
  let k = 0;
  for (const { patch } of lake.waves) addPatch(patch, x, z, footprint, chance, strengths[k++] ?? 0, point);
}

/** Distance along the ray, in metres of z, where it goes under the first wave. */
function meetCrest(lake: Lake, highest: number, u: number, v: number, footprint: number, chance: number): number {
  const { eye } = lake.view;
  const first = (eye - highest) / -v;
  const last = (eye + highest) / -v;
  const steps = 28;
  let before = first;
  let gapBefore = highest;
  for (let i = 1; i <= steps; i++) {
    const z = first + ((last - first) * i) / steps;
    readWaves(lake, u * z, z, footprint, chance);
    const gap = eye + v * z - point.height;
    if (gap < 0) return before + (z - before) * (gapBefore / (gapBefore - gap));
    before = z;
    gapBefore = gap;
  }
  return last;
}

/** Light from where a mirrored ray goes, starting on the water at (x, z) towards (u, v, 1). */
function lookAlong(lake: Lake, x: number, z: number, u: number, v: number, out: LightOut): void {
  let through = 1;
  out[0] = out[1] = out[2] = 0;
  for (const { plate, distance } of lake.shores) {
    const way = distance - z;
    if (way <= 0) continue;
    const at = (x + u * way) / distance;
    if (at < plate.left || at > plate.right) continue;
    readPlate(plate, at, (v * way - lake.view.eye) / distance, seen);
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + through * (seen[c] ?? 0);
    through *= 1 - seen[3];
    if (through < 0.01) return;
  }
  lake.sky(u, v, seen);
  for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + through * (seen[c] ?? 0);
}

/**
 * Light of one pixel below the horizon.
 *
 * @returns the mean distance of the water seen, in metres, for fog laid over it afterwards
 */
export function shadeWater(lake: Lake, px: number, py: number, random: () => number, out: LightOut): number {
  const { view } = lake;
  const angle = pixelAngle(view);
  const light: LightOut = [0, 0, 0];
  // Far off, one pixel holds many waves, some mirroring a dark shore and some the glow: few rays make it speckled.
  const middle = view.eye / Math.max(1e-5, -toV(view, py + 0.5));
  const samples = Math.round(lake.samples * Math.min(4, Math.max(1, middle / 45)));
  let red = 0;
  let green = 0;
  let blue = 0;
  let weights = 0;
  let distance = 0;
  for (let i = 0; i < samples; i++) {
    const u = toU(view, px + random());
    // Rows of samples, shaken: even cover along z, where a pixel near the horizon takes in many metres.
    const v = Math.min(-1e-5, toV(view, py + (i + random()) / samples));
    const flatZ = view.eye / -v;
    const footprint = Math.max(flatZ * angle, ((flatZ * flatZ * angle) / view.eye) * (0.6 / samples));
    const chance = random();
    strengths.length = 0;
    for (const { strength } of lake.waves) strengths.push(strength(u * flatZ, flatZ));
    // Beyond a few hundred metres crests hide less than a pixel; a random transition leaves no line.
    const crests = flatZ < 240 * (1 + chance) ? lake.crests : undefined;
    const z = crests ? meetCrest(lake, crests.highest, u, v, footprint, chance) : flatZ;
    const x = u * z;
    readWaves(lake, x, z, footprint, chance);
    const rough = Math.sqrt(point.rough);
    const length = Math.hypot(u, v, 1);
    let facing = 0;
    let nx = 0;
    let ny = 1;
    let nz = 0;
    // A face turned away is not seen; another face of the same place is drawn until one is seen.
    for (let tries = 0; tries < 4 && facing <= 0.004; tries++) {
      const sx = point.slopeX + rough * bell(random);
      const sz = point.slopeZ + rough * bell(random);
      ny = 1 / Math.hypot(sx, 1, sz);
      nx = -sx * ny;
      nz = -sz * ny;
      facing = -(u * nx + v * ny + nz) / length;
    }
    facing = Math.max(0.004, facing);
    // A face tilted to the lens fills more of the picture than one seen edge on.
    const weight = crests ? 1 : Math.min(3, facing / (ny * (-v / length)));
    const rx = u / length + 2 * facing * nx;
    const ry = Math.abs(v / length + 2 * facing * ny) + 1e-4;
    const rz = Math.max(0.05, 1 / length + 2 * facing * nz);
    const mirror = 0.02 + 0.98 * (1 - facing) ** 5;
    lookAlong(lake, x, z, rx / rz, ry / rz, light);
    for (const lamp of lake.lamps) {
      const lx = lamp.x - x;
      const lz = lamp.z - z;
      const squared = lx * lx + lamp.y * lamp.y + lz * lz;
      const reach = 1 / Math.sqrt(squared);
      const near = Math.hypot(rx, ry, rz);
      const off = (rx / near - lx * reach) ** 2 + (ry / near - lamp.y * reach) ** 2 + (rz / near - lz * reach) ** 2;
      const spread = lake.glitter * lake.glitter;
      if (off > spread * 9) continue;
      const share = Math.exp(-off / spread) / (Math.PI * spread * squared);
      for (let c = 0; c < 3; c++) light[c] = (light[c] ?? 0) + (lamp.power[c] ?? 0) * share;
    }
    red += weight * (mirror * light[0] + (1 - mirror) * lake.deep[0]);
    green += weight * (mirror * light[1] + (1 - mirror) * lake.deep[1]);
    blue += weight * (mirror * light[2] + (1 - mirror) * lake.deep[2]);
    weights += weight;
    distance += z;
  }
  out[0] = red / weights;
  out[1] = green / weights;
  out[2] = blue / weights;
  return distance / samples;
}
