/**
 * Draws the demo pictures into content/images, content/store and content/music. Everything in them is computed; nothing is downloaded.
 *
 *     node demo/src/pictures/draw.ts                      all of them at full size
 *     node demo/src/pictures/draw.ts n1 bio               only these
 *     node demo/src/pictures/draw.ts n1 --width=960 --out=/tmp/try    a small one to look at
 */
import { mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { findPicture, pictures } from "./catalogue.ts";
import { shoot } from "./crew.ts";
import { develop } from "./film.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: "string" },
    out: { type: "string" },
  },
});

/** Writes one picture as JPEG through a temporary file, so that no program reads half a picture. */
async function draw(name: string): Promise<void> {
  const began = performance.now();
  const { fullWidth, folder } = findPicture(name);
  const { picture, light } = await shoot(name, Number(values.width ?? fullWidth));
  const { width, height, film, seed, quality } = picture;
  const bytes = develop(light, width, height, film, seed);
  const into = values.out ?? join(import.meta.dirname, "../../../content", folder);
  await mkdir(into, { recursive: true });
  const target = join(into, `${name}.jpg`);
  const waiting = `${target}.part`;
  const words = picture.lettering ? [{ input: await picture.lettering(width, height) }] : [];
  await sharp(bytes, { raw: { width, height, channels: 3 } })
    .composite(words)
    .withMetadata({ icc: "srgb" })
    .jpeg({ quality, mozjpeg: true, chromaSubsampling: "4:4:4" })
    .toFile(waiting);
  await rename(waiting, target);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const { size } = await stat(target);
  console.log(`${target}  ${width}×${height}  ${(size / 1e6).toFixed(2)} MB  ${seconds} s`);
}

for (const name of positionals.length > 0 ? positionals : pictures.keys()) await draw(name);
