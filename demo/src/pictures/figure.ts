/** People small against the light: solid figures in coats and hats, each with a stance of their own. */
import { fbm3, smooth } from "./noise.ts";
import type { Point } from "./solid.ts";
import { egg, join, rod } from "./solid.ts";

/** One height of a garment: where its middle lies and half its width there. Sections go from the hem up. */
export type Section = readonly [y: number, x: number, z: number, half: number];

/** A piece of clothing as a tailor's dummy would fill it. */
interface Garment {
  sections: readonly Section[];
  /** Depth over width. */
  deep: number;
  /** How far the folds stand out at the hem, as a share of the width; they die away upwards. */
  folds: number;
  /** How much one side of the hem hangs lower than the other, per metre of width. */
  slant?: number;
}

/** How somebody stands and what they wear, in metres, for a person who looks along +z. Pairs are left, then right. */
export interface FigureRecipe {
  /** The place on the stage, the scale of the given measures, and the turn: 0 has their back to the lens. */
  x: number;
  z: number;
  size: number;
  yaw: number;
  legs: readonly { hip: Point; knee: Point; ankle: Point; toe: Point; wide: number }[];
  arms: readonly { shoulder: Point; elbow: Point; wrist: Point; sleeve: number }[];
  garments: readonly Garment[];
  /** Foot of the neck and middle of the skull. */
  neck: Point;
  head: Point;
  hat: "western" | "cap" | "none";
  hair: "short" | "long";
  seed: number;
}

function garment(piece: Garment, x: number, y: number, z: number, seed: number): number {
  const { sections, deep } = piece;
  const low = sections[0];
  const high = sections[sections.length - 1];
  if (!low || !high) return 9;
  const at = Math.min(high[0], Math.max(low[0], y));
  let from = low;
  let to = high;
  for (const section of sections) {
    if (section[0] <= at) from = section;
    else {
      to = section;
      break;
    }
  }
  const t = to[0] > from[0] ? smooth(from[0], to[0], at) : 0;
  const dx = x - from[1] - (to[1] - from[1]) * t;
  const dz = (z - from[2] - (to[2] - from[2]) * t) / deep;
  const half = from[3] + (to[3] - from[3]) * t;
  const loose = smooth(high[0], low[0], y);
  const turn = Math.atan2(dz, dx);
  const fold = Math.sin(turn * 7 + seed + 2.2 * Math.sin(turn * 2 + seed) + y * 1.5) * piece.folds * loose * loose;
  const side = (Math.hypot(dx, dz) - half * (1 + fold)) * Math.min(1, deep) * 0.85;
  const hem = low[0] + (piece.slant ?? 0) * dx + 0.03 * Math.sin(turn * 3 + seed) * piece.folds * 4;
  return Math.max(side, hem - y, y - high[0]);
}

function leg({ hip, knee, ankle, toe, wide }: FigureRecipe["legs"][number], x: number, y: number, z: number): number {
  const thigh = rod(x, y, z, hip, knee, wide, wide * 0.76);
  const calf: Point = [
    knee[0] * 0.62 + ankle[0] * 0.38,
    knee[1] * 0.62 + ankle[1] * 0.38,
    knee[2] * 0.62 + ankle[2] * 0.38 - 0.022,
  ];
  const shin = join(
    rod(x, y, z, knee, calf, wide * 0.74, wide * 0.76),
    rod(x, y, z, calf, ankle, wide * 0.76, wide * 0.66),
    0.03,
  );
  // A boot has a heel, and a sole that lies on the boards.
  const heel = rod(
    x,
    y,
    z,
    [ankle[0], ankle[1] - 0.01, ankle[2]],
    [ankle[0], ankle[1] - 0.062, ankle[2] - 0.025],
    0.046,
    0.034,
  );
  const sole = rod(x, y, z, [ankle[0], ankle[1] - 0.03, ankle[2] + 0.02], toe, 0.046, 0.03);
  return join(join(thigh, shin, 0.05), join(heel, sole, 0.03), 0.02);
}

function arm(
  { shoulder, elbow, wrist, sleeve }: FigureRecipe["arms"][number],
  x: number,
  y: number,
  z: number,
): number {
  const upper = rod(x, y, z, shoulder, elbow, sleeve, sleeve * 0.83);
  const lower = rod(x, y, z, elbow, wrist, sleeve * 0.84, sleeve * 0.62);
  const dx = wrist[0] - elbow[0];
  const dy = wrist[1] - elbow[1];
  const dz = wrist[2] - elbow[2];
  const on = 0.085 / Math.hypot(dx, dy, dz);
  const tip: Point = [wrist[0] + dx * on, wrist[1] + dy * on, wrist[2] + dz * on];
  return Math.min(join(upper, lower, 0.035), rod(x, y, z, wrist, tip, 0.034, 0.022));
}

