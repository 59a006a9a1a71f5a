import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PictureSuffix } from "@porchlight/protocol/content.ts";
import { PICTURE_FORMATS, variantsOf } from "./recipe.ts";

/** What is kept beside the variants of an original. */
export type PreparedPicture = { width: number; height: number; variants: { suffix: PictureSuffix; width: number }[] };

/** Name of the file that holds a {@link PreparedPicture}; written last, so a folder that has it is whole. */
export const PREPARED_FILE = "picture.json";

/**
 * Makes every variant of an original in a folder of its own, which appears only when it is whole.
 *
 * @param original path of the owner's file
 * @param folder where the variants go, `{suffix}.{ending}` each
 * @throws {Error} when the original is no picture or the folder cannot be written
 */
export async function preparePicture(original: string, folder: string): Promise<PreparedPicture> {
  // Loaded only where there is work: a start with everything prepared does without the library.
  const { default: sharp } = await import("sharp");
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });

  // Turned upright once and held as plain pixels, so that the original is decoded once for all variants.
  const { data, info } = await sharp(original)
    .autoOrient()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } };
  const prepared = { width: info.width, height: info.height, variants: variantsOf(info.width) };
  for (const { suffix, width } of prepared.variants) {
    const resized = sharp(data, pixels).resize({ width });
    await Promise.all(
      PICTURE_FORMATS.map(({ ending, encode }) => encode(resized.clone()).toFile(join(partial, `${suffix}.${ending}`))),
    );
  }
  await writeFile(join(partial, PREPARED_FILE), JSON.stringify(prepared));
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
  return prepared;
}

/** Draws an icon as a square PNG. */
export async function drawIcon(svg: string, size: number): Promise<Buffer<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  const { data } = await sharp(svg, { density: 300 }).resize(size, size).png().toBuffer({ resolveWithObject: true });
  return Buffer.from(data);
}
