/**
 * Plays the demo's songs into content/music. All that is heard is computed; nothing is downloaded.
 *
 *     npm run music                                   all of them
 *     npm run music -- lake-effect                    those with this in their path
 *     npm run music -- lake-effect --out=/tmp/try     into another folder, to listen to
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Recording, recordings } from "./catalogue.ts";
import { renderSong } from "./mix/mix.ts";
import { encodeMp3 } from "./mp3/encode.ts";
import { SAMPLE_RATE } from "./sound.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: "string" } } });
const folder = values.out ?? join(import.meta.dirname, "../../../content/music");

/** Writes one recording through a temporary file, so that no program reads half a song. */
async function render({ song, tags, file }: Recording): Promise<void> {
  const began = performance.now();
  const master = renderSong(song);
  const bytes = await encodeMp3(master, tags);
  const target = join(folder, file);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.part`, bytes);
  await rename(`${target}.part`, target);
  const length = (master.left.length / SAMPLE_RATE).toFixed(1);
  const took = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${file}  ${length} s  ${(bytes.length / 1e6).toFixed(2)} MB  took ${took} s`);
}

const chosen = recordings.filter(
  ({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
);
if (chosen.length === 0) throw new Error(`No recording's path has "${positionals.join('" or "')}" in it`);
for (const recording of chosen) await render(recording);
