import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Waits until a file, or the list of names in a folder, is on disk for good. Windows waits only for what it may write,
 * and keeps the names in a folder by itself. Source: learn.microsoft.com, "FlushFileBuffers".
 */
export function sync(path: string, platform = process.platform, open = openSync): void {
  const isWindows = platform === "win32";
  if (isWindows && statSync(path).isDirectory()) return;
  // Elsewhere one that may not be written, such as a copy of the owner's, can be waited for too.
  const opened = open(path, isWindows ? "r+" : "r");
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
