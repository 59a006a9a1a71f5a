/**
 * What makes a surface look like cloth: knit, weave, ribs, seams and stitches, as heights in millimetres; and dyed
 * yarn.
 */
import type { Light, LightOut } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";
import type { Nearest, Path } from "./outline.ts";
import { nearestOn } from "./outline.ts";

/** Jersey: fine wales up and down, and the fuzz on them. */
export function jersey(s: number, t: number, seed: number): number {
  const wales = Math.sin((s + 0.4 * noise2(s / 9, t / 30, seed)) * 4.4);
  return 0.035 * wales + 0.06 * fbm2(s / 1.6, t / 2.1, 2, seed + 1);
}

/** Canvas: threads over and under one another, `pitch` millimetres apart, some thicker than their neighbours. */
export function canvas(s: number, t: number, pitch: number, seed: number): number {
  const x = s + 0.3 * pitch * noise2(s / 20, t / 7, seed);
  const y = t + 0.3 * pitch * noise2(s / 7, t / 20, seed + 1);
  const warp = Math.sin((x / pitch) * Math.PI);
  const weft = Math.sin((y / pitch) * Math.PI);
  const slub = 0.6 * noise2(x / pitch, y / 60, seed + 2) + 0.6 * noise2(x / 60, y / pitch, seed + 3);
  return pitch * (0.13 * warp * weft + 0.09 * slub);
}

/** Ribbed knit; `along` in millimetres across the ribs. */
export function rib(along: number): number {
  return 0.32 * Math.sin(along * 2.4);
}

/** A line of stitching: a ditch pulled into the cloth, and a thread in it. Millimetres along the seam and away from it. */
export function stitch(along: number, away: number): number {
  const dash = smooth(0.15, 0.35, Math.abs(((((along / 3.4) % 1) + 1) % 1) - 0.5));
  return -0.45 * Math.exp(-((away / 2.2) ** 2)) + 0.38 * dash * Math.exp(-((away / 0.55) ** 2));
}

/** The nearest place of a seam. */
export function nearest(path: Path, x: number, y: number): Nearest {
  const found: Nearest = { distance: 0, along: 0 };
  nearestOn(path, x, y, found);
  return found;
}

/** Colour of dyed yarn, which never took the dye evenly. */
export function tintCloth(cloth: Light, s: number, t: number, seed: number, out: LightOut): void {
  const level = 1 + 0.07 * fbm2(s / 1.1, t / 1.5, 2, seed + 5) + 0.03 * fbm2(s / 90, t / 90, 2, seed + 6);
  for (let c = 0; c < 3; c++) out[c] = (cloth[c] ?? 0) * level;
}
