// Run by prepare.ts in a process of its own: `node draw-picture.ts picture ORIGINAL FOLDER` makes the variants of a
// picture, `node draw-picture.ts icons SVG PREFIX` the icons, each at the prefix and its name, and `node
// draw-picture.ts try ORIGINAL…` says which originals cannot be read. What it needs of memory ends with it, and a file
// that breaks the image library does not take the gateway along.
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPictureVariants } from "@porchlight/protocol/content.ts";
import sharp from "sharp";
import { drawIcons } from "./draw-icons.ts";
import { cachedIcon } from "./icon-files.ts";
import { PICTURE_FORMATS, PREPARED_FILE, type PreparedPicture } from "./recipe.ts";

async function drawPicture(original: string, folder: string): Promise<void> {
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

async function unreadableOf(originals: readonly string[]): Promise<string[]> {
  const unreadable: string[] = [];
  for (const original of originals) {
    try {
      // Small is enough: all of the file is read for it.
      await sharp(original).resize({ width: 16 }).raw().toBuffer();
    } catch {
      unreadable.push(original);
    }
  }
  return unreadable;
}

const [what, source = "", target = ""] = process.argv.slice(2);
try {
  if (what === "try") console.log(JSON.stringify(await unreadableOf(process.argv.slice(3))));
  else if (what === "icons") await drawIcons(source, (file) => cachedIcon(target, file));
  else await drawPicture(source, target);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
