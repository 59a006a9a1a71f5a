import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { asCompared } from "../../content/file-names.ts";
import type { Notice } from "../../lib/notices.ts";

/** A folder of originals and what the names of its pictures begin with, `store/`. */
export type PictureFolder = { prefix: string; folder: string };

/** A file that a picture is made from. Its name is as names are compared, its path as the file system has it. */
export type Original = { name: string; path: string; size: number; mtimeMs: number };

const ORIGINAL_ENDING = /\.(jpe?g|png|webp|avif|tiff?)$/i;

/** What to do with a picture in another format, such as a telephone's HEIC. */
export const SAVE_AS_USABLE = "is in a format that cannot be used; save it as JPEG, PNG, WebP, AVIF or TIFF";

/** Whether a file can be an original, by its ending. */
export function hasUsableEnding(file: string): boolean {
  return ORIGINAL_ENDING.test(file);
}

/** A file or folder that could not be looked at, and why. */
export type Unseen = { path: string; reason: string };

/** The originals of a folder and of the folders in it; none where it is missing. What cannot be read is passed over. */
export function originalsIn({ prefix, folder }: PictureFolder): { originals: Original[]; unseen: Unseen[] } {
  const originals: Original[] = [];
  const unseen: Unseen[] = [];

  function look(path: string, at: () => void): void {
    try {
      at();
    } catch (error) {
      // What has gone since its folder was listed is no longer to be looked at.
      const isGone = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isGone) unseen.push({ path, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  function lookThrough(path: string): void {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const below = join(path, entry.name);
      const isOriginal = hasUsableEnding(entry.name) && !entry.name.startsWith(".");
      if (!(isOriginal || entry.isDirectory() || entry.isSymbolicLink())) continue;
      look(below, () => {
        const found = statSync(below);
        if (found.isDirectory()) {
          if (!(entry.isSymbolicLink() && leadsUp(below))) lookThrough(below);
        } else if (isOriginal && found.isFile()) {
          const file = relative(folder, below).replace(ORIGINAL_ENDING, "").replaceAll("\\", "/");
          const name = asCompared(`${prefix}${file}`);
          originals.push({ name, path: below, size: found.size, mtimeMs: found.mtimeMs });
        }
      });
    }
  }

  look(folder, () => lookThrough(folder));
  originals.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { originals, unseen };
}

/** Whether a link leads to a folder that it is in: all of that is looked through already. */
function leadsUp(link: string): boolean {
  return `${realpathSync(dirname(link))}${sep}`.startsWith(`${realpathSync(link)}${sep}`);
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
