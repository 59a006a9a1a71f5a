import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATA_FILE_NAME, openDataFile } from "./data-file.ts";
import { DataFileError, explainFileError } from "./data-file-error.ts";
import { latestVersion, readMigrations, versionOf } from "./migrations.ts";
import { createStatements, type Reader, type Writer } from "./statements.ts";

/** How long a command waits for the running site to finish a write, in milliseconds. */
const BUSY_WAIT_MS = 10_000;

/** The data file, opened by a shell command. The site may be running or not. */
export interface CommandDataFile {
  readonly read: Reader;
  /** Whether the site is running. A running site sees each change at once. */
  readonly isRunning: boolean;
  /** Runs a change in its own transaction. The change is on disk when this returns. */
  change<T>(run: (writer: Writer) => T): T;
  close(): void;
}

/**
 * Opens the data file for a command. Migrates it first when no site is running.
 *
 * @throws {DataFileError} when there is no data file or it cannot be used
 */
export function openCommandDataFile(dir: string): CommandDataFile {
  const path = join(dir, DATA_FILE_NAME);
  if (!existsSync(path)) {
    throw new DataFileError("missing", `There is no data file in ${dir}. Is DATA_DIR right? Has the site run once?`);
  }
  const isRunning = !migrateUnlessRunning(dir);
  try {
    return openOn(new DatabaseSync(path, { timeout: BUSY_WAIT_MS }), { dir, isRunning });
  } catch (error) {
    throw explainFileError(error, dir);
  }
}

/**
 * Like {@link openCommandDataFile}, but creates the folder and the file when they are missing.
 *
 * @throws {DataFileError} when it cannot be created or used
 */
export function openOrCreateCommandDataFile(dir: string): CommandDataFile {
  if (!existsSync(join(dir, DATA_FILE_NAME))) openDataFile({ dir }).close();
  return openCommandDataFile(dir);
}

/** @returns false when a running site holds the folder */
function migrateUnlessRunning(dir: string): boolean {
  try {
    openDataFile({ dir }).close();
    return true;
  } catch (error) {
    if (error instanceof DataFileError && error.reason === "locked") return false;
    throw error;
  }
}

function openOn(connection: DatabaseSync, { dir, isRunning }: { dir: string; isRunning: boolean }): CommandDataFile {
  connection.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF");
  if (versionOf(connection) !== latestVersion(readMigrations())) {
    connection.close();
    throw new DataFileError(
      "newer",
      "The running site is of another version than this command. Restart the site, then try again.",
    );
  }
  const statements = createStatements(connection);
  return {
    read: statements,
    isRunning,
    change(run) {
      try {
        connection.exec("BEGIN IMMEDIATE");
        const result = run(statements);
        connection.exec("COMMIT");
        return result;
      } catch (error) {
        if (connection.isTransaction) connection.exec("ROLLBACK");
        throw explainFileError(error, dir);
      }
    },
    close: () => connection.close(),
  };
}
