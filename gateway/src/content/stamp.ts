import { statSync } from "node:fs";

/**
 * Changes when a file has come, gone or changed, or may not be looked at any more; by its time and size, without a look
 * inside. Why a file cannot be looked at, its reader tells.
 */
export function stampOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs}:${found.size}` : NO_FILE;
  } catch (error) {
    return `!${error instanceof Error && "code" in error ? error.code : error}`;
  }
}

/** The stamp of a file that is not there. */
export const NO_FILE = "-";
