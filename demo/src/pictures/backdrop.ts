/** Plates laid over one another, nearest last, as the lens or a mirrored ray sees them. */
import type { Plates } from "./picture.ts";
import { findPlate } from "./picture.ts";
import type { Sample } from "./view.ts";
import { readPlate } from "./view.ts";

/** Reads several plates of the far distance as one; the first must cover everything. */
export function createBackdrop(plates: Plates, names: readonly string[]): (u: number, v: number, out: Sample) => void {
  const layers = names.map((name) => findPlate(plates, name));
  const seen: Sample = [0, 0, 0, 0];
  return (u, v, out) => {
    out[0] = out[1] = out[2] = out[3] = 0;
    for (const layer of layers) {
      readPlate(layer, u, v, seen);
      const keep = 1 - seen[3];
      for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * keep + (seen[c] ?? 0);
    }
    out[3] = 1;
  };
}
