import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Waits until a file, or the list of names in a folder, is on disk for good. */
export function sync(path: string): void {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Gives a finished file its name in one step: after a power cut the name leads to all of it or is not there. */
export function moveIntoPlace(from: string, to: string): void {
  sync(from);
  renameSync(from, to);
  sync(dirname(to));
}

/** The folder itself, or the one that is there in which it would be. */
export function nearestFolder(dir: string): string {
  return existsSync(dir) || dirname(dir) === dir ? dir : nearestFolder(dirname(dir));
}

/** Writes a file in one step: its name leads to all of it, or to what was there before. */
export function writeInPlace(path: string, content: string | Buffer): void {
  const partial = `${path}.partial`;
  try {
    writeFileSync(partial, content);
    moveIntoPlace(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
