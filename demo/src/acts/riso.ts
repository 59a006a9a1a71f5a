/**
 * A stencil duplicator: each ink is printed by itself from a page in greys, which a screen of dots turns into ink or no
 * ink. The inks are transparent, are a little out of register, and do not print evenly.
 */
import sharp from "sharp";
import { fromHex } from "../pictures/colour.ts";
import { setPage } from "../pictures/lettering.ts";
import { fbm2, noise2, smooth } from "../pictures/noise.ts";
import type { Sheet } from "./picture.ts";

/** How much ink each pixel needs, 0 to 1. */
interface Greys {
  width: number;
  height: number;
  data: Float32Array;
}

/** One drum of ink. */
export interface Ink {
  colour: string;
  /** A page in greys, as HTML for `setPage`; black is full ink. */
  original: string;
  /** Angle of the screen in degrees. Two inks need different ones, or their dots make a moiré pattern. */
  angle: number;
  /** Dots across the width of the page. */
  screen: number;
  /** How far it is out of register, in hundredths of the width. */
  shift: readonly [right: number, down: number];
}

/** A page to print. */
interface Print {
  paper: string;
  /** Height over width. */
  format: number;
  seed: number;
  inks: readonly Ink[];
}

/** Reads a page in greys. Clear areas get no ink. */
async function toGreys(png: Buffer, width: number, height: number): Promise<Greys> {
  const pixels = await sharp(png).flatten({ background: "#fff" }).greyscale().raw().toBuffer();
  return { width, height, data: Float32Array.from(pixels, (grey) => 1 - grey / 255) };
}

function read({ width, height, data }: Greys, x: number, y: number): number {
  const px = Math.min(width - 1.001, Math.max(0, x));
  const py = Math.min(height - 1.001, Math.max(0, y));
  const [ix, iy] = [px | 0, py | 0];
  const i = iy * width + ix;
  const upper = (data[i] ?? 0) + ((data[i + 1] ?? 0) - (data[i] ?? 0)) * (px - ix);
  const lower = (data[i + width] ?? 0) + ((data[i + width + 1] ?? 0) - (data[i + width] ?? 0)) * (px - ix);
  return upper + (lower - upper) * (py - iy);
}

const toScreen = (linear: number): number =>
  255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);

/** Prints a page that many pixels wide. */
export async function print({ paper, format, seed, inks }: Print, width: number): Promise<Sheet> {
  const height = Math.round(width * format);
  const rem = width / 100;
  const drums = await Promise.all(
    inks.map(async (ink, at) => {
      const greys = await toGreys(await setPage(ink.original, width, height), width, height);
      const turn = (ink.angle * Math.PI) / 180;
      const cell = width / ink.screen;
      return {
        greys,
        light: fromHex(ink.colour),
        right: ink.shift[0] * rem,
        down: ink.shift[1] * rem,
        cos: Math.cos(turn) / cell,
        sin: Math.sin(turn) / cell,
        // One pixel of the threshold's slope, so that dots have smooth edges.
        soft: Math.min(0.5, 1.1 / cell),
        seed: seed + at * 101,
      };
    }),
  );
  const sheetLight = fromHex(paper);
  const data = new Uint8Array(width * height * 3);
  const rgb: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [at, down] = [x / rem, y / rem];
      const fibre = 1 + 0.02 * noise2(at * 3.1, down * 2.3, seed + 7) + 0.012 * noise2(at * 11, down * 9, seed + 8);
      for (let c = 0; c < 3; c++) rgb[c] = (sheetLight[c] ?? 0) * fibre;
      for (const drum of drums) {
        const grey = read(drum.greys, x - drum.right, y - drum.down);
        if (grey < 0.012) continue;
        const [u, v] = [x * drum.cos + y * drum.sin, y * drum.cos - x * drum.sin];
        const spot = 0.5 + 0.25 * (Math.cos(2 * Math.PI * u) + Math.cos(2 * Math.PI * v));
        const wanted = grey > 0.985 ? 1.4 : grey + 0.05 * noise2(at * 6, down * 6, drum.seed);
        const dot = smooth(-drum.soft, drum.soft, wanted - 1 + spot);
        if (dot === 0) continue;
        // Places that the ink missed: clouds across the sheet, and pinholes in the solids.
        const cloud = 0.975 + 0.045 * fbm2(at / 14, down / 3, 3, drum.seed + 1);
        const pinhole = smooth(0.62, 0.8, noise2(at * 7.3, down * 7.3, drum.seed + 2));
        const amount = dot * Math.min(1, cloud) * (1 - 0.8 * pinhole);
        for (let c = 0; c < 3; c++) rgb[c] = (rgb[c] ?? 0) * (1 - amount + amount * (drum.light[c] ?? 0));
      }
      const i = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) data[i + c] = Math.min(255, Math.round(toScreen(rgb[c] ?? 0)));
    }
  }
  return { width, height, data };
}
