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

/** Half the width of a guitar's body every 25 mm from its tail: lower bout, waist, upper bout. */
const BODY = [
  0.02, 0.13, 0.168, 0.187, 0.196, 0.197, 0.19, 0.177, 0.159, 0.144, 0.134, 0.13, 0.132, 0.138, 0.144, 0.146, 0.144,
  0.136, 0.118, 0.085, 0.02,
];

/**
 * Distance to the outline of a guitar in its own plane: body from y = 0 to 0.5, then neck and head up to 1.03.
 *
 * @param fat added all round, for a case
 */
export function guitarOutline(x: number, y: number, fat: number): number {
  const place = Math.min(19.999, Math.max(0, y / 0.025));
  const i = Math.floor(place);
  const low = BODY[i] ?? 0;
  const rise = (BODY[i + 1] ?? 0) - low;
  const half = low + rise * (place - i);
  const side = (Math.abs(x) - half) / Math.hypot(1, rise / 0.025);
  const body = Math.max(side, -y, y - 0.5);
  const neck = Math.max(Math.abs(x) - 0.026 - fat * 0.9, Math.abs(y - 0.68) - 0.22);
  const head = Math.max(Math.abs(x) - 0.036 - (y - 0.96) * 0.08 - fat * 0.5, Math.abs(y - 0.955) - 0.08 - fat * 0.6);
  return Math.min(body - fat, join(neck, head, 0.03));
}
