import { chmodSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hasPassed } from "../lib/has-passed.ts";
import { removeUnfinished, writeBackup } from "./backup.ts";
import { DataFileError, explainFileError } from "./data-file-error.ts";
import { moveIntoPlace } from "./files.ts";
import { createGroupCommit } from "./group-commit.ts";
import { inspectDataFile } from "./inspect.ts";
import { lockFolder } from "./lock.ts";
import { latestVersion, type Migration, migrate, readMigrations, versionOf } from "./migrations.ts";
import { setAside } from "./set-aside.ts";
import { createStatements, type Reader, type Writer } from "./statements.ts";

/** Name of the SQLite file in the data folder. */
export const DATA_FILE_NAME = "porchlight.db";

/** How long a write waits for a restore that is replacing the contents, in milliseconds. */
const BUSY_WAIT_MS = 5_000;
/** How long the result of {@link DataFile.healthy} is cached, in milliseconds. */
const HEALTH_CACHE_MS = 1_000;
/** How long {@link DataFile.healthy} is false after a commit that the disk rejected, in milliseconds. */
const UNHEALTHY_MS = 60_000;
/** Size that SQLite shrinks the write-ahead log to after a large change, in bytes. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** A log for the data file; pino's logger fits. */
export type DataLog = {
  info: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/** How to open the data file. */
export type OpenOptions = {
  /** Folder that holds `porchlight.db` and `backups/`; created when missing. */
  dir: string;
  clock?: () => Date;
  log?: DataLog;
  /** The migrations to run. Only tests pass other migrations than the program's own. */
  migrations?: readonly Migration[];
  /** Milliseconds on a clock that never goes back. The time limit of a commit is measured with it. */
  now?: () => number;
};

/** The open data file. Only one process at a time can open it. */
export interface DataFile {
  /** Absolute path of the SQLite file. */
  readonly path: string;
  /** Absolute path of the folder that holds it. */
  readonly dir: string;
  /** Reads committed rows. */
  readonly read: Reader;
  /**
   * Runs a change and resolves once it is safe on disk. Changes that are requested together share one commit. If one
   * throws, only that change is rolled back, and its promise rejects with the error.
   *
   * @throws {DataFileError} `full`, `io`, … when nothing of the commit could be stored
   */
  write<T>(change: (writer: Writer) => T): Promise<T>;
  /** Whether the file can be written now, and every change of the last minute was. */
  healthy(): boolean;
  /** Writes the queued changes, merges the log into the file and unlocks the folder. */
  close(): void;
}

/**
 * Opens the data file of a folder, after creating or migrating it if necessary.
 *
 * @throws {DataFileError} with a reason and a sentence for the owner
 */
export function openDataFile(options: OpenOptions): DataFile {
  const { clock = () => new Date(), migrations = readMigrations() } = options;
  const dir = resolve(options.dir);
  const path = join(dir, DATA_FILE_NAME);
  makeFolder(dir);
  const lock = lockFolder(dir);
  try {
    removeUnfinished(dir);
    const version = inspectDataFile(path, latestVersion(migrations));
    if (version === undefined) {
      const storedLog = createDataFile({ path, dir, migrations, now: clock() });
      if (storedLog !== undefined) options.log?.info({ stored: storedLog }, "stored the log of a missing data file");
    }
    const connection = connect(path);
    try {
      if (version !== undefined && version < latestVersion(migrations)) {
        const written = writeBackup({ path, dir, kind: "before-migration", now: clock() });
        options.log?.info(
          { backup: written.path, from: version, to: latestVersion(migrations) },
          "migrating the data file",
        );
        migrate(connection, migrations);
      }
      probe(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
    const { now, log } = options;
    return createDataFileOn(connection, { dir, path, clock, now, log, release: lock.release });
  } catch (error) {
    lock.release();
    throw explainFileError(error, dir);
  }
}

function createDataFileOn(
  connection: DatabaseSync,
  {
    dir,
    path,
    clock,
    now,
    log,
    release,
  }: {
    dir: string;
    path: string;
    clock: () => Date;
    now: (() => number) | undefined;
    log: DataLog | undefined;
    release: () => void;
  },
): DataFile {
  const statements = createStatements(connection);
  const file = watchFile(connection, { dir, path, clock, log });
  const commits = createGroupCommit(connection, statements, file.require, explain, now);
  let failedAt = Number.NEGATIVE_INFINITY;
  let health = { good: true, checkedAt: clock().getTime() };

  function explain(error: unknown): unknown {
    const explained = explainFileError(error, dir);
    if (explained instanceof DataFileError) failedAt = clock().getTime();
    return explained;
  }

  return {
    path,
    dir,
    read: statements,
    write: commits.write,
    healthy() {
      const now = clock().getTime();
      // On a full disk a change that is small enough for the log's pages succeeds while others fail.
      if (!hasPassed(failedAt, now, UNHEALTHY_MS)) return false;
      if (hasPassed(health.checkedAt, now, HEALTH_CACHE_MS))
        health = { good: canWrite(connection, file.require), checkedAt: now };
      return health.good;
    },
    close() {
      commits.close();
      // The last connection to close merges the log into the file.
      connection.close();
      file.close();
      release();
    },
  };
}

function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explainFileError(error, dir);
  }
}

/**
 * Creates a new file under a temporary name first, so that a file with the final name is always complete.
 *
 * @returns where the log of an earlier file is stored, if there was one
 */
function createDataFile({
  path,
  migrations,
  ...folder
}: {
  path: string;
  dir: string;
  migrations: readonly Migration[];
  now: Date;
}): string | undefined {
  const unfinished = `${path}.new`;
  for (const leftover of [unfinished, `${unfinished}-journal`]) rmSync(leftover, { force: true });
  const connection = new DatabaseSync(unfinished);
  try {
    // The file holds fans' addresses and a private key.
    chmodSync(unfinished, 0o600);
    migrate(connection, migrations);
  } finally {
    connection.close();
  }
  const storedLog = setAside({ path, ...folder });
  moveIntoPlace(unfinished, path);
  return storedLog;
}

function connect(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: BUSY_WAIT_MS });
  connection.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = ${MAX_LOG_BYTES};
    PRAGMA secure_delete = ON;
    PRAGMA trusted_schema = OFF;
  `);
  return connection;
}

/** Writes the version again, unchanged: the smallest write that has to reach the disk. */
function probe(connection: DatabaseSync): void {
  connection.exec(`PRAGMA user_version = ${versionOf(connection)}`);
}

/**
 * SQLite continues writing to a file that was deleted, moved or replaced, and everything stored there is lost when the
 * process ends. So no change is accepted then, and the contents are stored as a backup, once.
 *
 * @returns `require` throws while the file at the path is not the open one
 */
function watchFile(
  connection: DatabaseSync,
  { dir, path, clock, log }: { dir: string; path: string; clock: () => Date; log: DataLog | undefined },
): { require: () => void; close: () => void } {
  // An open file has one number for as long as it is open, even on file systems that renumber files. Closing it before
  // the connection would release SQLite's locks.
  const opened = openSync(path, "r");
  let error: DataFileError | undefined;
  let stored: string | undefined;

  function rescue(): DataFileError {
    const problem = `The data file in ${dir} was deleted, moved or replaced while the site was running. The site stores nothing until it is back, or until the site is restarted.`;
    try {
      const backup = writeBackup({ path, dir, kind: "rescued", now: clock(), connection });
      stored = backup.path;
      const message = `${problem} Everything that was stored is in ${backup.path}: stop the site, restore that file, and start again.`;
      log?.error(backup, message);
      return new DataFileError("missing", message);
    } catch (cause) {
      const message = `${problem} Its contents could not be stored as a backup. Do not stop the site before you have exported your list from the dashboard.`;
      log?.error({ err: cause }, message);
      return new DataFileError("missing", message, { cause });
    }
  }

  return {
    require() {
      const found = statSync(path, { throwIfNoEntry: false });
      const { ino, dev } = fstatSync(opened);
      if (found?.ino === ino && found.dev === dev) {
        error = undefined;
        return;
      }
      // Somebody may still be deleting the folder, and the backup with it.
      if (error === undefined || (stored !== undefined && !existsSync(stored))) error = rescue();
      throw error;
    },
    close: () => closeSync(opened),
  };
}

function canWrite(connection: DatabaseSync, requireFile: () => void): boolean {
  try {
    requireFile();
    probe(connection);
    return true;
  } catch {
    return false;
  }
}
