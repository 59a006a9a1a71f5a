/** Solid shapes as distance fields, after Inigo Quilez' collection (iquilezles.org/articles/distfunctions). Metres. */

/** A place in space. */
export type Point = readonly [x: number, y: number, z: number];

/** Distance to a rod from `a` to `b` that swells from radius `ra` to `rb`. */
export function rod(x: number, y: number, z: number, a: Point, b: Point, ra: number, rb: number): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const dz = b[2] - a[2];
  const px = x - a[0];
  const py = y - a[1];
  const pz = z - a[2];
  const t = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz)));
  const ex = px - dx * t;
  const ey = py - dy * t;
  const ez = pz - dz * t;
  return Math.sqrt(ex * ex + ey * ey + ez * ez) - (ra + (rb - ra) * t);
}

/** Distance, near enough, to an egg with half axes `r` about `c`. */
export function egg(x: number, y: number, z: number, c: Point, r: Point): number {
  const px = (x - c[0]) / r[0];
  const py = (y - c[1]) / r[1];
  const pz = (z - c[2]) / r[2];
  const k0 = Math.sqrt(px * px + py * py + pz * pz);
  const k1 = Math.sqrt((px / r[0]) ** 2 + (py / r[1]) ** 2 + (pz / r[2]) ** 2);
  return k1 < 1e-9 ? -Math.min(r[0], r[1], r[2]) : (k0 * (k0 - 1)) / k1;
}

/** Distance to a box with half sides `h` about `c`, its edges rounded by `round`. */
export function box(x: number, y: number, z: number, c: Point, h: Point, round: number): number {
  const px = Math.abs(x - c[0]) - h[0] + round;
  const py = Math.abs(y - c[1]) - h[1] + round;
  const pz = Math.abs(z - c[2]) - h[2] + round;
  const outside = Math.hypot(Math.max(px, 0), Math.max(py, 0), Math.max(pz, 0));
  return outside + Math.min(Math.max(px, py, pz), 0) - round;
}

/** Joins two shapes with a seam rounded over `soft` metres. */
export function join(a: number, b: number, soft: number): number {
  const h = Math.max(0, soft - Math.abs(a - b)) / soft;
  return Math.min(a, b) - h * h * soft * 0.25;
}

/**
 * Distance to the outline of a guitar in its own plane: body from y = 0 to 0.54, then neck and head up to 1.03. Two
 * bouts and the waist between them are blended circles.
 */
export function guitarOutline(x: number, y: number): number {
  const body = join(Math.hypot(x, y - 0.198) - 0.198, Math.hypot(x, y - 0.4) - 0.138, 0.04);
  const neck = Math.max(Math.abs(x) - 0.026, Math.abs(y - 0.68) - 0.22);
  const head = Math.max(Math.abs(x) - 0.034 - (y - 0.96) * 0.08, Math.abs(y - 0.955) - 0.08);
  return Math.min(body, join(neck, head, 0.03));
}

/** Distance to the outline of an upright bass in its own plane, standing on its pin at y = 0: scroll at 1.8. */
export function bassOutline(x: number, y: number): number {
  const side = Math.abs(x);
  const bouts = join(Math.hypot(x, y - 0.42) - 0.315, Math.hypot(x, y - 0.915) - 0.238, 0.1);
  // The waist is cut in on both sides, with the corners an instrument maker leaves.
  const waist = Math.hypot(side - 0.315, y - 0.69) - 0.125;
  // Sloping like a viol's, not round like a violin's.
  const slope = Math.min(1, Math.max(0, (1.34 - y) / 0.34));
  const shoulders = Math.max(side - 0.028 - 0.15 * slope ** 2.6, y - 1.34, 0.85 - y);
  const body = Math.max(join(bouts, shoulders * 0.7, 0.1), -waist);
  const neck = Math.max(side - 0.028, Math.abs(y - 1.42) - 0.3);
  const scroll = join(Math.hypot(x - 0.012, y - 1.765) - 0.05, Math.max(side - 0.034, Math.abs(y - 1.7) - 0.06), 0.02);
  const pegs = Math.min(
    Math.max(side - 0.1, Math.abs(y - 1.675) - 0.011),
    Math.max(side - 0.1, Math.abs(y - 1.72) - 0.011),
  );
  const pin = Math.max(side - 0.009, Math.abs(y - 0.06) - 0.06);
  return Math.min(body, neck, scroll, pegs, pin);
}
