/** People small against the light: solid figures in coats and hats, each with a stance of their own. */
import { fbm3, smooth } from "./noise.ts";
import type { Point } from "./solid.ts";
import { box, caseOutline, egg, guitarOutline, join, rod } from "./solid.ts";

/**
 * How somebody stands or sits and what they wear, in metres, for a person 1.78 tall who looks along +z.
 * Pairs are left, then right.
 */
export interface FigureRecipe {
  /** Where on the stage, how tall, and how far turned: 0 has their back to the lens, pi their front. */
  x: number;
  z: number;
  tall: number;
  yaw: number;
  hip: Point;
  shoulder: Point;
  head: Point;
  legs: readonly (readonly [knee: Point, ankle: Point])[];
  arms: readonly (readonly [elbow: Point, wrist: Point])[];
  hat: "western" | "cap" | "none";
  hair: "short" | "long";
  /** Height the coat reaches down to and half its width there; none for somebody sitting. */
  coat?: { hem: number; swing: number };
  broad: number;
  prop: "guitar" | "case" | "none";
  seed: number;
}

/** What a ray met. */
export type Material = "cloth" | "wood";

/** Distance to the nearest surface of a person and what they carry, and which it is. */
export interface Reach {
  distance: number;
  material: Material;
}

function body(who: FigureRecipe, x: number, y: number, z: number): number {
  const { hip, shoulder, head } = who;
  let legs = 9;
  for (const [i, [knee, ankle]] of who.legs.entries()) {
    const side = i === 0 ? -1 : 1;
    const thigh = rod(x, y, z, [hip[0] + side * 0.085, hip[1] - 0.02, hip[2]], knee, 0.096, 0.066);
    const shin = rod(x, y, z, knee, ankle, 0.068, 0.061);
    const toe: Point = [ankle[0] + side * 0.05, ankle[1] - 0.045, ankle[2] + 0.17];
    const boot = rod(x, y, z, [ankle[0], ankle[1] - 0.035, ankle[2] - 0.03], toe, 0.045, 0.03);
    legs = Math.min(legs, join(join(thigh, shin, 0.05), boot, 0.04));
  }
  const flat = 1.35;
  const trunk = rod(
    x,
    y,
    z * flat,
    [hip[0], hip[1] + 0.05, hip[2] * flat],
    [shoulder[0], shoulder[1] - 0.14, shoulder[2] * flat],
    0.15,
    0.168 * who.broad,
  );
  let upper = trunk / 1.15;
  if (who.coat) {
    const { hem, swing } = who.coat;
    const t = Math.min(1, Math.max(0, (y - hem) / (1.4 - hem)));
    const middle = hip[0] * (1 - t) + shoulder[0] * t;
    const waist = 0.025 * Math.exp(-(((y - 1.12) / 0.12) ** 2));
    const half = swing + (0.19 * who.broad - swing) * smooth(0, 1, t) - waist - 0.05 * smooth(1.24, 1.42, y);
    // A slanting hem and an open front: the coat is nobody's cylinder.
    const skirt = (Math.hypot(x - middle, (z - hip[2] * (1 - t)) * 1.4) - half) * 0.7;
    upper = join(upper, Math.max(skirt, hem + 0.05 * x - y, y - 1.42), 0.09);
  }
  const reach = 0.14 * who.broad;
  const yoke = rod(
    x,
    y,
    z,
    [shoulder[0] - reach, shoulder[1] - 0.015, shoulder[2]],
    [shoulder[0] + reach, shoulder[1] - 0.015, shoulder[2]],
    0.068,
    0.068,
  );
  const slope = rod(
    x,
    y,
    z,
    [shoulder[0], shoulder[1] + 0.07, shoulder[2]],
    [shoulder[0], shoulder[1] - 0.03, shoulder[2]],
    0.06,
    0.11,
  );
  upper = join(join(upper, yoke, 0.06), slope, 0.06);
  for (const [i, [elbow, wrist]] of who.arms.entries()) {
    const side = i === 0 ? -1 : 1;
    const joint: Point = [shoulder[0] + side * 0.178 * who.broad, shoulder[1] - 0.02, shoulder[2]];
    const arm = join(rod(x, y, z, joint, elbow, 0.064, 0.054), rod(x, y, z, elbow, wrist, 0.054, 0.043), 0.03);
    const hand = egg(x, y, z, [wrist[0] * 1.02, wrist[1] - 0.03, wrist[2] + 0.02], [0.032, 0.055, 0.036]);
    upper = join(upper, Math.min(arm, hand), 0.03);
  }
  const neck = rod(
    x,
    y,
    z,
    [shoulder[0], shoulder[1] + 0.03, shoulder[2]],
    [head[0], head[1] - 0.07, head[2] - 0.01],
    0.06,
    0.054,
  );
  const skull = egg(x, y, z, head, [0.074, 0.108, 0.094]);
  const jaw = egg(x, y, z, [head[0], head[1] - 0.07, head[2] + 0.045], [0.052, 0.045, 0.055]);
  const nose = rod(
    x,
    y,
    z,
    [head[0], head[1], head[2] + 0.08],
    [head[0], head[1] - 0.02, head[2] + 0.108],
    0.018,
    0.012,
  );
  let top = join(join(join(neck, skull, 0.03), jaw, 0.03), nose, 0.02);
  const cap = egg(x, y, z, [head[0], head[1] + 0.022, head[2] - 0.018], [0.084, 0.104, 0.1]);
  top = join(top, cap, 0.02);
  if (who.hair === "long") {
    const strand = 0.012 * fbm3(x * 40, y * 5, z * 40, 3, who.seed);
    const fall = egg(x, y, z, [head[0], head[1] - 0.12, head[2] - 0.055], [0.09, 0.2, 0.062]) + strand;
    top = join(top, fall, 0.06);
  }
  if (who.hat === "western") {
    const dx = x - head[0];
    const dz = z - head[2];
    const curl = 0.85 * dx * dx - 0.3 * dz * dz - 0.06 * dz;
    const brim = egg(dx, y - curl, dz, [0, head[1] + 0.062, 0.01], [0.178, 0.016, 0.205]);
    const pinch =
      (0.03 * Math.exp(-((dx / 0.03) ** 2)) + 0.1 * Math.max(0, dz)) * smooth(head[1] + 0.12, head[1] + 0.18, y);
    const crown = rod(dx, y + pinch, dz * 0.88, [0, head[1] + 0.06, 0], [0, head[1] + 0.125, 0], 0.097, 0.07);
    top = Math.min(top, join(brim * 0.6, crown, 0.025));
  } else if (who.hat === "cap") {
    const crown = egg(x, y, z, [head[0], head[1] + 0.05, head[2] - 0.005], [0.092, 0.085, 0.105]);
    const peak = egg(x, y, z, [head[0], head[1] + 0.045, head[2] + 0.13], [0.07, 0.012, 0.07]);
    top = Math.min(top, join(crown, peak, 0.02));
  }
  return Math.min(legs, join(upper, top, 0.025));
}

