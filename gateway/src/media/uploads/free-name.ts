import { linkSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { listFolder, normaliseName } from "../../content/file-names.ts";
import { sync } from "../../data/files.ts";
import { slugOf } from "../../lib/slug.ts";

/** Longest name of an uploaded file without its ending, in characters. */
const MAX_NAME = 60;
const ENDING = /\.[a-z0-9]{1,5}$/i;

/**
 * @property name the file's name on the owner's computer
 * @property nameless the name of a file whose own name has no letter or digit
 * @property ending of the new name, without a dot
 * @property isRival whether a file of the folder blocks its name for files with another ending; by default every file
 *   does
 */
type Naming = {
  folder: string;
  name: string;
  nameless: string;
  ending: string;
  isRival?: (file: string) => boolean;
};

/**
 * Gives a finished file a free name in its folder, and never in place of another file. Names that differ only in their
 * ending count as one: two such pictures are one picture for the site, and two files of the press kit would have the
 * same address.
 *
 * @returns the name
 */
export function moveToFreeName(path: string, { folder, name, nameless, ending, isRival }: Naming): string {
  const base = slugOf(normaliseName(name).replace(ENDING, "")).slice(0, MAX_NAME).replace(/-$/, "") || nameless;
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? base : `${base}-${count}`;
    const isTaken = listFolder(folder).some(
      (file) =>
        normaliseName(file.replace(/\.[^.]*$/, "")).toLowerCase() === free && (isRival === undefined || isRival(file)),
    );
    if (isTaken) continue;
    const file = `${free}.${ending}`;
    if (!moveWithoutReplacing(path, join(folder, file))) continue;
    sync(folder);
    return file;
  }
}

/** @returns false if somebody else has just taken the name */
function moveWithoutReplacing(from: string, to: string): boolean {
  try {
    // Unlike a rename, a hard link never replaces a file.
    linkSync(from, to);
    rmSync(from);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return false;
    // Memory cards and network shares do not support hard links.
    renameSync(from, to);
  }
  return true;
}
