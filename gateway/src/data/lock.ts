import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DataFileError, explainFileError } from "./data-file-error.ts";

const LOCK_FILE = "porchlight.lock";
const PID_FILE = "porchlight.pid";
const SQLITE_BUSY = 5;

/** The lock on a data folder. */
export interface FolderLock {
  /** Unlocks the folder for other processes. */
  release(): void;
}

/**
 * Locks a data folder for this process. The operating system holds the lock, through an empty SQLite file. It
 * releases the lock when the process ends, even after a crash, so nobody has to delete the file.
 *
 * @throws {DataFileError} `locked` when another process has locked it
 */
export function lockFolder(dir: string): FolderLock {
  const pidFile = join(dir, PID_FILE);
  let held: DatabaseSync | undefined;
  try {
    held = new DatabaseSync(join(dir, LOCK_FILE), { timeout: 0 });
    // Nothing is ever written to this file, so it needs no journal.
    held.exec("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE");
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    held?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) {
      throw new DataFileError(
        "locked",
        `Another Porchlight${holderOf(pidFile)} already uses ${dir}. Stop it first, or set DATA_DIR to another folder.`,
        { cause: error },
      );
    }
    throw explainFileError(error, dir);
  }

  const holder = held;
  return {
    release() {
      rmSync(pidFile, { force: true });
      holder.close();
    },
  };
}

/** Whether a process has locked a data folder. Changes nothing in the folder. */
export function isFolderLocked(dir: string): boolean {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(dir, LOCK_FILE), { readOnly: true, timeout: 0 });
    file.prepare("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (error) {
    return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
  } finally {
    file?.close();
  }
}

/** The process id is only for the message; the lock itself decides. */
function holderOf(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, "utf8").trim();
    return /^\d+$/.test(pid) ? ` (process ${pid})` : "";
  } catch {
    return "";
  }
}