function prop(who: FigureRecipe, x: number, y: number, z: number): number {
  if (who.prop === "case") {
    // On its end beside them, leaning a little.
    const flat = caseOutline(x * 0.996 - 0.45 + y * 0.06, y - 0.015);
    return Math.max(flat, Math.abs(z - 0.06) - 0.07) - 0.012;
  }
  if (who.prop === "guitar") {
    // Across the lap, neck up to the player's left.
    const cos = Math.cos(1.28);
    const sin = Math.sin(1.28);
    const gx = x - 0.16;
    const gy = y - 0.74;
    const along = -gx * sin + gy * cos + 0.15;
    const flat = guitarOutline(gx * cos + gy * sin, along);
    const deep = along > 0.5 ? 0.018 : 0.05;
    return Math.max(flat, Math.abs(z - 0.27 - (along > 0.5 ? 0.03 : 0)) - deep) - 0.003;
  }
  return 9;
}

/** Distance to the surface of a person at a place on the stage; negative inside. */
export function reachFigure(who: FigureRecipe, worldX: number, worldY: number, worldZ: number, out: Reach): void {
  const scale = who.tall / 1.78;
  const dx = (worldX - who.x) / scale;
  const dz = (worldZ - who.z) / scale;
  const y = worldY / scale;
  const cos = Math.cos(who.yaw);
  const sin = Math.sin(who.yaw);
  const x = dx * cos - dz * sin;
  const z = dx * sin + dz * cos;
  const person = body(who, x, y, z);
  const thing = prop(who, x, y, z);
  out.distance = Math.min(person, thing) * scale;
  out.material = thing < person && who.prop === "guitar" ? "wood" : "cloth";
}

/** Folds of cloth: what to add to the distance near the surface. */
export function cloth(x: number, y: number, z: number, seed: number): number {
  const bend = fbm3(x * 5, y * 3.2, z * 5, 2, seed);
  return 0.013 * fbm3(x * 9 + bend * 1.5, y * 6, z * 9, 4, seed + 5, 0.6);
}

/** Distance to a wooden crate to sit on, standing at x. */
export function crate(x: number, y: number, z: number, at: number): number {
  return box(x, y, z, [at, 0.225, 0], [0.24, 0.225, 0.2], 0.008);
}
