import { join } from "node:path";
import type { Logger } from "../log.ts";
import { originalsIn } from "../pictures/originals.ts";
import type { Artist } from "./artist.ts";
import type { Mistake, OwnersFile } from "./owners-file.ts";

/** Logs which pictures `artist.json` names in vain, each with its line. The pages are shown without them. */
export function warnOfMissingPictures(
  contentDir: string,
  { value, sentenceOf }: OwnersFile<Artist>,
  log: Logger,
): void {
  const { hero, ...others } = value.images;
  const named = [
    ...hero.map(({ name }, at) => ({ name, path: ["images", "hero", at, "name"] })),
    ...Object.entries(others).map(([key, { name }]) => ({ name, path: ["images", key, "name"] })),
  ];
  const there = new Set(originalsIn({ prefix: "", folder: join(contentDir, "images") }).map(({ name }) => name));
  const missing = named.filter(({ name }) => !there.has(name));
  if (missing.length === 0) return;
  const mistakes = missing.map(({ name, path }): Mistake => {
    const withoutEnding = name.replace(/\.\w+$/, "");
    const hint = there.has(withoutEnding) ? `; write it without its ending, ${withoutEnding}` : "";
    return { path, sentence: `there is no picture "${name}" in content/images${hint}` };
  });
  const files = missing.map(({ name }) => `images/${name}`);
  log.warn({ files, reason: sentenceOf(mistakes) }, "pictures of the artist are left out");
}
