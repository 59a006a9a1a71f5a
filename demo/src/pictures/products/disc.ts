/** Round things that play: how the grooves of a record, or the tracks of a disc, mirror the window. */
import type { LightOut } from "../colour.ts";
import { mirrored } from "./window-light.ts";

const SLOPES = [-0.95, -0.72, -0.5, -0.3, -0.12, 0.12, 0.3, 0.5, 0.72, 0.95];

/**
 * Writes the window as circular grooves mirror it: each groove is a ring of slopes towards and away from the middle,
 * too fine to see, so the window is smeared across the rings into a bow tie.
 *
 * @param dx direction from the middle, of length 1
 * @param depth how steep the flanks are: 1 for a record, less for polish marks
 */
export function mirrorInGrooves(dx: number, dy: number, depth: number, strength: number, out: LightOut): void {
  const light: LightOut = [0, 0, 0];
  out[0] = out[1] = out[2] = 0;
  for (const slope of SLOPES) {
    const tilt = slope * depth;
    const length = Math.sqrt(1 + tilt * tilt);
    const nx = (dx * tilt) / length;
    const ny = (dy * tilt) / length;
    const nz = 1 / length;
    mirrored(2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1, 0.16, light);
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + ((light[c] ?? 0) * strength) / SLOPES.length;
  }
}
