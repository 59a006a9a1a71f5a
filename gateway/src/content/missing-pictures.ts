import { existsSync } from "node:fs";
import { join, parse } from "node:path";
import type { Artist } from "./artist.ts";
import type { ContentFile, Issue } from "./content-file.ts";
import { listFolder, normaliseName, otherCaseHint } from "./file-names.ts";
import { isUsablePicture, listOriginals, UNUSABLE_FORMAT } from "./originals.ts";

/** Names of all pictures that `artist.json` uses. */
export function pictureNames({ images }: Artist): string[] {
  return namedPictures(images).map(({ name }) => name);
}

/** Pictures that `artist.json` names but that do not exist. `message` lists them with their lines. */
export type MissingPictures = { names: readonly string[]; message: string };

/** Finds the missing pictures of `artist.json`; undefined if all exist. */
export function findMissingPictures(
  contentDir: string,
  { value, formatIssues }: ContentFile<Artist>,
): MissingPictures | undefined {
  const folder = join(contentDir, "images");
  const existing = new Set(listOriginals({ prefix: "", folder }).originals.map(({ name }) => name));
  const missing = namedPictures(value.images).filter(({ name }) => !existing.has(name));
  const logo = value.logo !== undefined && !existsSync(join(folder, value.logo)) ? value.logo : undefined;
  if (missing.length === 0 && logo === undefined) return undefined;
  const unusable = listFolder(folder)
    .map(normaliseName)
    .filter((file) => !isUsablePicture(file));
  const issues = missing.map(({ name, path }): Issue => {
    const other = unusable.find((file) => parse(file).ext !== "" && [file, parse(file).name].includes(name));
    if (other !== undefined) return { path, message: `${other} in content/images ${UNUSABLE_FORMAT}` };
    const withoutEnding = name.replace(/\.\w+$/, "");
    const otherCase = [...existing].find((other) => other.toLowerCase() === name.toLowerCase());
    const hint = existing.has(withoutEnding)
      ? `; write it without its ending, ${withoutEnding}`
      : otherCase && otherCaseHint(otherCase);
    return { path, message: `there is no picture "${name}" in content/images${hint ?? ""}` };
  });
  if (logo !== undefined) issues.push({ path: ["logo"], message: `there is no file "${logo}" in content/images` });
  return {
    names: [...missing.map(({ name }) => name), ...(logo === undefined ? [] : [logo])],
    message: formatIssues(issues),
  };
}

function namedPictures({ hero, ...others }: Artist["images"]) {
  return [
    ...hero.map(({ name }, at) => ({ name, path: ["images", "hero", at, "name"] })),
    ...Object.entries(others).map(([key, { name }]) => ({ name, path: ["images", key, "name"] })),
  ];
}
