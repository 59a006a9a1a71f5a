import sharp from "sharp";
import { expect, it } from "vitest";
import { LIGHT_CELLS, measureLight } from "./measure-light.ts";

const GREY = "#777777";

/** Measures an SVG of 480 by 320 pixels, and returns the greys at a place. */
async function measureSvg(shapes: string) {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">${shapes}</svg>`);
  const { lightest, darkest } = await measureLight(sharp(svg));
  const at = (cells: string, x: number, y: number) =>
    Buffer.from(cells, "base64")[
      Math.floor((y / 320) * LIGHT_CELLS) * LIGHT_CELLS + Math.floor((x / 480) * LIGHT_CELLS)
    ];
  return (x: number, y: number) => ({ lightest: at(lightest, x, y), darkest: at(darkest, x, y) });
}

it("a small lamp changes only its own cell, and only for light letters", async () => {
  const greysAt = await measureSvg(
    `<path d="M0 0h480v320H0z" fill="${GREY}"/><circle cx="240" cy="165" r="4" fill="#fff"/>`,
  );
  expect(greysAt(240, 165).lightest).toBeGreaterThan(250);
  expect(greysAt(240, 165).darkest).toBeGreaterThan(100);
  expect(greysAt(300, 165)).toEqual({ lightest: 0x77, darkest: 0x77 });
});

it("a colour counts as a grey, and for dark letters as a darker one", async () => {
  const greysAt = await measureSvg(`<path d="M0 0h480v320H0z" fill="#ff0000"/>`);
  // The luminance of red is 0.2126, like that of a middle grey.
  expect(greysAt(10, 10)).toEqual({ lightest: 127, darkest: 54 });
});

it("transparent parts of a picture do not count, because the page's background shows through them", async () => {
  const greysAt = await measureSvg(`<path d="M0 0h240v320H0z" fill="#fff"/>`);
  expect(greysAt(400, 100)).toEqual({ lightest: 0, darkest: 255 });
  expect(greysAt(100, 100)).toEqual({ lightest: 255, darkest: 255 });
});

it("measures a grey picture of a few pixels", async () => {
  const tiny = sharp({ create: { width: 3, height: 2, channels: 3, background: GREY } }).toColourspace("b-w");
  const { lightest, darkest } = await measureLight(sharp(await tiny.png().toBuffer()));
  expect(new Set(Buffer.from(lightest + darkest, "base64"))).toEqual(new Set([0x77]));
});
