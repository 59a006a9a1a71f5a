import { existsSync } from "node:fs";
import { explainNotWritable } from "../../content/versions/publish.ts";
import { NOT_WRITABLE } from "./upload-words.ts";

/**
 * Says why a folder of the content folder cannot be written, and what to do.
 *
 * @throws the error itself if it has another cause
 */
export function whyNotWritable(error: unknown, folder: string, contentDir: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["EACCES", "EPERM", "EROFS"].includes(code)) throw error;
  return explainNotWritable(existsSync(folder) ? folder : contentDir) ?? NOT_WRITABLE;
}
