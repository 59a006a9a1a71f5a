import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Backup, checkIntact, copyContents, removeUnfinished, writeBackup } from "./backup.ts";
import { carryOver, lastSkippedId, skipIdsUntil } from "./carry-over.ts";
import { DATA_FILE_NAME } from "./data-file.ts";
import { DataFileError, explainFileError } from "./data-file-error.ts";
import { moveIntoPlace } from "./files.ts";
import { inspectDataFile } from "./inspect.ts";
import { type FolderLock, lockFolder } from "./lock.ts";
import { latestVersion, type Migration, migrate, readMigrations } from "./migrations.ts";
import { watchOutsideChanges } from "./outside-changes.ts";
import { overwrite } from "./overwrite.ts";
import { removeTemporaryAccess } from "./remove-access.ts";
import { setAside } from "./set-aside.ts";
import { createStatements } from "./statements.ts";

/**
 * Maximum number of backups of the present state if the site keeps writing. During the last one, the site has to wait.
 */
const PASSES_MAX = 3;

const PAUSE_NEWSLETTERS =
  "UPDATE newsletters SET state = 'paused', paused_because = 'restored' WHERE state IN ('scheduled', 'sending')";

/** What to restore, and where. */
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
  /** Whether the site was running while its contents changed. */
  running: boolean;
  /** The backup's version when it was older and had to be migrated. */
  migratedFrom: number | undefined;
  /** The state before the restore: a backup of it, or the damaged file itself; undefined when there was none. */
  before: { path: string; damaged: boolean } | undefined;
  /**
   * Set when the changes since the backup are lost. `lastSkippedId` is the last order id that is skipped, so that no
   * number is used twice; undefined when the backup has no order.
   */
  lostChanges: { lastSkippedId: number | undefined } | undefined;
};

/**
 * Replaces the present contents with those of a backup, in one step. The site may be running: it sees the old contents
 * until the new ones are committed. Addresses that have unsubscribed or been removed since the backup stay off the
 * list. All other changes since then are only in the backup that is made of the present state.
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
    const subscribers = stage(file, staged, { migrations, now });
    const running = lock === undefined;
    const latest = latestVersion(migrations);
    const lost = { lastSkippedId: lastSkippedId(staged) };
    const { before, removed, isLost } = await replace({ path, dir, staged, now, running, latest, lost });
    const lostChanges = isLost ? lost : undefined;
    return { subscribers: subscribers - removed, running, migratedFrom, before, lostChanges };
  } catch (error) {
    throw explainFileError(error, dir);
  } finally {
    for (const leftover of [staged, `${staged}-journal`]) rmSync(leftover, { force: true });
    lock?.release();
  }
}

/** Prevents a site from starting during the restore. A running site holds the lock already and continues. */
function lockUnlessRunning(dir: string): FolderLock | undefined {
  try {
    return lockFolder(dir);
  } catch (error) {
    if (error instanceof DataFileError && error.reason === "locked") return undefined;
    throw error;
  }
}

/** Copies the backup next to the live file and migrates the copy, so that the backup itself does not change. */
function stage(
  file: string,
  staged: string,
  { migrations, now }: { migrations: readonly Migration[]; now: Date },
): number {
  rmSync(staged, { force: true });
  copyContents(file, staged);
  const connection = new DatabaseSync(staged);
  try {
    // The live file gets all pages of this copy, including free ones, so they must hold no bytes of deleted rows.
    connection.exec("PRAGMA secure_delete = ON");
    migrate(connection, migrations);
    requireOwnPrograms(connection, file, migrations);
    removeTemporaryAccess(connection);
    deleteEmailsDue(connection);
    skipReminders(connection, now);
    pauseNewsletters(connection);
  } finally {
    connection.close();
  }
  return checkIntact(staged);
}

/**
 * Requires that the triggers and views are those of our migrations. A changed backup could otherwise have the site
 * undo each unsubscribe from then on.
 *
 * @throws {DataFileError} `foreign`
 */
