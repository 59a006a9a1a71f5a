import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPictureVariants, PICTURE_WIDTHS } from "@porchlight/protocol/picture-widths.ts";
import sharp, { type Sharp } from "sharp";
import { hasFile } from "./picture-cache.ts";
import {
  PICTURE_FORMATS,
  type PictureFormat,
  parseUpright,
  qualityForHeavy,
  uprightPart,
  variantFile,
} from "./recipe.ts";

// Nothing is drawn twice. With the library's cache, 23 previews took 590 MB of memory.
sharp.cache(false);

/**
 * Draws the missing variants: the requested ones first, then width by width.
 *
 * @param requested may include names of upright parts, which are drawn only on request
 * @param onFile called for each file once it is there
 */
export async function drawVariants(
  original: string,
  folder: string,
  requested: readonly string[],
  onFile: (file: string) => void,
): Promise<void> {
  // Rotated upright and stored as raw pixels, so that the original is decoded once for all variants. No more pixels are
  // stored than the widest variant has: a file of less than 1 MB can have 250 million.
  const { data, info } = await sharp(original)
    .autoOrient()
    .resize({ width: PICTURE_WIDTHS.hero, withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } };
  const byWidth = createPictureVariants(info.width).map(({ suffix, width }) =>
    PICTURE_FORMATS.map((format) => ({ file: variantFile(suffix, format), width, format })),
  );
  const first = byWidth.flat().filter(({ file }) => requested.includes(file));
  const [avif] = PICTURE_FORMATS;
  for (const file of requested) {
    const percent = parseUpright(file);
    if (percent === undefined || hasFile(folder, file)) continue;
    const width = Math.min(PICTURE_WIDTHS.large, info.width);
    const height = Math.round((info.height * width) / info.width);
    const resized = sharp(data, pixels).resize({ width, height, fit: "fill" });
    const part = uprightPart({ width, height }, percent);
    await writeWhole(join(folder, file), await encodeVariant(resized.extract(part), part.width, avif));
    onFile(file);
  }
  for (const group of [first, ...byWidth]) {
    const missing = group.filter(({ file }) => !hasFile(folder, file));
    await Promise.all(
      missing.map(async ({ file, width, format }) => {
        const resized = sharp(data, pixels).resize({ width });
        await writeWhole(join(folder, file), await encodeVariant(resized, width, format));
        onFile(file);
      }),
    );
  }
}

async function encodeVariant(resized: Sharp, width: number, format: PictureFormat): Promise<Buffer> {
  const { data, info } = await format.encode(resized.clone(), width).toBuffer({ resolveWithObject: true });
  const quality = format.ending === "avif" ? qualityForHeavy(info) : undefined;
  return quality === undefined ? data : format.encode(resized, width, quality).toBuffer();
}

/** Writes a file that appears only when it is complete. Another gateway may be writing the same file. */
export async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  await writeFile(partial, content);
  await rename(partial, path);
}
