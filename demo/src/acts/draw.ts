/**
 * Draws the pictures of the acts that are only for the gallery, into demo/acts.
 *
 *     node demo/src/acts/draw.ts                          all of them
 *     node demo/src/acts/draw.ts hazard-picnic            one act's, or images/wasp: one picture
 *     node demo/src/acts/draw.ts images/wasp --width=900 --out=/tmp/try    a small one to look at
 */
import { mkdir, rename, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { ANE_RIMEWELL } from "./ane-rimewell/pictures.ts";
import { HAZARD_PICNIC } from "./hazard-picnic/pictures.ts";
import type { ActPicture, ActPictures } from "./picture.ts";

const ACTS: Readonly<Record<string, ActPictures>> = {
  "hazard-picnic": HAZARD_PICNIC,
  "ane-rimewell": ANE_RIMEWELL,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { width: { type: "string" }, out: { type: "string" } },
});

/** Writes one picture as JPEG through a temporary file, so that no program reads half a picture. */
async function draw(act: string, name: string, picture: ActPicture): Promise<void> {
  const began = performance.now();
  const { width, height, data } = await picture.draw(Number(values.width ?? picture.fullWidth));
  const target = values.out
    ? join(values.out, `${basename(name)}.jpg`)
    : join(import.meta.dirname, "../../acts", act, `${name}.jpg`);
  await mkdir(dirname(target), { recursive: true });
  await sharp(data, { raw: { width, height, channels: 3 } })
    .withMetadata({ icc: "srgb" })
    .jpeg({ quality: picture.quality, mozjpeg: true })
    .toFile(`${target}.part`);
  await rename(`${target}.part`, target);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const { size } = await stat(target);
  console.log(`${target}  ${width}×${height}  ${(size / 1e3).toFixed(0)} kB  ${seconds} s`);
}

for (const [act, pictures] of Object.entries(ACTS)) {
  for (const [name, picture] of Object.entries(pictures)) {
    if (positionals.length === 0 || positionals.includes(act) || positionals.includes(name)) {
      await draw(act, name, picture);
    }
  }
}