function requireOwnPrograms(connection: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  const programsIn = (from: DatabaseSync) =>
    JSON.stringify(
      from.prepare("SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY name").all(),
    );
  const own = new DatabaseSync(":memory:");
  try {
    migrate(own, migrations);
    if (programsIn(connection) === programsIn(own)) return;
  } finally {
    own.close();
  }
  throw new DataFileError(
    "foreign",
    `${file} was changed by another program: it holds triggers or views that are not Porchlight's. Nothing was restored; use another backup.`,
  );
}

/** Deletes emails and refunds that were due when the backup was made. The site must not send them a second time. */
function deleteEmailsDue(connection: DatabaseSync): void {
  const find = connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const table of ["letters_due", "owner_summary", "lost_payments"])
    if (find.get(table)) connection.exec(`DELETE FROM ${table}`);
}

/**
 * If the present contents are lost, it is unknown which reminders of shows were sent since the backup. So reminders and
 * changes that were due before the restore are not sent. Otherwise carry-over.ts takes the present ones.
 */
function skipReminders(connection: DatabaseSync, now: Date): void {
  const has = connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'show_reminders'").get();
  if (!has) return;
  connection
    .prepare("UPDATE show_reminders SET handled_until = max(handled_until, ?), told = NULL, is_confirmation_due = 0")
    .run(now.toISOString());
}

/** Newsletters that were being sent, or were scheduled: some emails may have been sent since. The owner decides. */
function pauseNewsletters(connection: DatabaseSync): void {
  const has = connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'newsletters'").get();
  if (has) connection.exec(PAUSE_NEWSLETTERS);
}

type Replacement = {
  path: string;
  dir: string;
  staged: string;
  now: Date;
  running: boolean;
  latest: number;
  /** The value of `lostChanges` if the changes since the backup are lost. */
  lost: NonNullable<Restored["lostChanges"]>;
};

/** Where the present contents are now, how many rows of the backup were removed, and whether later changes are lost. */
type Replaced = { before: Restored["before"]; removed: number; isLost: boolean };

async function replace(replacement: Replacement): Promise<Replaced> {
  const { path, dir, staged, now, running, lost } = replacement;
  const replaced = existsSync(path) ? await replaceStored(replacement) : undefined;
  if (replaced !== undefined) return replaced;
  if (running) {
    throw new DataFileError("corrupt", "The present data file is damaged. Stop the site, then restore again.");
  }
  const damaged = setAside({ path, dir, now });
  if (lost.lastSkippedId !== undefined) skipIdsUntil(staged, lost.lastSkippedId);
  moveIntoPlace(staged, path);
  const before = damaged === undefined ? undefined : { path: damaged, damaged: true };
  return { before, removed: 0, isLost: true };
}

/** @returns undefined when the present contents are too damaged for a backup */
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
    openLog(path);
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

/** Creates the log, which a file lacks until its site starts. Without a log, nobody could read meanwhile. */
function openLog(path: string): void {
  const connection = new DatabaseSync(path);
  try {
    connection.exec("PRAGMA journal_mode = WAL");
  } finally {
    connection.close();
  }
}

/** Overwrites only what is backed up already, so that no acknowledged change is lost. */
async function replaceWatched(replacement: Replacement, present: DatabaseSync): Promise<Replaced> {
  const { path, dir, staged, now, lost } = replacement;
  const hasSiteWritten = watchOutsideChanges(createStatements(present));
  let stored: Backup | undefined;
  let removed = 0;
  let isLost = false;

  function backUp(): string {
    const latest = writeBackup({ path, dir, kind: "before-restore", now });
    // The newer backup holds everything that the earlier one held.
    if (stored !== undefined) rmSync(stored.path, { force: true });
    stored = latest;
    const carried = carryOver(staged, latest.path);
    removed += carried.removed;
    if (!carried.isSameSite) {
      isLost = true;
      if (lost.lastSkippedId !== undefined) skipIdsUntil(staged, lost.lastSkippedId);
    }
    return latest.path;
  }

  for (let pass = 1; ; pass += 1) {
    let before = backUp();
    const isDone = await overwrite(staged, path, () => {
      if (hasSiteWritten()) {
        if (pass < PASSES_MAX) return false;
        before = backUp();
      }
      // The last connection to close merges the log into the file. A read-only connection cannot, so it closes first.
      present.close();
      return true;
    });
    if (isDone) return { before: { path: before, damaged: false }, removed, isLost };
  }
}
