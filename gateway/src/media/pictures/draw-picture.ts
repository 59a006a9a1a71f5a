// prepare.ts runs this file as a separate process. Its memory is freed when it ends, and a file that crashes the image
// library does not crash the gateway:
//   node draw-picture.ts previews [ORIGINAL FOLDER]…    draws previews, prints why some cannot be drawn
//   node draw-picture.ts picture ORIGINAL FOLDER FILE…  draws missing variants, these files first; prints each name
//   node draw-picture.ts icons DRAWING PREFIX GROUND    draws the icons
//   node draw-picture.ts try ORIGINAL…                  prints the originals that cannot be read
//   node draw-picture.ts measure ORIGINAL…              prints the size and the light of those that can be read
//   node draw-picture.ts store UPLOAD TARGET            writes an uploaded picture again, prints what it is now
//   node draw-picture.ts store-drawing UPLOAD TARGET    the same for a logo, as PNG
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createPictureVariants } from "@porchlight/protocol/picture-widths.ts";
import sharp from "sharp";
import { drawIcons } from "./draw-icons.ts";
import { drawVariants, writeWhole } from "./draw-variants.ts";
import { iconCachePath } from "./icon-files.ts";
import { type Measured, measure } from "./measure.ts";
import { measureLight } from "./measure-light.ts";
import { PREPARED_FILE, PREVIEW_FILE, PREVIEW_WIDTH, type PreparedPicture } from "./recipe.ts";
import { storeOriginal } from "./store-original.ts";

/** How many previews are drawn at the same time. With more, two cores are no faster and memory grows. */
const PREVIEWS_TOGETHER = 2;

/** Draws the preview of each original in its folder. @returns why originals cannot be read, by folder */
async function drawPreviews(pairs: string[]): Promise<Record<string, string>> {
  const unreadable: Record<string, string> = {};
  async function drawNext(): Promise<void> {
    for (let [original, folder] = pairs.splice(0, 2); original && folder; [original, folder] = pairs.splice(0, 2)) {
      const drawn = await drawPreview(original).catch((error: unknown) => toMessage(error));
      if (typeof drawn === "string") unreadable[folder] = drawn;
      else {
        await mkdir(folder, { recursive: true });
        await writeWhole(join(folder, PREVIEW_FILE), drawn.preview);
        await writeWhole(join(folder, PREPARED_FILE), JSON.stringify(drawn.prepared));
      }
    }
  }
  await Promise.all(Array.from({ length: PREVIEWS_TOGETHER }, drawNext));
  return unreadable;
}

/** Reads the whole original, so that a broken one is detected now. */
async function drawPreview(original: string): Promise<{ preview: Buffer; prepared: PreparedPicture }> {
  const { data, info } = await sharp(original)
    .autoOrient()
    .resize({ width: PREVIEW_WIDTH, withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const hasTransparency = info.channels === 4;
  const encoded = hasTransparency ? small.clone().webp({ quality: 60 }) : small.clone().jpeg({ quality: 60 });
  const light = await measureLight(small);
  const { width, height } = (await sharp(original).metadata()).autoOrient;
  return {
    preview: await encoded.toBuffer(),
    prepared: {
      width,
      height,
      variants: createPictureVariants(width),
      light,
      previewType: hasTransparency ? "image/webp" : "image/jpeg",
    },
  };
}

async function findUnreadable(originals: readonly string[]): Promise<string[]> {
  const unreadable: string[] = [];
  for (const original of originals) {
    try {
      // A small picture is enough, because the whole file is read for it.
      await sharp(original).resize({ width: 16 }).raw().toBuffer();
    } catch {
      unreadable.push(original);
    }
  }
  return unreadable;
}

async function measureAll(originals: readonly string[]): Promise<Record<string, Measured>> {
  const measured: Record<string, Measured> = {};
  for (const original of originals) {
    const found = await measure(original).catch(() => undefined);
    if (found) measured[original] = found;
  }
  return measured;
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const [command, source = "", target = "", ...files] = process.argv.slice(2);
const [ground = ""] = files;
try {
  if (command === "try") console.log(JSON.stringify(await findUnreadable(process.argv.slice(3))));
  else if (command === "measure") console.log(JSON.stringify(await measureAll(process.argv.slice(3))));
  else if (command === "store" || command === "store-drawing")
    console.log(JSON.stringify(await storeOriginal(source, target, command === "store-drawing")));
  else if (command === "icons") await drawIcons(source, ground, (file) => iconCachePath(target, file));
  else if (command === "previews") console.log(JSON.stringify(await drawPreviews(process.argv.slice(3))));
  else {
    // Ends together with the gateway, even if the gateway was killed.
    process.stdin
      .on("close", () => process.exit(1))
      .resume()
      .unref();
    await drawVariants(source, target, files, console.log);
  }
} catch (error) {
  console.error(toMessage(error));
  process.exit(1);
}
