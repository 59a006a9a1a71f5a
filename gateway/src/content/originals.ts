import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Notice } from "../lib/notices.ts";
import { normaliseName } from "./file-names.ts";

/** A folder of the owner's pictures, and the prefix of their names, `store/`. */
export type PictureFolder = { prefix: string; folder: string };

/** A picture file of the owner. `name` is normalised and without ending, `path` is the path on disk. */
export type Original = { name: string; path: string; size: number; mtimeMs: number };

/** A file or folder that cannot be read, and why. */
type UnreadablePath = { path: string; reason: string };

const ORIGINAL_ENDING = /\.(jpe?g|png|webp|avif|tiff?)$/i;

/** Error for a picture in another format, such as HEIC from a phone. The file's name comes before it. */
export const UNUSABLE_FORMAT = "is in a format that cannot be used; save it as JPEG, PNG, WebP, AVIF or TIFF";

/** Whether a file has the ending of a picture format that can be used. */
export function isUsablePicture(file: string): boolean {
  return ORIGINAL_ENDING.test(file);
}

/** Lists the pictures in a folder and the folders below it; none if it is missing. */
export function listOriginals({ prefix, folder }: PictureFolder): {
  originals: Original[];
  unreadable: UnreadablePath[];
} {
  const originals: Original[] = [];
  const unreadable: UnreadablePath[] = [];

  function attempt(path: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      // The file was deleted after its folder was listed.
      const isGone = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isGone) unreadable.push({ path, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  function listBelow(path: string): void {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const below = join(path, entry.name);
      const isOriginal = isUsablePicture(entry.name) && !entry.name.startsWith(".");
      if (!(isOriginal || entry.isDirectory() || entry.isSymbolicLink())) continue;
      attempt(below, () => {
        const found = statSync(below);
        if (found.isDirectory()) {
          if (!(entry.isSymbolicLink() && leadsUp(below))) listBelow(below);
        } else if (isOriginal && found.isFile()) {
          const file = relative(folder, below).replace(ORIGINAL_ENDING, "").replaceAll("\\", "/");
          const name = normaliseName(`${prefix}${file}`);
          originals.push({ name, path: below, size: found.size, mtimeMs: found.mtimeMs });
        }
      });
    }
  }

  attempt(folder, () => listBelow(folder));
  originals.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { originals, unreadable };
}

/** Whether a symbolic link points to a folder that contains the link. Such a folder is being listed already. */
function leadsUp(link: string): boolean {
  return `${realpathSync(dirname(link))}${sep}`.startsWith(`${realpathSync(link)}${sep}`);
}

/** Chooses the newest file for each name, such as `n1.jpg` or `n1.png`, in one folder or in two. */
export function chooseNewest(files: Original[]): { chosen: Original[]; notices: Notice[] } {
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

/** A text that changes when one of the files is created, deleted or changed. */
export function originalsStamp(files: Original[]): string {
  return files.map((file) => `${file.path}:${file.size}:${file.mtimeMs}`).join("\n");
}
