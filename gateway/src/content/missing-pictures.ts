import { existsSync } from "node:fs";
import { join, parse } from "node:path";
import type { Artist } from "./artist.ts";
import type { ContentFile, Issue } from "./content-file.ts";
import { listFolder, normaliseName, otherCaseHint } from "./file-names.ts";
import { isUsablePicture, listOriginals, UNUSABLE_FORMAT } from "./originals.ts";

const IMAGES_FOLDER = "images";

/** Names of all pictures that `artist.json` uses. */
export function pictureNames({ images }: Artist): string[] {
  return namedPictures(images).map(({ name }) => name);
}

/**
 * Pictures that a file names but that do not exist. `files` are their paths in the content folder; `message` lists them
 * with their lines.
 */
export type MissingPictures = {
  names: readonly string[];
  files: readonly string[];
  message: string;
  issues: readonly Issue[];
};

/** Finds the missing pictures of `artist.json`; undefined if all exist. */
export function findMissingPictures(
  contentDir: string,
  { value, formatIssues }: ContentFile<Artist>,
): MissingPictures | undefined {
  const missing = findMissing(contentDir, namedPictures(value.images));
  const { logo } = value;
  if (logo !== undefined && !existsSync(join(contentDir, IMAGES_FOLDER, logo))) {
    missing.push({ name: logo, path: ["logo"], message: `there is no file "${logo}" in content/images` });
  }
  return describeMissing(missing, formatIssues);
}

/** Describes missing pictures, each with its line; undefined if there are none. */
export function describeMissing(
  missing: readonly MissingPicture[],
  formatIssues: ContentFile<unknown>["formatIssues"],
): MissingPictures | undefined {
  if (missing.length === 0) return undefined;
  const names = missing.map(({ name }) => name);
  return {
    names,
    files: names.map((name) => `${IMAGES_FOLDER}/${name}`),
    message: formatIssues(missing),
    issues: missing,
  };
}

/** Joins the missing pictures of several files; undefined if there are none. */
export function joinMissing(...all: (MissingPictures | undefined)[]): MissingPictures | undefined {
  const found = all.filter((one) => one !== undefined);
  if (found.length === 0) return undefined;
  return {
    names: found.flatMap(({ names }) => names),
    files: found.flatMap(({ files }) => files),
    message: found.map(({ message }) => message).join("; "),
    issues: found.flatMap(({ issues }) => issues),
  };
}

/** A picture that a file names. */
type NamedPicture = { name: string; path: Issue["path"] };
/** A picture that does not exist. The message says why. */
type MissingPicture = NamedPicture & Issue;

/** Finds the pictures that are not in `content/images`. */
export function findMissing(contentDir: string, named: readonly NamedPicture[]): MissingPicture[] {
  const folder = join(contentDir, IMAGES_FOLDER);
  const existing = new Set(listOriginals({ prefix: "", folder }).originals.map(({ name }) => name));
  const missing = named.filter(({ name }) => !existing.has(name));
  if (missing.length === 0) return [];
  const unusable = listFolder(folder)
    .map(normaliseName)
    .filter((file) => !isUsablePicture(file));
  return missing.map(({ name, path }) => {
    const other = unusable.find((file) => parse(file).ext !== "" && [file, parse(file).name].includes(name));
    if (other !== undefined) return { name, path, message: `${other} in content/images ${UNUSABLE_FORMAT}` };
    const withoutEnding = name.replace(/\.\w+$/, "");
    const otherCase = [...existing].find((other) => other.toLowerCase() === name.toLowerCase());
    const hint = existing.has(withoutEnding)
      ? `; write it without its ending, ${withoutEnding}`
      : otherCase && otherCaseHint(otherCase);
    return { name, path, message: `there is no picture "${name}" in content/images${hint ?? ""}` };
  });
}

function namedPictures({ hero, ...others }: Artist["images"]): NamedPicture[] {
  return [
    ...hero.map(({ name }, at) => ({ name, path: ["images", "hero", at, "name"] })),
    ...Object.entries(others).map(([key, { name }]) => ({ name, path: ["images", key, "name"] })),
  ];
}
