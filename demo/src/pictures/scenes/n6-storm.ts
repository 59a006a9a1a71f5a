/** The storm over n6: its underside as a landscape hung upside down, lit from the gap under its far edge. Kilometres. */
import type { Light, LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import { fbm2, hash, noise2, smooth } from "../noise.ts";
import type { PlateStep } from "../picture.ts";
import type { Plate, Sample } from "../view.ts";
import { readPlate } from "../view.ts";

/** How far away the shelf's leading edge hangs over the place x to the right. */
function edge(x: number): number {
  return 13 + 3.2 * fbm2(x * 0.09 + 2.2, 0.3, 3, 501) - 0.02 * x * x + 0.12 * x;
}

/** How far the cloud hangs down in pouches, 0 in a crease to about 1: round below, sharp above, as mammatus are. */
function pouches(x: number, z: number): number {
  let sum = 0;
  let strength = 0.55;
  let px = x * 0.46;
  let pz = z * 0.34;
  for (let i = 0; i < 6; i++) {
    sum += strength * Math.min(1, 1.5 * Math.abs(noise2(px, pz, 541 + i)));
    const turned = px * 1.84 - pz * 0.74 + 4.7;
    pz = px * 0.74 + pz * 1.84 - 2.9;
    px = turned;
    strength *= 0.46;
  }
  return sum;
}

/** Draws the underside on a plate where u is x and v is z: height, pouches, how far before the torn edge, and 1. */
export const ceilingStep: PlateStep = {
  name: "ceiling",
  shape: { left: -9, right: 9, top: 18.5, bottom: 0.6, density: 90 },
  pixel: () => (x, z, out) => {
    const bend = 1.1 * fbm2(x * 0.2 + 3.3, z * 0.2, 3, 511);
    const hang = pouches(x + bend, z + 0.8 * bend);
    const ahead = edge(x) - z;
    // Lowest in a roll just before its edge, and rising in long swells over the lens.
    const swell = 0.3 * fbm2(x * 0.16 + 0.4 * bend, z * 0.3, 3, 512);
    const shelf = 1.42 - 0.34 * Math.exp(-(((ahead - 0.8) / 1.5) ** 2)) + 0.6 * smooth(0.3, -2, ahead) + swell;
    out[0] = shelf - 0.46 * hang;
    out[1] = hang;
    out[2] = ahead + 1.5 * fbm2(x * 0.8 + bend, z * 0.5, 6, 521, 0.6);
    out[3] = 1;
  },
};

/** Light from the gap, by its distance; from the dusk all round; and from the air in between. */
const NEAR_GAP: Light = fromHex("#ff9a72", 2.3);
const FAR_FROM_GAP: Light = fromHex("#c8506c", 0.62);
const DUSK: Light = fromHex("#4a5676", 0.26);
const AIR: Light = fromHex("#6a6c8c", 0.3);

const LOOKS = 6;
const STEPS = 80;
/** Thickness of the cloud's uneven surface: fog has no skin. */
const FUZZ = 0.09;
/** Distance over which a slope is taken, in kilometres. */
const STRIDE = 0.06;

const here: Sample = [0, 0, 0, 0];
const right: Sample = [0, 0, 0, 0];
const behind: Sample = [0, 0, 0, 0];

/** Length along z to the cloud, or 0 when the ray leaves under its edge. @param begin where in the first step it begins */
function meetCeiling(ceiling: Plate, u: number, v: number, raise: number, begin: number): number {
  const first = Math.max(0.7, 0.55 / v);
  const last = Math.min(18, 2.1 / v);
  let before = first;
  let gapBefore = 1;
  for (let i = 0; i <= STEPS && first < last; i++) {
    const z = first + ((last - first) * (i + begin)) / STEPS;
    readPlate(ceiling, u * z, z, here);
    const gap = here[0] + raise - v * z;
    if (gap < 0) return i === 0 ? z : before + (z - before) * (gapBefore / (gapBefore - gap));
    before = z;
    gapBefore = gap;
  }
  return 0;
}

/** A random value from 0 to 1, different for each place and number. */
function chance(u: number, v: number, number: number): number {
  return hash(Math.round(u * 1e6), Math.round(v * 1e6), number) / 2 ** 32;
}

/** Lays the storm over `out`, which holds the sky behind it. */
export function layStorm(ceiling: Plate, u: number, v: number, out: LightOut): void {
  if (v < 0.03) return;
  const sky = [...out] as const;
  out[0] = out[1] = out[2] = 0;
  for (let k = 0; k < LOOKS; k++) {
    // Each sample has a depth of its own, because the same few depths everywhere would show as contour lines.
    const depth = chance(u, v, 2 * k);
    const z = meetCeiling(ceiling, u, v, FUZZ * ((k + depth) / LOOKS - 0.5), chance(u, v, 2 * k + 1));
    const x = u * z;
    let cover = 0;
    if (z > 0) {
      readPlate(ceiling, x + STRIDE, z, right);
      readPlate(ceiling, x, z + STRIDE, behind);
      readPlate(ceiling, x, z, here);
      cover = smooth(0, 0.8, here[2]);
    }
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + ((1 - cover) * (sky[c] ?? 0)) / LOOKS;
    if (cover === 0) continue;
    const slopeX = (right[0] - here[0]) / STRIDE;
    const slopeZ = (behind[0] - here[0]) / STRIDE;
    const towards = (0.2 * slopeX + slopeZ + 0.1) / Math.hypot(slopeX, slopeZ, 1);
    // Fog scatters round its own corners: what faces away is dim, not black.
    const lit = Math.max(0, (towards + 0.45) / 1.45) ** 2;
    const hollow = 0.28 + 0.72 * smooth(0.08, 0.62, here[1]);
    const ahead = Math.max(0, here[2]);
    const side = Math.exp(-(((u - 0.08) / 0.34) ** 2));
    const come = Math.exp(-ahead / 3) * (0.25 + 0.75 * side);
    const thin = Math.exp(-ahead / 0.45) * side;
    const far = 1 - Math.exp(-z / 55);
    for (let c = 0; c < 3; c++) {
      const near = (NEAR_GAP[c] ?? 0) * come + 0.42 * (FAR_FROM_GAP[c] ?? 0) * Math.exp(-ahead / 9);
      const light = near * lit * hollow + 0.36 * thin * (NEAR_GAP[c] ?? 0) + (DUSK[c] ?? 0) * 0.7 * hollow;
      out[c] = (out[c] ?? 0) + (cover * (light * (1 - far) + (AIR[c] ?? 0) * 0.35 * far)) / LOOKS;
    }
  }
}
