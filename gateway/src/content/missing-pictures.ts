import { join, parse } from "node:path";
import { hasUsableEnding, originalsIn, SAVE_AS_USABLE } from "../media/pictures/originals.ts";
import type { Artist } from "./artist.ts";
import { asCompared, hintOfCapitals, namesIn } from "./file-names.ts";
import type { Mistake, OwnersFile } from "./owners-file.ts";

/** Names of all pictures that `artist.json` names. */
export function pictureNames({ images }: Artist): string[] {
  const { hero, ...others } = images;
  return [...hero, ...Object.values(others)].map(({ name }) => name);
}

/** Pictures that `artist.json` names and that are not there. `sentence` says of each in which line. */
export type MissingPictures = { names: readonly string[]; sentence: string };

/** Finds the pictures that `artist.json` names in vain; undefined when all of them are there. */
export function findMissingPictures(
  contentDir: string,
  { value, sentenceOf }: OwnersFile<Artist>,
): MissingPictures | undefined {
  const { hero, ...others } = value.images;
  const named = [
    ...hero.map(({ name }, at) => ({ name, path: ["images", "hero", at, "name"] })),
    ...Object.entries(others).map(([key, { name }]) => ({ name, path: ["images", key, "name"] })),
  ];
  const folder = join(contentDir, "images");
  const there = new Set(originalsIn({ prefix: "", folder }).originals.map(({ name }) => name));
  const missing = named.filter(({ name }) => !there.has(name));
  if (missing.length === 0) return undefined;
  const unusable = namesIn(folder)
    .map(asCompared)
    .filter((file) => !hasUsableEnding(file));
  const mistakes = missing.map(({ name, path }): Mistake => {
    const other = unusable.find((file) => parse(file).ext !== "" && [file, parse(file).name].includes(name));
    if (other !== undefined) return { path, sentence: `${other} in content/images ${SAVE_AS_USABLE}` };
    const withoutEnding = name.replace(/\.\w+$/, "");
    const capitals = [...there].find((other) => other.toLowerCase() === name.toLowerCase());
    const hint = there.has(withoutEnding)
      ? `; write it without its ending, ${withoutEnding}`
      : capitals && hintOfCapitals(capitals);
    return { path, sentence: `there is no picture "${name}" in content/images${hint ?? ""}` };
  });
  return { names: missing.map(({ name }) => name), sentence: sentenceOf(mistakes) };
}
