/**
 * The one light of all product pictures: a tall window to the upper left at dusk, and the dim room around it.
 * Directions point from the thing to the light: x to the right, y up the picture, z out of the table.
 */
import type { Light, LightOut } from "../colour.ts";
import type { FilmRecipe } from "../film.ts";
import { smooth } from "../noise.ts";

/** A direction or place in space. */
export type Vector = [x: number, y: number, z: number];

/** Warm light through the window, and the blue of the room that fills the shadows. */
export const KEY: Light = [1.5, 1.3, 1.09];
export const FILL: Light = [0.13, 0.145, 0.185];

const MIDDLE: Vector = [-0.62, 0.5, 0.605];
/** Half the window's width and height, as tangents seen from the table. */
const HALF_WIDE = 0.27;
const HALF_TALL = 0.3;
const ALONG: Vector = [0.628, 0.778, 0];
const UPRIGHT: Vector = [0.4707, -0.3799, 0.7965];

/** Direction to a place of the window; `a` and `b` run from -1 to 1 over its width and height. */
export function windowDirection(a: number, b: number, out: Vector): void {
  const p = a * HALF_WIDE;
  const q = b * HALF_TALL;
  const x = MIDDLE[0] + p * ALONG[0] + q * UPRIGHT[0];
  const y = MIDDLE[1] + p * ALONG[1] + q * UPRIGHT[1];
  const z = MIDDLE[2] + q * UPRIGHT[2];
  const length = Math.hypot(x, y, z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}

/**
 * Light a shiny thing mirrors from a direction: panes with bars between them, or the room.
 *
 * @param rough 0 is a mirror; 0.3 blurs the bars away
 */
export function mirrored(x: number, y: number, z: number, rough: number, out: LightOut): void {
  const facing = x * MIDDLE[0] + y * MIDDLE[1] + z * MIDDLE[2];
  let pane = 0;
  if (facing > 0.05) {
    const a = (x * ALONG[0] + y * ALONG[1]) / facing / HALF_WIDE;
    const b = (x * UPRIGHT[0] + y * UPRIGHT[1] + z * UPRIGHT[2]) / facing / HALF_TALL;
    const soft = 0.04 + rough * 2.2;
    const inside = smooth(1 + soft, 1 - soft, Math.abs(a)) * smooth(1 + soft, 1 - soft, Math.abs(b));
    const bars = Math.max(smooth(0.05 + soft, 0.05, Math.abs(a)), smooth(0.04 + soft, 0.04, Math.abs(b - 0.15)));
    // A rough thing spreads the same light over more of itself.
    pane = (inside * (1 - bars * Math.max(0, 0.85 - rough * 4))) / (1 + rough * 5);
  }
  const ceiling = 0.1 + 0.1 * smooth(-0.6, 0.9, z) + 0.1 * smooth(0.2, 1, facing);
  for (let c = 0; c < 3; c++) out[c] = pane * 5.2 * (KEY[c] ?? 0) + ceiling * (FILL[c] ?? 0) * 3.2;
}

/** How much of the window's light reaches a place of the frame; across and up run from -1 to 1. */
export function falloff(across: number, up: number): number {
  const toWindow = (up - across) * 0.5;
  return 0.84 * 2 ** (0.75 * toWindow) - 0.06 * across * across;
}

/** How much of the light a smooth surface mirrors instead of letting in. Source: Schlick, 1994. */
export function fresnel(cosine: number, straight: number): number {
  return straight + (1 - straight) * (1 - Math.max(0, cosine)) ** 5;
}

/** One film for the whole series. */
export const SERIES_FILM: FilmRecipe = {
  exposure: 0.82,
  bloom: 0.05,
  halation: 0.02,
  vignette: 0.2,
  grain: 2.1,
  saturation: 0.96,
  black: [0.03, 0.028, 0.03],
};
