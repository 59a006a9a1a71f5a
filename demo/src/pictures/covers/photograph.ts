/** One of the demo's own hero pictures as the negative of a sleeve: read back into linear light and framed square. */
import { join } from "node:path";
import sharp from "sharp";
import type { PlateStep } from "../picture.ts";
import { wholeSleeve } from "./sleeve.ts";

function toLinear(screen: number): number {
  return screen <= 0.04045 ? screen / 12.92 : ((screen + 0.055) / 1.055) ** 2.4;
}

/** The light that the film's tone curve turns into a linear screen value: the curve in film.ts solved for its light. */
function beforeTheCurve(value: number): number {
  const a = 2.43 * value - 2.51;
  const b = 0.59 * value - 0.03;
  const c = 0.14 * value;
  return (-b - Math.sqrt(b * b - 4 * a * c)) / (2 * a);
}

const LIGHT_OF_BYTE = Float32Array.from({ length: 256 }, (_, byte) =>
  beforeTheCurve(toLinear(Math.min(0.985, byte / 255))),
);

/**
 * Reads a picture of content/images onto a plate called "photograph". This program draws it too, so draw it first.
 *
 * @param from where the square begins, as a fraction of the picture's width
 */
export function photographStep(name: string, from: number): PlateStep {
  return {
    name: "photograph",
    shape: wholeSleeve(2160),
    printed: async (plate) => {
      const file = sharp(join(import.meta.dirname, "../../../../content/images", `${name}.jpg`));
      const { width, height } = await file.metadata();
      const square = { left: Math.round(width * from), top: 0, width: height, height };
      const pixels = await file.extract(square).resize(plate.width).removeAlpha().raw().toBuffer();
      for (let y = 0; y < plate.height; y++) {
        const row = Math.min(y, plate.width - 1) * plate.width;
        for (let x = 0; x < plate.width; x++) {
          const i = (y * plate.width + x) * 4;
          for (let c = 0; c < 3; c++) plate.data[i + c] = LIGHT_OF_BYTE[pixels[(row + x) * 3 + c] ?? 0] ?? 0;
          plate.data[i + 3] = 1;
        }
      }
    },
  };
}
