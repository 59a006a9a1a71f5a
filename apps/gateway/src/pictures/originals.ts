import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { asCompared } from "../content/file-names.ts";
import type { Notice } from "../notices.ts";

/** A folder of originals and what the names of its pictures begin with, `store/`. */
export type PictureFolder = { prefix: string; folder: string };

/** A file that a picture is made from. Its name is as names are compared, its path as the file system has it. */
export type Original = { name: string; path: string; size: number; mtimeMs: number };

/** Files that an operating system puts beside others, `._n1.jpg`. */
const HIDDEN = /(^|[\\/])\.[^\\/]*$/;
const ORIGINAL_ENDING = /\.(jpe?g|png|webp|avif|tiff?)$/i;

/** What to do with a picture in another format, such as a telephone's HEIC. */
export const SAVE_AS_USABLE = "is in a format that cannot be used; save it as JPEG, PNG, WebP, AVIF or TIFF";

/** Whether a file can be an original, by its ending. */
export function hasUsableEnding(file: string): boolean {
  return ORIGINAL_ENDING.test(file);
}

/** The originals of a folder and of the folders in it; none where it is missing. */
export function originalsIn({ prefix, folder }: PictureFolder): Original[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => hasUsableEnding(file) && !HIDDEN.test(file))
    .sort()
    .flatMap((file) => {
      const path = join(folder, file);
      const found = statSync(path, { throwIfNoEntry: false });
      if (!found?.isFile()) return [];
      const name = asCompared(`${prefix}${file.replace(ORIGINAL_ENDING, "").replaceAll("\\", "/")}`);
      return [{ name, path, size: found.size, mtimeMs: found.mtimeMs }];
    });
}

/** `n1.jpg` and `n1.png` are both called n1, in one folder or in two: the newer one counts. */
export function oneForEachName(files: Original[]): { chosen: Original[]; notices: Notice[] } {
  const chosen = new Map<string, Original>();
  const notices: Notice[] = [];
  for (const file of files) {
    const other = chosen.get(file.name);
    const [newer, older] = other && other.mtimeMs > file.mtimeMs ? [other, file] : [file, other];
    if (older) {
      const fields = { file: older.path, instead: newer.path };
      notices.push({ fields, message: "two pictures have one name; the newer one is shown" });
    }
    chosen.set(file.name, newer);
  }
  return { chosen: [...chosen.values()], notices };
}

/** Differs when a file has come, gone or changed. */
export function stampOf(files: Original[]): string {
  return files.map((file) => `${file.path}:${file.size}:${file.mtimeMs}`).join("\n");
}
