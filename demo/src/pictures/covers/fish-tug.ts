/** A steel fish tug of the upper lakes: decked over from stem to stern, the wheelhouse aft. Metres; z is her course. */
import type { Light, LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import { smooth } from "../noise.ts";
import { box, join, rod } from "../solid.ts";

/** Half her length, and her half beam. */
const HALF_LONG = 7.4;
const HALF_BEAM = 2.3;

/** Radius of a ball that holds all of her. */
export const TUG_REACH = 9;

/** Distance to a hull-shaped outline in plan: full aft, pointed forward. */
function plan(x: number, z: number, inset: number): number {
  const t = Math.min(1, Math.max(0, (z + 1) / (HALF_LONG + 1)));
  const beam = (HALF_BEAM - inset) * (1 - t ** 2.4) * (1 - 0.12 * smooth(-3, -HALF_LONG, z));
  return Math.max(Math.abs(x) - beam, Math.abs(z) - HALF_LONG + inset) * 0.8;
}

function sheer(z: number): number {
  return 1.25 + 0.9 * smooth(-2, HALF_LONG, z) ** 1.6;
}

function hull(x: number, y: number, z: number): number {
  const flare = 0.3 * smooth(1.4, -0.2, y);
  return Math.max(plan(x, z, flare), y - sheer(z), -y - 0.4);
}

function deckhouse(x: number, y: number, z: number): number {
  const roof = 2.75 + 0.22 * smooth(0, HALF_LONG, z) - 0.1 * x * x;
  return Math.max(plan(x, z, 0.28 + 0.12 * y), y - roof, sheer(z) - 0.3 - y);
}

function wheelhouse(x: number, y: number, z: number): number {
  return box(x, y, z, [0, 3.4, -3.9], [1.35, 0.95, 1.5], 0.18);
}

function fittings(x: number, y: number, z: number): number {
  const stack = rod(x, y, z, [0.5, 2.5, -1.4], [0.5, 4, -1.45], 0.24, 0.2);
  const mast = rod(x, y, z, [0, 4.2, -3.2], [0, 7, -3.4], 0.07, 0.04);
  const yard = rod(x, y, z, [-0.8, 5.7, -3.3], [0.8, 5.7, -3.3], 0.035, 0.035);
  const hatch = box(x, y, z, [0, 2.8, 2.2], [0.7, 0.16, 0.9], 0.06);
  return Math.min(stack, mast, yard, hatch);
}

/** Distance to the boat. */
export function tug(x: number, y: number, z: number): number {
  return Math.min(join(hull(x, y, z), deckhouse(x, y, z), 0.1), wheelhouse(x, y, z), fittings(x, y, z));
}

const HULL = fromHex("#39424c");
const HOUSE = fromHex("#d9d5cb");
const DARK = fromHex("#20242a");
const STRIPE = fromHex("#a83250");

/** Panes along the front and sides of the wheelhouse, a post between each and the next. */
function isWindow(x: number, y: number, z: number): boolean {
  if (y < 3.35 || y > 3.95) return false;
  const pane = (((z + 3.9) * 1.3 + x * 1.3) % 1) + 1;
  return Math.abs((pane % 1) - 0.5) < 0.4;
}

function paintAt(x: number, y: number, z: number): Light {
  if (fittings(x, y, z) < 0.05) return y < 3.2 && z > 0 ? HOUSE : DARK;
  if (wheelhouse(x, y, z) < 0.06) return isWindow(x, y, z) ? DARK : HOUSE;
  if (hull(x, y, z) > 0.05 || y > sheer(z) - 0.02) return HOUSE;
  return y > sheer(z) - 0.3 ? STRIPE : HULL;
}

/** Writes the paint at a place on her. Returns whether it is a lit window. */
export function tugPaint(x: number, y: number, z: number, out: LightOut): boolean {
  const paint = paintAt(x, y, z);
  const streaks = 0.88 + 0.12 * Math.sin(z * 3.1 + x * 1.7) * Math.sin(z * 7.7);
  for (let c = 0; c < 3; c++) out[c] = (paint[c] ?? 0) * streaks;
  return fittings(x, y, z) >= 0.05 && wheelhouse(x, y, z) < 0.06 && isWindow(x, y, z);
}
