import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Backup, checkIntact, copyContents, removeUnfinished, writeBackup } from "./backup.ts";
import { carryOver, lastIdLeftOut, leaveOutIds } from "./carry-over.ts";
import { DATA_FILE_NAME } from "./data-file.ts";
import { DataFileError, explainFileError } from "./data-file-error.ts";
import { moveIntoPlace } from "./files.ts";
import { inspectDataFile } from "./inspect.ts";
import { type FolderLock, lockFolder } from "./lock.ts";
import { latestVersion, type Migration, migrate, readMigrations } from "./migrations.ts";
import { watchOutsideChanges } from "./outside-changes.ts";
import { overwrite } from "./overwrite.ts";
import { setAside } from "./set-aside.ts";
import { createStatements } from "./statements.ts";
import { forgetPassing } from "./ways-in.ts";

/** How often the present state is backed up while the site goes on writing; the last time the site waits for it. */
const PASSES_MAX = 3;

/** What to restore, and into which data folder. */
type RestoreRequest = {
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
  /**
   * Where nothing here knew what came after the backup: the last order's id that is left out, so that no number is given
   * twice; undefined when there was no order.
   */
  unknownSince: { orders: number | undefined } | undefined;
};

/**
 * Puts the contents of a backup in the place of the present ones, in one step. Works while the site runs:
 * it sees the old contents until the new ones are committed. Who left the list since, or was removed, stays away, and
 * all else that was stored until then is in the backup of the state before.
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
    removeUnfinished(dir);
    const migratedFrom = version < latestVersion(migrations) ? version : undefined;
    const subscribers = stage(file, staged, migratedFrom === undefined ? [] : migrations);
    const running = lock === undefined;
    const latest = latestVersion(migrations);
    const lost = { orders: lastIdLeftOut(staged) };
    const { before, takenOut, isLost } = await replace({ path, dir, staged, now, running, latest, lost });
    const unknownSince = isLost ? lost : undefined;
    return { subscribers: subscribers - takenOut, running, migratedFrom, before, unknownSince };
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
    // These pages become those of the live file, free ones included.
    connection.exec("PRAGMA secure_delete = ON");
    migrate(connection, migrations);
    forgetPassing(connection);
    deleteEmailsDue(connection);
  } finally {
    connection.close();
  }
  return checkIntact(staged);
}

/** What a backup still wanted to be written about, or to be paid back first, has been since. */
function deleteEmailsDue(connection: DatabaseSync): void {
  const find = connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const table of ["letters_due", "owner_summary", "lost_payments"])
    if (find.get(table)) connection.exec(`DELETE FROM ${table}`);
}

type Replacement = {
  path: string;
  dir: string;
  staged: string;
  now: Date;
  running: boolean;
  latest: number;
  /** What is done where the present contents do not know what came after the backup. */
  lost: NonNullable<Restored["unknownSince"]>;
};

/** What became of the present contents, how many rows of the backup stay away because of them, and what they knew not. */
type Replaced = { before: Restored["before"]; takenOut: number; isLost: boolean };

async function replace(replacement: Replacement): Promise<Replaced> {
  const { path, dir, staged, now, running, lost } = replacement;
  const replaced = existsSync(path) ? await replaceStored(replacement) : undefined;
  if (replaced !== undefined) return replaced;
  if (running) {
    throw new DataFileError("corrupt", "The present data file is damaged. Stop the site, then restore again.");
  }
  const damaged = setAside({ path, dir, now });
  if (lost.orders !== undefined) leaveOutIds(staged, lost.orders);
  moveIntoPlace(staged, path);
  const before = damaged === undefined ? undefined : { path: damaged, damaged: true };
  return { before, takenOut: 0, isLost: true };
}

/** @returns undefined when the present contents are too damaged for a backup of them */
async function replaceStored(replacement: Replacement): Promise<Replaced | undefined> {
  const { path, dir, running, latest } = replacement;
  let present: DatabaseSync | undefined;
  try {
    const version = inspectDataFile(path, latest);
    if (running && version !== latest) {
      throw new DataFileError(
        "newer",
        "The running site is of another version than this command. Restart the site, then restore again.",
      );
    }
    present = new DatabaseSync(path, { readOnly: true });
    return await replaceWatched(replacement, present);
  } catch (thrown) {
    const error = explainFileError(thrown, dir);
    if (error instanceof DataFileError && (error.reason === "corrupt" || error.reason === "foreign")) return undefined;
    throw error;
  } finally {
    if (present?.isOpen) present.close();
  }
}

/** What the site has answered with success must not be lost, so nothing is overwritten that was not backed up before. */
async function replaceWatched(replacement: Replacement, present: DatabaseSync): Promise<Replaced> {
  const { path, dir, staged, now, lost } = replacement;
  const hasSiteWritten = watchOutsideChanges(createStatements(present));
  let stored: Backup | undefined;
  let takenOut = 0;
  let isLost = false;

  function keep(): string {
    const latest = writeBackup({ path, dir, kind: "before-restore", now });
    // The newer one holds what the earlier one did.
    if (stored !== undefined) rmSync(stored.path, { force: true });
    stored = latest;
    const carried = carryOver(staged, latest.path);
    takenOut += carried.removed;
    if (!carried.isSameSite) {
      isLost = true;
      if (lost.orders !== undefined) leaveOutIds(staged, lost.orders);
    }
    return latest.path;
  }

  for (let pass = 1; ; pass += 1) {
    let before = keep();
    const isDone = await overwrite(staged, path, () => {
      if (hasSiteWritten()) {
        if (pass < PASSES_MAX) return false;
        before = keep();
      }
      // The last connection to close the file folds its log into it, which a connection that only reads cannot.
      present.close();
      return true;
    });
    if (isDone) return { before: { path: before, damaged: false }, takenOut, isLost };
  }
}
