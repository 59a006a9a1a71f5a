import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** The demo's content. It ships with the program and is never written. */
export const DEMO_CONTENT_DIR = resolve(import.meta.dirname, "../../../content");

/** Folder of the owner's content in the data folder, if `CONTENT_DIR` names no other. */
export const OWN_CONTENT = "content";

/**
 * Chooses the folder with the artist's words and pictures: the one that `CONTENT_DIR` names, else the owner's in the
 * data folder, else the demo.
 *
 * @param written the value of `CONTENT_DIR`
 * @returns an absolute path
 */
export function chooseContentDir(dataDir: string, written: string | undefined): string {
  if (written !== undefined) return resolve(written);
  const own = join(dataDir, OWN_CONTENT);
  return existsSync(own) ? own : DEMO_CONTENT_DIR;
}

/** Whether a content folder is the one that ships with the program. */
export function isDemoContent(contentDir: string): boolean {
  return contentDir === DEMO_CONTENT_DIR;
}
