import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { FilmRecipe } from "./film.ts";
import { develop } from "./film.ts";
import { scenes } from "./scenes/index.ts";

const FILM: FilmRecipe = {
  exposure: 1,
  bloom: 0.2,
  halation: 0.1,
  vignette: 0,
  grain: 0,
  saturation: 1,
  black: [0.02, 0.02, 0.02],
};

test("no edge of a picture has a line, whatever its size", () => {
  // Sizes that no block of the lens' glow divides.
  const [width, height] = [1933, 47];
  const light = new Float32Array(width * height * 3).fill(0.9);
  const bytes = develop(light, width, height, FILM, 1);
  const at = (x: number, y: number): number => bytes[(y * width + x) * 3] ?? 0;
  const middle = at(width >> 1, height >> 1);
  for (const [x, y] of [
    [width >> 1, 0],
    [width >> 1, height - 1],
    [0, height >> 1],
    [width - 1, height >> 1],
  ] as const) {
    expect(Math.abs(at(x, y) - middle), `${x}, ${y}`).toBeLessThanOrEqual(1);
  }
});

test("the published pictures continue to their last row", async () => {
  for (const name of Object.keys(scenes)) {
    const file = sharp(join(demoContent(), "images", `${name}.jpg`));
    const { width, height } = await file.metadata();
    const rows = 32;
    const strip = await file
      .extract({ left: 0, top: height - rows, width, height: rows })
      .greyscale()
      .raw()
      .toBuffer();
    const level = (row: number): number => {
      let sum = 0;
      for (let x = 0; x < width; x++) sum += strip[row * width + x] ?? 0;
      return sum / width;
    };
    const levels = Array.from({ length: rows }, (_, row) => level(row));
    // Waves differ by up to a fifth; a line at the edge would differ by more.
    const usual = levels.reduce((sum, here) => sum + here, 0) / rows;
    for (const [i, here] of levels.entries()) {
      expect(Math.abs(here / usual - 1), `${name}, ${rows - i} rows from the bottom`).toBeLessThan(0.3);
    }
  }
});
