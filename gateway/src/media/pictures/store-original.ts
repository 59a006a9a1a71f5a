import { open } from "node:fs/promises";
import sharp, { type Metadata } from "sharp";
import type { UploadFailure } from "../uploads/upload-error.ts";

/** Longest side of a stored picture, in pixels: half again as wide as the widest variant. */
const MAX_SIDE = 3840;
/** Quality of a stored picture. Every variant is drawn from it, so it loses next to nothing. */
const QUALITY = 92;

/**
 * Most memory of a picture that cannot be read line by line, in bytes. A photograph of 100 million pixels just fits; a
 * file of 2 MB can take thousands of times as much.
 */
const WHOLE_MAX_BYTES = 300_000_000;

/** The result of an upload: the file that was written, or the reason why none was. */
export type StoredOriginal =
  | { ending: "jpg" | "png" | "webp"; width: number; height: number }
  | { failure: UploadFailure };

sharp.cache(false);

/**
 * Writes an uploaded picture again: upright, in sRGB, without metadata such as the place where it was taken, and at most
 * {@link MAX_SIDE} pixels wide and high.
 *
 * @param target path of the new file, which must not exist
 * @param isDrawing whether it is a logo, which has to be a PNG
 */
export async function storeOriginal(source: string, target: string, isDrawing = false): Promise<StoredOriginal> {
  try {
    const metadata = await sharp(source).metadata();
    const { pages = 1, format, hasAlpha } = metadata;
    if (pages > 1) return { failure: "moving" };
    if (!isReadByLine(metadata) && wholeBytes(metadata) > WHOLE_MAX_BYTES) return { failure: "too-many-pixels" };
    const isTransparent = hasAlpha && !(await sharp(source).stats()).isOpaque;
    const picture = sharp(source)
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb");
    // A drawing, such as a logo, stays sharp. A photograph with a transparent background would be too large as PNG.
    const isPng = isDrawing || (isTransparent && (format === "png" || format === "gif"));
    const ending = isPng ? "png" : isTransparent ? "webp" : "jpg";
    const encoded = {
      jpg: () => picture.removeAlpha().jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" }),
      png: () => picture.png({ compressionLevel: 9 }),
      webp: () => picture.webp({ quality: QUALITY, alphaQuality: 100 }),
    }[ending]();
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const file = await open(target, "wx");
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    return { ending, width: info.width, height: info.height };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ("code" in error) throw error;
    return { failure: /pixel limit/i.test(error.message) ? "too-many-pixels" : "unreadable" };
  }
}

/**
 * Whether a picture is reduced while it is read, so that it is never in memory as a whole. One that may be transparent
 * is decoded as a whole to find out.
 */
function isReadByLine({ format, hasAlpha, isProgressive, orientation = 1 }: Metadata): boolean {
  return (format === "jpeg" || format === "png") && !hasAlpha && !isProgressive && orientation === 1;
}

/** Memory of a picture that is decoded as a whole. For GIF and WebP, three copies were measured at the same time. */
function wholeBytes({ format, width, height, channels, depth }: Metadata): number {
  const copies = format === "gif" || format === "webp" ? 3 : 1;
  return copies * width * height * channels * (depth === "uchar" ? 1 : 2);
}
