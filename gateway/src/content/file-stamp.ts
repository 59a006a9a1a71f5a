import { statSync } from "node:fs";

/** Stamp of a file that does not exist. */
export const NO_FILE = "-";

/**
 * A text that changes when a file is created, deleted or changed, or becomes unreadable. It depends only on the file's
 * time and size. The code that reads the file reports why the file cannot be read.
 */
export function fileStamp(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs}:${found.size}` : NO_FILE;
  } catch (error) {
    return `!${error instanceof Error && "code" in error ? error.code : error}`;
  }
}
