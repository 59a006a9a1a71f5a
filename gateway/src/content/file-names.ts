import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * A file's name in the one form that names are compared in. A Mac writes `é` as a letter and an accent, keyboards as one
 * sign; to most file systems these are two names.
 */
export function asCompared(name: string): string {
  return name.normalize("NFC");
}

/**
 * The path of a file below a folder as the file system has it.
 *
 * @param file its path below the folder as {@link asCompared} gives it, `für/été.mp3`
 * @returns undefined where it is not there
 */
export function findFile(folder: string, file: string): string | undefined {
  const forms = [file, file.normalize("NFD")].map((form) => join(folder, form));
  const found = forms.find((path) => existsSync(path));
  // Only where one part of a path was named by a Mac and another was not has the folder to be listed.
  if (found !== undefined || forms[0] === forms[1]) return found;
  const real = walk(folder, file, asCompared);
  return real === undefined ? undefined : join(folder, real);
}

/** What is told beside a name that is not there, where one with other capitals is; empty where that very name is. */
export function otherCapitals(folder: string, file: string): string {
  if (walk(folder, file, asCompared) !== undefined) return "";
  const other = walk(folder, file, (name) => asCompared(name).toLowerCase());
  return other === undefined ? "" : hintOfCapitals(other);
}

/** The same where the other name is known. */
export function hintOfCapitals(other: string): string {
  return `; there is ${other}, with other capitals`;
}

function walk(folder: string, file: string, comparable: (name: string) => string): string | undefined {
  const found: string[] = [];
  for (const part of file.split("/")) {
    const name = namesIn(join(folder, ...found)).find((one) => comparable(one) === comparable(part));
    if (name === undefined) return undefined;
    found.push(name);
  }
  return found.join("/");
}

/** The names in a folder; none where it is missing, no folder, or may not be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
