/** Prints: artwork set as a page, laid on a plate in millimetres of the thing it is printed on. */
import sharp from "sharp";
import type { LightOut } from "../colour.ts";
import { setPage } from "../lettering.ts";
import type { PlateStep, Plates } from "../picture.ts";
import { findPlate } from "../picture.ts";
import type { Plate, Sample } from "../view.ts";
import { readPlate } from "../view.ts";

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/**
 * Sets artwork in type as a step of a picture.
 *
 * @param wide size of the print in millimetres; its middle is (0, 0)
 * @param dots pixels per millimetre
 * @param body HTML as for `setPage`, or a function that makes it
 */
export function printStep(
  name: string,
  wide: number,
  tall: number,
  dots: number,
  body: string | (() => Promise<string>),
): PlateStep {
  return {
    name,
    shape: { left: -wide / 2, right: wide / 2, top: tall / 2, bottom: -tall / 2, density: dots },
    printed: async (plate: Plate) => {
      const png = await setPage(typeof body === "string" ? body : await body(), plate.width, plate.height);
      const pixels = await sharp(png).ensureAlpha().raw().toBuffer();
      for (let i = 0; i < plate.width * plate.height * 4; i += 4) {
        const cover = (pixels[i + 3] ?? 0) / 255;
        for (let c = 0; c < 3; c++) plate.data[i + c] = toLinear((pixels[i + c] ?? 0) / 255) * cover;
        plate.data[i + 3] = cover;
      }
    },
  };
}

/** Lays a print over a colour. Returns its opacity, 0 to 1, with `wear` of it rubbed off. */
export type Overprint = (x: number, y: number, wear: number, colour: LightOut) => number;

/**
 * Makes the function that lays a print over a colour; x and y in millimetres from the middle of the print.
 *
 * @param isTrimmed whether the thing was cut where the print ends, so that its very edge is printed too
 */
export function createOverprint(plates: Plates, name: string, isTrimmed = false): Overprint {
  const plate = findPlate(plates, name);
  const ink: Sample = [0, 0, 0, 0];
  const right = plate.right - 0.01;
  const top = plate.top - 0.01;
  // A plate has nothing below its last row.
  const bottom = plate.bottom + (1.01 * (plate.top - plate.bottom)) / plate.height;
  return (x, y, wear, colour) => {
    const isOver = Math.abs(x) >= right || Math.abs(y) >= top;
    if (isOver && !isTrimmed) return 0;
    readPlate(plate, Math.min(right, Math.max(-right, x)), Math.min(top, Math.max(bottom, y)), ink);
    const keep = 1 - ink[3] * (1 - wear);
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] ?? 0) * keep + (ink[c] ?? 0) * (1 - wear);
    return ink[3] * (1 - wear);
  };
}
