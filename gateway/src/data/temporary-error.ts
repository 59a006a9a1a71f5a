import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import { explainFileError } from "./data-file-error.ts";

/**
 * Turns an error of a database that SQLite keeps on disk without a name into one that the owner can act on. Others,
 * such as those of what is read into it, come back as they are.
 */
export function explainTemporaryError(error: unknown): unknown {
  return error instanceof Error && "errcode" in error ? explainFileError(error, temporaryFolder()) : error;
}

/** Without a setting, SQLite takes `/var/tmp`, Node `/tmp`. Source: sqlite.org, "Temporary Files". */
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
