// Run by prepare.ts as a process of its own, so that its memory is freed and a file that crashes the image library does
// not crash the gateway:
//   node draw-picture.ts picture ORIGINAL FOLDER   prepares the variants of a picture
//   node draw-picture.ts icons SVG PREFIX          draws the icons
//   node draw-picture.ts try ORIGINAL…             prints the originals that cannot be read
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPictureVariants } from "@porchlight/protocol/content.ts";
import sharp from "sharp";
import { drawIcons } from "./draw-icons.ts";
import { iconCachePath } from "./icon-files.ts";
import { PICTURE_FORMATS, PREPARED_FILE, type PreparedPicture } from "./recipe.ts";

async function drawPicture(original: string, folder: string): Promise<void> {
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });

  // Rotated upright and held as raw pixels, so that the original is decoded once for all variants.
  const { data, info } = await sharp(original)
    .autoOrient()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } };
  const prepared: PreparedPicture = {
    width: info.width,
    height: info.height,
    variants: createPictureVariants(info.width),
  };
  for (const { suffix, width } of prepared.variants) {
    const resized = sharp(data, pixels).resize({ width });
    await Promise.all(
      PICTURE_FORMATS.map(({ ending, encode }) =>
        encode(resized.clone(), width).toFile(join(partial, `${suffix}.${ending}`)),
      ),
    );
  }
  await writeFile(join(partial, PREPARED_FILE), JSON.stringify(prepared));
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
}

async function findUnreadable(originals: readonly string[]): Promise<string[]> {
  const unreadable: string[] = [];
  for (const original of originals) {
    try {
      // A small picture is enough: the whole file is read for it.
      await sharp(original).resize({ width: 16 }).raw().toBuffer();
    } catch {
      unreadable.push(original);
    }
  }
  return unreadable;
}

const [command, source = "", target = ""] = process.argv.slice(2);
try {
  if (command === "try") console.log(JSON.stringify(await findUnreadable(process.argv.slice(3))));
  else if (command === "icons") await drawIcons(source, (file) => iconCachePath(target, file));
  else await drawPicture(source, target);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
