import { rename, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { ICON_FILES, type IconFile } from "./icon-files.ts";

/** Radius of the circle in a maskable icon that every phone shows, in sides. Source: w3.org/TR/appmanifest. */
const SAFE_RADIUS = 0.4;

/** The default density of SVG files and the highest that the library accepts, in dots per inch. */
const SVG_DENSITY = 72;
const MAX_DENSITY = 100_000;

/** Side of the icon while it is measured, in pixels. */
const MEASURED_SIDE = 256;
/** Colours look the same if no channel differs by more than this, as at smoothed edges. */
const SAME_COLOUR = 12;

type Colour = { r: number; g: number; b: number };

/** The background of an icon, and how far its drawing reaches from the middle, in sides. */
type Extent = { ground: Colour | string; reach: number };

/**
 * Draws every icon from an SVG or a PNG. Each file appears only when it is complete.
 *
 * @param siteGround background colour of an icon that has none
 * @param toPath returns where a file is written
 */
export async function drawIcons(svg: string, siteGround: string, toPath: (file: IconFile) => string): Promise<void> {
  const extent = await measureExtent(svg, siteGround);
  for (const file of ICON_FILES) {
    const pictures = await Promise.all(
      file.sides.map(async (side) => ({ side, png: await drawIcon(svg, side, file.ground, extent) })),
    );
    const [only] = pictures;
    const target = toPath(file);
    await writeFile(`${target}.partial`, pictures.length === 1 && only ? only.png : toIco(pictures));
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

/** Draws the whole icon in the middle of a square, sharp at that size. */
async function drawWhole(svg: string, side: number) {
  const { width, height } = await sharp(svg).metadata();
  const density = Math.min(MAX_DENSITY, Math.max(1, (SVG_DENSITY * side) / Math.max(width, height)));
  return sharp(svg, { density }).resize(side, side, { fit: "contain", background: "transparent" });
}

/** If an icon covers its square, the colour of its corner is its background; otherwise that of the site. */
async function measureExtent(svg: string, siteGround: string): Promise<Extent> {
  const drawn = await drawWhole(svg, MEASURED_SIDE);
  const pixels = await drawn.toColourspace("srgb").ensureAlpha().raw().toBuffer();
  const [r = 0, g = 0, b = 0, a = 0] = pixels;
  const isCovered = a === 255;
  const ground = isCovered ? { r, g, b } : siteGround;
  const middle = (MEASURED_SIDE - 1) / 2;
  let reach = 0;
  for (let pixel = 0; pixel < MEASURED_SIDE * MEASURED_SIDE; pixel += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(pixel * 4, pixel * 4 + 4);
    const isGround = isCovered
      ? Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b)) <= SAME_COLOUR
      : alpha <= SAME_COLOUR;
    if (isGround) continue;
    reach = Math.max(reach, Math.hypot((pixel % MEASURED_SIDE) - middle, Math.floor(pixel / MEASURED_SIDE) - middle));
  }
  return { ground, reach: reach / MEASURED_SIDE };
}

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;
const BITS_PER_PIXEL = 32;

/**
 * Joins PNGs into one `.ico`: a header, an entry for each picture, then the pictures. `side` is in pixels, at most 256.
 * Source: learn.microsoft.com, ICONDIR and ICONDIRENTRY; PNGs inside since Windows Vista.
 */
function toIco(pictures: readonly { side: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * pictures.length);
  // Two reserved bytes, then the type: 1 is an icon.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { side, png }] of pictures.entries()) {
    const entry = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    // One byte each, where 0 stands for 256. There is no palette.
    header.writeUInt8(side % 256, entry);
    header.writeUInt8(side % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(BITS_PER_PIXEL, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}
