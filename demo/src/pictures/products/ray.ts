/** Rays through a distance field: stepping along one until it meets a surface, and how open the sky over a place is. */
import type { Vector } from "./window-light.ts";

/** A solid as rays see it. Millimetres over the table: x to the right, y away from the lens, z up. */
export interface Solid {
  /** A ball that holds all of it: a ray that misses the ball needs no closer check. */
  within: { middle: Readonly<Vector>; radius: number };
  /** Distance to it, or less. */
  distance: (x: number, y: number, z: number) => number;
}

/** The distance at which a ray counts as having met the solid. */
const CLOSE = 0.06;

/** Writes the place `t` millimetres from `o` in direction `d`. */
export function goAlong(o: Readonly<Vector>, d: Readonly<Vector>, t: number, out: Vector): void {
  out[0] = o[0] + d[0] * t;
  out[1] = o[1] + d[1] * t;
  out[2] = o[2] + d[2] * t;
}

/** How much two directions agree: the cosine between them when both have length 1. */
export function dot(a: Readonly<Vector>, b: Readonly<Vector>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Gives a direction length 1. */
export function normalize(v: Vector): void {
  const length = Math.hypot(v[0], v[1], v[2]);
  v[0] /= length;
  v[1] /= length;
  v[2] /= length;
}

/** Length along a ray to the ball round a solid: 0 from within, -1 when the ray misses it or has passed it. */
export function enterBall({ within }: Solid, o: Readonly<Vector>, d: Readonly<Vector>): number {
  const { middle, radius } = within;
  const x = o[0] - middle[0];
  const y = o[1] - middle[1];
  const z = o[2] - middle[2];
  const b = x * d[0] + y * d[1] + z * d[2];
  const c = x * x + y * y + z * z - radius * radius;
  if (c <= 0) return 0;
  const root = b * b - c;
  return root < 0 || b > 0 ? -1 : -b - Math.sqrt(root);
}

/** Length along a ray to the solid, or -1 when it is not met within that many steps. */
export function march(solid: Solid, o: Readonly<Vector>, d: Readonly<Vector>, from: number, steps: number): number {
  const enter = enterBall(solid, o, d);
  if (enter < 0) return -1;
  let t = Math.max(from, enter);
  const leave = t + solid.within.radius * 2;
  for (let n = 0; n < steps && t < leave; n++) {
    const step = solid.distance(o[0] + d[0] * t, o[1] + d[1] * t, o[2] + d[2] * t);
    if (step < CLOSE) return t;
    t += step;
  }
  return -1;
}

/** Writes the direction out of the solid at a place of its surface. */
export function faceOut(solid: Solid, p: Readonly<Vector>, out: Vector): void {
  const e = 0.15;
  const [x, y, z] = p;
  out[0] = solid.distance(x + e, y, z) - solid.distance(x - e, y, z);
  out[1] = solid.distance(x, y + e, z) - solid.distance(x, y - e, z);
  out[2] = solid.distance(x, y, z + e) - solid.distance(x, y, z - e);
  normalize(out);
}

/**
 * Share of the sky left open over a place, by how much nearer the solid is than in an empty room.
 *
 * @param onTable whether the place is on the table, which then does not block its own sky
 */
export function openSky(solid: Solid, p: Readonly<Vector>, n: Readonly<Vector>, onTable: boolean): number {
  const { middle, radius } = solid.within;
  if (Math.hypot(p[0] - middle[0], p[1] - middle[1], p[2] - middle[2]) > radius + 60) return 1;
  let shut = 0;
  let weight = 1;
  for (let r = 2; r < 60; r *= 2.1) {
    const z = p[2] + n[2] * r;
    const away = solid.distance(p[0] + n[0] * r, p[1] + n[1] * r, z);
    const near = onTable ? away : Math.min(away, Math.max(0, z));
    shut += weight * Math.max(0, (r - near) / r);
    weight *= 0.72;
  }
  return Math.max(0, 1 - 0.42 * shut);
}
