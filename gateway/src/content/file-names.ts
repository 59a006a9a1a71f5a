import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * A file's name in one Unicode form, so that names can be compared. A Mac writes `é` as a letter and an accent,
 * keyboards as one character; for most file systems these are two different names.
 */
export function normaliseName(name: string): string {
  return name.normalize("NFC");
}

/**
 * Finds a file by its normalised path.
 *
 * @param file path below the folder as {@link normaliseName} returns it, `für/été.mp3`
 * @returns its path on disk; undefined if it does not exist
 */
export function findFile(folder: string, file: string): string | undefined {
  const forms = [file, file.normalize("NFD")].map((form) => join(folder, form));
  const found = forms.find((path) => existsSync(path));
  // Folders are only listed for a path whose parts have different forms.
  if (found !== undefined || forms[0] === forms[1]) return found;
  const real = walk(folder, file, normaliseName);
  return real === undefined ? undefined : join(folder, real);
}

/** A hint for a missing file whose name exists in other capitals; empty if there is none, or if the file exists. */
export function suggestOtherCase(folder: string, file: string): string {
  if (walk(folder, file, normaliseName) !== undefined) return "";
  const other = walk(folder, file, (name) => normaliseName(name).toLowerCase());
  return other === undefined ? "" : otherCaseHint(other);
}

/** The hint of {@link suggestOtherCase} for a known other name. */
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

/** Names in a folder, with `recursive` those below it too; none if it is missing, not a folder or cannot be read. */
export function listFolder(folder: string, { recursive = false } = {}): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: "utf8" }).map((name) =>
      recursive ? name.replaceAll("\\", "/") : name,
    );
  } catch {
    return [];
  }
}
