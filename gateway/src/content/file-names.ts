import { readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";

/**
 * Writes a file's name in one Unicode form, so that names can be compared. A Mac stores `é` as a letter and an accent;
 * keyboards type it as one character. For most file systems these are two different names.
 */
export function normaliseName(name: string): string {
  return name.normalize("NFC");
}

/**
 * Finds a file by its normalised path.
 *
 * @param file path below the folder as {@link normaliseName} returns it, `für/été.mp3`
 * @returns its path on disk; undefined if it does not exist, or is not a regular file
 */
export function findFile(folder: string, file: string): string | undefined {
  const forms = [file, file.normalize("NFD")].map((form) => join(folder, form));
  const found = forms.find(isFile);
  // Listing folders takes long, so it is done only for a path that Unicode can write in different ways.
  if (found !== undefined || forms[0] === forms[1]) return found;
  const real = walk(folder, file, normaliseName);
  return real !== undefined && isFile(join(folder, real)) ? join(folder, real) : undefined;
}

/**
 * Finds a file as {@link findFile} does, but only inside of the folder: a symbolic link may point to a file that is not
 * public.
 *
 * @param folder its real path, without links
 * @returns the file's real path
 */
export function findFileInside(folder: string, file: string): string | undefined {
  const named = findFile(folder, file);
  const path = named === undefined ? undefined : findRealPath(named);
  return path?.startsWith(folder + sep) ? path : undefined;
}

/** Follows the links of a path; undefined if there is nothing at its end. */
export function findRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns a hint if the missing file exists with other capitals; empty if not, or if the file exists. */
export function suggestOtherCase(folder: string, file: string): string {
  if (walk(folder, file, normaliseName) !== undefined) return "";
  const other = walk(folder, file, (name) => normaliseName(name).toLowerCase());
  return other === undefined ? "" : otherCaseHint(other);
}

/** The hint of {@link suggestOtherCase} if the other name is known. */
export function otherCaseHint(other: string): string {
  return `; there is ${other}, with other capitals`;
}

function walk(folder: string, file: string, normalise: (name: string) => string): string | undefined {
  const found: string[] = [];
  for (const part of file.split("/")) {
    const name = listFolder(join(folder, ...found)).find((one) => normalise(one) === normalise(part));
    if (name === undefined) return undefined;
    found.push(name);
  }
  return found.join("/");
}

/** Lists the names in a folder. A missing or unreadable folder has none. `recursive` includes the folders below it. */
export function listFolder(folder: string, { recursive = false } = {}): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: "utf8" }).map((name) =>
      recursive ? name.replaceAll("\\", "/") : name,
    );
  } catch {
    return [];
  }
}
