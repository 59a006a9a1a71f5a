import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Waits until a file, or the list of names in a folder, is safe on disk. Windows can flush a file only if it is open
 * for writing. It flushes the names in a folder by itself. Source: learn.microsoft.com, "FlushFileBuffers".
 */
export function sync(path: string, platform = process.platform, open = openSync): void {
  const isWindows = platform === "win32";
  if (isWindows && statSync(path).isDirectory()) return;
  // Other systems can also flush a file that we may only read, such as the owner's own copy.
  const opened = open(path, isWindows ? "r+" : "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Renames a finished file in one step: after a power cut, either the whole file has the new name or no file has it. */
export function moveIntoPlace(from: string, to: string): void {
  sync(from);
  renameSync(from, to);
  sync(dirname(to));
}

/** The folder itself, or its nearest parent that exists. */
export function nearestFolder(dir: string): string {
  return existsSync(dir) || dirname(dir) === dir ? dir : nearestFolder(dirname(dir));
}

/**
 * Writes a file, or the file that a symbolic link points to, in one step: readers find either all of the new content or
 * the old.
 */
export function writeInPlace(path: string, content: string | Buffer): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const partial = `${target}.partial`;
  try {
    writeFileSync(partial, content);
    moveIntoPlace(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** How many bytes the gateway can still write on the disk of a folder that exists. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
