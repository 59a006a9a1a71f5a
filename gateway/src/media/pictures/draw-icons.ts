import { rename, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { icoOf } from "./ico.ts";
import { ICON_FILES, ICON_GROUND, type IconFile } from "./icon-files.ts";

/** What no phone cuts from a maskable icon: a circle of this radius, in sides. Source: w3.org/TR/appmanifest, icon masks. */
const SAFE_RADIUS = 0.4;

/** What SVG files are drawn at when nothing else is said, in dots per inch; most that the library takes. */
const SVG_DENSITY = 72;
const MOST_DENSITY = 100_000;

/** Side at which an icon is looked at, in pixels. */
const LOOK_SIDE = 256;
/** Differences per channel that no eye sees, as at smoothed edges. */
const SAME_COLOUR = 12;

type Colour = { r: number; g: number; b: number };

/** What stands behind an icon, and how far from its middle it reaches, in sides. */
type Extent = { ground: Colour | string; reach: number };

/**
 * Draws every icon from an SVG. Each file appears only when it is whole.
 *
 * @param targetOf where a file goes
 */
export async function drawIcons(svg: string, targetOf: (file: IconFile) => string): Promise<void> {
  const extent = await extentOf(svg);
  for (const file of ICON_FILES) {
    const pictures = await Promise.all(
      file.sides.map(async (side) => ({ side, png: await drawIcon(svg, side, file.ground, extent) })),
    );
    const [only] = pictures;
    const target = targetOf(file);
    await writeFile(`${target}.partial`, pictures.length === 1 && only ? only.png : icoOf(pictures));
    await rename(`${target}.partial`, target);
  }
}

async function drawIcon(
  svg: string,
  side: number,
  ground: IconFile["ground"],
  { ground: colour, reach }: Extent,
): Promise<Buffer> {
  const png = { compressionLevel: 9 };
  if (!ground) return (await drawWhole(svg, side)).png(png).toBuffer();
  const share = ground === "maskable" ? Math.min(1, SAFE_RADIUS / reach) : 1;
  const icon = await (await drawWhole(svg, Math.round(side * share))).png().toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: colour } })
    .composite([{ input: icon }])
    .png(png)
    .toBuffer();
}

/** The whole icon in the middle of a square, sharp at that size. */
async function drawWhole(svg: string, side: number) {
  const { width, height } = await sharp(svg).metadata();
  const density = Math.min(MOST_DENSITY, Math.max(1, (SVG_DENSITY * side) / Math.max(width, height)));
  return sharp(svg, { density }).resize(side, side, { fit: "contain", background: "transparent" });
}

/** An icon that covers its square stands on the colour of its corner, any other on ink. */
async function extentOf(svg: string): Promise<Extent> {
  const drawn = await drawWhole(svg, LOOK_SIDE);
  const pixels = await drawn.toColourspace("srgb").ensureAlpha().raw().toBuffer();
  const [r = 0, g = 0, b = 0, a = 0] = pixels;
  const isCovered = a === 255;
  const ground = isCovered ? { r, g, b } : ICON_GROUND;
  const middle = (LOOK_SIDE - 1) / 2;
  let reach = 0;
  for (let pixel = 0; pixel < LOOK_SIDE * LOOK_SIDE; pixel += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(pixel * 4, pixel * 4 + 4);
    const isGround = isCovered
      ? Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b)) <= SAME_COLOUR
      : alpha <= SAME_COLOUR;
    if (isGround) continue;
    reach = Math.max(reach, Math.hypot((pixel % LOOK_SIDE) - middle, Math.floor(pixel / LOOK_SIDE) - middle));
  }
  return { ground, reach: reach / LOOK_SIDE };
}
