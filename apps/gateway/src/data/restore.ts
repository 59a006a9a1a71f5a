import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { type Backup, checkIntact, copyContents, writeBackup } from "./backup.ts";
import { carryOver } from "./carry-over.ts";
import { DATA_FILE_NAME } from "./data-file.ts";
import { DataFileError, explainFileError } from "./data-file-error.ts";
import { moveIntoPlace } from "./files.ts";
import { inspectDataFile } from "./inspect.ts";
import { type FolderLock, lockFolder } from "./lock.ts";
import { latestVersion, type Migration, migrate, readMigrations } from "./migrations.ts";
import { setAside } from "./set-aside.ts";
import { forgetPassing } from "./ways-in.ts";

/** Attempts to find the running site not writing, and the pause between them in milliseconds. */
const ATTEMPTS_MAX = 2_000;
const ATTEMPT_PAUSE_MS = 2;
const ALL_PAGES = 0x7fffffff;
const SQLITE_OK = 0;

/** What to restore, and into which data folder. */
export type RestoreRequest = {
  dir: string;
  /** A backup, or any other intact data file of ours. */
  file: string;
  now: Date;
  migrations?: readonly Migration[];
};

/** What a restore did. */
export type Restored = {
  subscribers: number;
  /** Whether a running site went on while its contents changed. */
  running: boolean;
  /** Version of the tables in the file when it was older and had to be migrated. */
  migratedFrom: number | undefined;
  /** The state before: a backup of it, or the damaged file as it was; undefined when there was none. */
  before: { path: string; damaged: boolean } | undefined;
};

/**
 * Puts the contents of a backup in the place of the present ones, in one step. Works while the site runs:
 * it sees the old contents until the new ones are committed. Who left the list since, or was removed, stays away.
 *
 * @throws {DataFileError} when the file or the folder cannot be used; then nothing has changed
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { file, now, migrations = readMigrations() } = request;
  const dir = resolve(request.dir);
  const path = join(dir, DATA_FILE_NAME);
  const staged = `${path}.restoring-${process.pid}`;

  checkIntact(file);
  const version = inspectDataFile(file, latestVersion(migrations)) ?? 0;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = lockUnlessRunning(dir);
  try {
    const migratedFrom = version < latestVersion(migrations) ? version : undefined;
    const subscribers = stage(file, staged, migratedFrom === undefined ? [] : migrations);
    const running = lock === undefined;
    const { before, takenOut } = await replace({ path, dir, staged, now, running, latest: latestVersion(migrations) });
    return { subscribers: subscribers - takenOut, running, migratedFrom, before };
  } catch (error) {
    throw explainFileError(error, dir);
  } finally {
    for (const leftover of [staged, `${staged}-journal`]) rmSync(leftover, { force: true });
    lock?.release();
  }
}

/** Keeps a site from starting half way; a running one holds the folder already, and stays. */
function lockUnlessRunning(dir: string): FolderLock | undefined {
  try {
    return lockFolder(dir);
  } catch (error) {
    if (error instanceof DataFileError && error.reason === "locked") return undefined;
    throw error;
  }
}

/** Copies the file beside the live one and brings the copy up to date, so that the file itself stays as it is. */
function stage(file: string, staged: string, migrations: readonly Migration[]): number {
  rmSync(staged, { force: true });
  copyContents(file, staged);
  const connection = new DatabaseSync(staged);
  try {
    migrate(connection, migrations);
    forgetPassing(connection);
  } finally {
    connection.close();
  }
  return checkIntact(staged);
}

type Replacement = { path: string; dir: string; staged: string; now: Date; running: boolean; latest: number };

/** What became of the present contents, and how many rows of the backup stay away because of them. */
type Replaced = { before: Restored["before"]; takenOut: number };

async function replace({ path, dir, staged, now, running, latest }: Replacement): Promise<Replaced> {
  const kept = existsSync(path) ? keepPresent({ path, dir, now, running, latest }) : undefined;
  if (kept === undefined) {
    if (running) {
      throw new DataFileError("corrupt", "The present data file is damaged. Stop the site, then restore again.");
    }
    const damaged = setAside({ path, dir, now });
    moveIntoPlace(staged, path);
    return { before: damaged === undefined ? undefined : { path: damaged, damaged: true }, takenOut: 0 };
  }
  const takenOut = carryOver(staged, kept.path);
  await overwrite(staged, path);
  return { before: { path: kept.path, damaged: false }, takenOut };
}

/** @returns a backup of the present contents, or undefined when they are too damaged for one */
function keepPresent({ path, dir, now, running, latest }: Omit<Replacement, "staged">): Backup | undefined {
  try {
    const present = inspectDataFile(path, latest);
    if (running && present !== latest) {
      throw new DataFileError(
        "newer",
        "The running site is of another version than this command. Restart the site, then restore again.",
      );
    }
    return writeBackup({ path, dir, kind: "before-restore", now });
  } catch (error) {
    if (error instanceof DataFileError && (error.reason === "corrupt" || error.reason === "foreign")) return undefined;
    throw error;
  }
}

/** One write transaction over all pages: readers see the old contents until it is committed. */
async function overwrite(from: string, path: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    for (let attempt = 1; !(await overwriteUnlessBusy(source, path)); attempt += 1) {
      if (attempt === ATTEMPTS_MAX) {
        throw new DataFileError("busy", "The running site does not stop writing. Nothing was changed; try again.");
      }
      await setTimeout(ATTEMPT_PAUSE_MS);
    }
  } finally {
    source.close();
  }
}

/** @returns whether it was done; false when the site was writing at that moment */
async function overwriteUnlessBusy(source: DatabaseSync, path: string): Promise<boolean> {
  try {
    // All pages in one step, so that the running site waits once and briefly.
    await backup(source, path, { rate: ALL_PAGES });
    return true;
  } catch (error) {
    // Node does not wait for a busy target and reports it as an error with the code of none.
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_OK) return false;
    throw error;
  }
}
