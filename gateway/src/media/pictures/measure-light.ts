import type { Sharp } from "sharp";
import { luminanceOf, toGrey } from "../../lib/luminance.ts";

/** Cells across a picture, and down. */
export const LIGHT_CELLS = 32;

/**
 * Width at which a picture is measured, in pixels. Over a hero on a laptop, such a pixel is about as wide as the stroke
 * of a letter. So a lamp behind a letter counts, and grain does not.
 */
const MEASURED_WIDTH = 240;

/** Pixels with less opacity count as holes: the page's own ground shows there. Of 255. */
const MIN_ALPHA = 128;

/**
 * The lightest and the darkest place in each cell of a picture, row by row: a byte for each grey, in base64. Light
 * letters need the lightest, dark letters the darkest.
 */
export type PictureLight = { lightest: string; darkest: string };

/**
 * Measures a picture.
 *
 * @param picture upright, in sRGB
 */
export async function measureLight(picture: Sharp): Promise<PictureLight> {
  const { data, info } = await picture
    .resize({ width: MEASURED_WIDTH, withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const lightest = Buffer.alloc(LIGHT_CELLS ** 2, 0);
  const darkest = Buffer.alloc(LIGHT_CELLS ** 2, 255);
  for (let cell = 0; cell < LIGHT_CELLS ** 2; cell += 1) {
    const columns = pixelsOf(cell % LIGHT_CELLS, info.width);
    const rows = pixelsOf(Math.floor(cell / LIGHT_CELLS), info.height);
    for (let y = rows.first; y < rows.end; y += 1) {
      for (let x = columns.first; x < columns.end; x += 1) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray((y * info.width + x) * 4);
        if (alpha < MIN_ALPHA) continue;
        lightest[cell] = Math.max(lightest[cell] ?? 0, Math.round(toGrey(luminanceOf(red, green, blue))));
        darkest[cell] = Math.min(darkest[cell] ?? 255, Math.round(luma(red, green, blue)));
      }
    }
  }
  return { lightest: lightest.toString("base64"), darkest: darkest.toString("base64") };
}

/** The pixels of a column or a row of cells. In a picture with fewer pixels than cells, a pixel is in several cells. */
function pixelsOf(cell: number, size: number): { first: number; end: number } {
  const first = Math.floor((cell * size) / LIGHT_CELLS);
  return { first, end: Math.max(first + 1, Math.ceil(((cell + 1) * size) / LIGHT_CELLS)) };
}

/**
 * A grey that is never lighter than the colour, whatever light shade lies over both. For a saturated colour, the grey
 * of the same luminance would be lighter, because the shade lightens a grey more.
 */
function luma(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
