/** Watercolour and pen on rough paper: a ground of soft tones, then drawings laid over it, then the tooth of the sheet. */
import sharp from "sharp";
import type { Light, LightOut } from "../pictures/colour.ts";
import { setPage } from "../pictures/lettering.ts";
import { createRandom, fbm2, noise2 } from "../pictures/noise.ts";
import type { ActPicture } from "./picture.ts";

/** A drawing laid over the ground. */
interface Drawing {
  /** HTML as for `setPage`, or a function that makes it. */
  body: string | (() => Promise<string>);
  /** Its opacity by place; fully opaque if left out. Places are fractions of the width, y from the top. */
  cover?: (x: number, y: number) => number;
}

/** A sheet of paper. */
interface Painting {
  /** Height over width. */
  format: number;
  seed: number;
  /** Writes the tone of a place in linear light. Places are fractions of the width, y from the top. */
  ground: (x: number, y: number, out: LightOut) => void;
  drawings: readonly Drawing[];
  /** How strong the tooth of the paper is; 1 if left out. */
  tooth?: number;
}

const toScreen = (linear: number): number =>
  255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.min(1, linear) ** (1 / 2.4) - 0.055);

/** Sets `out` to a blend. */
export function blend(a: Light, b: Light, amount: number, out: LightOut): void {
  const t = Math.min(1, Math.max(0, amount));
  for (let c = 0; c < 3; c++) out[c] = (a[c] ?? 0) + ((b[c] ?? 0) - (a[c] ?? 0)) * t;
}

/** Makes a picture of such a sheet. */
export function painted(fullWidth: number, quality: number, painting: Painting): ActPicture {
  return {
    fullWidth,
    quality,
    draw: async (width) => {
      const height = Math.round(width * painting.format);
      const layers = await Promise.all(
        painting.drawings.map(async ({ body, cover }) => {
          const png = await setPage(typeof body === "string" ? body : await body(), width, height);
          return { cover, pixels: await sharp(png).ensureAlpha().raw().toBuffer() };
        }),
      );
      const data = new Uint8Array(width * height * 3);
      const random = createRandom(painting.seed);
      const light: LightOut = [0, 0, 0];
      const tooth = painting.tooth ?? 1;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const [u, v] = [x / width, y / width];
          painting.ground(u, v, light);
          const i = y * width + x;
          const screen: [number, number, number] = [toScreen(light[0]), toScreen(light[1]), toScreen(light[2])];
          for (const { pixels, cover } of layers) {
            const alpha = (pixels[i * 4 + 3] ?? 0) / 255;
            if (alpha === 0) continue;
            const amount = alpha * (cover ? cover(u, v) : 1);
            for (let c = 0; c < 3; c++) screen[c] = (screen[c] ?? 0) * (1 - amount) + (pixels[i * 4 + c] ?? 0) * amount;
          }
          const rough =
            2.2 * fbm2(u * 420, v * 420, 2, painting.seed) + 1.6 * noise2(u * 60, v * 900, painting.seed + 3);
          const change = tooth * (rough + 1.6 * (random() - 0.5));
          for (let c = 0; c < 3; c++)
            data[i * 3 + c] = Math.min(255, Math.max(0, Math.round((screen[c] ?? 0) + change)));
        }
      }
      return { width, height, data };
    },
  };
}
