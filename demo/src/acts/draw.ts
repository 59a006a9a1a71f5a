/**
 * Draws the pictures of the acts that are only for the gallery, and plays their one song, into demo/acts.
 *
 *     node demo/src/acts/draw.ts                          all of them
 *     node demo/src/acts/draw.ts hazard-picnic            one act's, or images/wasp: one picture
 *     node demo/src/acts/draw.ts images/wasp --width=900 --out=/tmp/try    a small one to look at
 */
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { renderSong } from "../music/mix/mix.ts";
import { encodeMp3 } from "../music/mp3/encode.ts";
import { ANE_RIMEWELL } from "./ane-rimewell/pictures.ts";
import { HAZARD_PICNIC } from "./hazard-picnic/pictures.ts";
import { stingFirst } from "./hazard-picnic/sting-first.ts";
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

/** The song of Hazard Picnic, by its path in their content folder. */
const SONG = "music/sting-first/01-sting-first.mp3";

async function play(): Promise<void> {
  const tags = {
    title: stingFirst.title,
    artist: "Hazard Picnic",
    album: "Sting First",
    year: 2026,
    track: 1,
    tracks: 2,
  };
  const target = join(
    values.out ?? join(import.meta.dirname, "../../acts/hazard-picnic", dirname(SONG)),
    basename(SONG),
  );
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, await encodeMp3(renderSong(stingFirst), tags));
  console.log(target);
}

/** Whether this was requested, or no names at all. */
const isChosen = (...names: string[]): boolean =>
  positionals.length === 0 || names.some((name) => positionals.includes(name));

for (const [act, pictures] of Object.entries(ACTS)) {
  for (const [name, picture] of Object.entries(pictures)) {
    if (isChosen(act, name)) await draw(act, name, picture);
  }
}
if (isChosen("hazard-picnic", SONG)) await play();