function headgear(who: FigureRecipe, x: number, y: number, z: number, bare: number): number {
  const { head } = who;
  const dx = x - head[0];
  const dy = y - head[1];
  const dz = z - head[2];
  if (who.hat === "western") {
    const curl = 1.25 * dx * dx - 0.5 * dz * dz + 0.05 * dx;
    const brim = egg(dx, dy - curl, dz, [0, 0.046, 0.005], [0.182, 0.013, 0.2]);
    const pinch = 0.03 * Math.exp(-((dx / 0.028) ** 2)) * smooth(0.1, 0.15, dy);
    const crown = rod(dx, dy + pinch, dz * 0.88, [0, 0.05, 0], [0, 0.115, 0.006], 0.098, 0.068);
    return Math.min(bare, join(brim * 0.6, crown, 0.02));
  }
  if (who.hat === "cap") {
    const crown = egg(dx, dy, dz, [0, 0.045, -0.005], [0.09, 0.082, 0.106]);
    const peak = egg(dx, dy + 0.16 * dz, dz, [0, 0.048, 0.13], [0.066, 0.011, 0.072]);
    return Math.min(bare, join(crown, peak * 0.7, 0.015));
  }
  return bare;
}

function skull(who: FigureRecipe, x: number, y: number, z: number): number {
  const { head, neck } = who;
  const stem = rod(x, y, z, neck, [head[0], head[1] - 0.06, head[2] - 0.015], 0.062, 0.052);
  const bone = egg(x, y, z, [head[0], head[1] + 0.012, head[2]], [0.076, 0.104, 0.096]);
  const jaw = egg(x, y, z, [head[0], head[1] - 0.066, head[2] + 0.04], [0.05, 0.05, 0.056]);
  const nose = rod(
    x,
    y,
    z,
    [head[0], head[1] - 0.004, head[2] + 0.088],
    [head[0], head[1] - 0.032, head[2] + 0.108],
    0.012,
    0.011,
  );
  let top = join(join(join(stem, bone, 0.03), jaw, 0.03), nose, 0.015);
  if (who.hair === "short") {
    const ears = egg(Math.abs(x - head[0]), y, z, [0.078, head[1] - 0.01, head[2] - 0.005], [0.014, 0.032, 0.02]);
    top = Math.min(top, ears, egg(x, y, z, [head[0], head[1] + 0.025, head[2] - 0.016], [0.083, 0.1, 0.098]));
  } else {
    // Loose hair: it lies on the back and a strand or two blow to the side.
    const strand = 0.016 * fbm3(x * 34, y * 4.5, z * 34, 3, who.seed);
    const cap = egg(x, y, z, [head[0], head[1] + 0.02, head[2] - 0.012], [0.092, 0.108, 0.106]);
    const wind = 0.1 * Math.max(0, head[1] - 0.05 - y) ** 1.2;
    const fall = egg(x - wind, y, z, [head[0] + 0.005, head[1] - 0.16, head[2] - 0.085], [0.106, 0.235, 0.055]);
    top = Math.min(top, join(cap, fall, 0.07) + strand);
  }
  return headgear(who, x, y, z, top);
}

/** Distance to the surface of a person at a place on the stage; negative inside. */
export function reachFigure(who: FigureRecipe, worldX: number, worldY: number, worldZ: number): number {
  const dx = (worldX - who.x) / who.size;
  const dz = (worldZ - who.z) / who.size;
  const y = worldY / who.size;
  const cos = Math.cos(who.yaw);
  const sin = Math.sin(who.yaw);
  const x = dx * cos - dz * sin;
  const z = dx * sin + dz * cos;
  // Far above the legs and far below the head it is enough to know that the distance is large.
  let legs = y > 1.25 ? y - 1.05 : 9;
  if (y <= 1.25) for (const one of who.legs) legs = Math.min(legs, leg(one, x, y, z));
  let upper = y < 1.05 ? 1.2 - y : skull(who, x, y, z);
  for (const [i, piece] of who.garments.entries()) {
    const worn = garment(piece, x, y, z, who.seed + i * 1.7);
    upper = i === 0 ? join(upper, worn, 0.05) : Math.min(upper, worn);
  }
  for (const one of who.arms) upper = join(upper, arm(one, x, y, z), 0.055);
  return Math.min(legs, upper) * who.size;
}

/** Folds of cloth: what to add to the distance near the surface. */
export function cloth(x: number, y: number, z: number, seed: number): number {
  const bend = fbm3(x * 5, y * 3.2, z * 5, 2, seed);
  return 0.009 * fbm3(x * 8 + bend * 1.5, y * 4.5, z * 8, 3, seed + 5, 0.45);
}
