import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";

/** Error codes of a path without a file. */
const GONE = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/**
 * Opens a file for reading.
 *
 * @param path its real path, without links
 * @returns undefined if the file was deleted, or it or a folder above it was replaced by a link
 */
export async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    if ((await realpath(path)) !== path) return undefined;
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (error instanceof Error && "code" in error && GONE.has(String(error.code))) return undefined;
    throw error;
  }
}
