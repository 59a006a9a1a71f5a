import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import { explainFileError } from "./data-file-error.ts";

/**
 * Turns an error of one of SQLite's unnamed temporary databases into one that the owner can act on. Other errors, such
 * as those of the data read into it, are returned unchanged.
 */
export function explainTemporaryError(error: unknown): unknown {
  return error instanceof Error && "errcode" in error ? explainFileError(error, temporaryFolder()) : error;
}

/** Without a setting, SQLite uses `/var/tmp` and Node `/tmp`. Source: sqlite.org, "Temporary Files". */
function temporaryFolder(): string {
  const named = tmpdir();
  if (named !== "/tmp") return named;
  try {
    accessSync("/var/tmp", constants.W_OK);
    return "/var/tmp";
  } catch {
    return named;
  }
}
