import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { checkIntact } from "../../data/backup.ts";
import { DataFileError, type DataFileReason, explainFileError } from "../../data/data-file-error.ts";
import { APPLICATION_ID } from "../../data/inspect.ts";
import { versionOf } from "../../data/migrations.ts";

/** State of a data file or of a backup. */
export type FileInspection = { ok: true; version: number } | { ok: false; reason: DataFileReason };

/** State of the data file. */
export type DataFileInspection =
  | { ok: true; version: number; subscribers: number }
  | Extract<FileInspection, { ok: false }>;

/** How long to wait for a running restore, in milliseconds. */
const BUSY_WAIT_MS = 5_000;

/**
 * Checks all of a data file, which may be in use.
 *
 * Only SQLite may open the file. If this process opened and closed the file itself, it would release the locks that the
 * gateway holds. Source: sqlite.org, "How To Corrupt An SQLite Database File", §2.2.
 */
export function inspectDataFile(path: string): DataFileInspection {
  return explained(path, (): DataFileInspection => {
    const connection = new DatabaseSync(path, { readOnly: true, timeout: BUSY_WAIT_MS });
    try {
      const id = connection.prepare("PRAGMA application_id").get()?.application_id;
      if (id !== APPLICATION_ID) return { ok: false, reason: "foreign" };
      const result = connection.prepare("PRAGMA quick_check(1)").get()?.quick_check;
      if (result !== "ok") return { ok: false, reason: "corrupt" };
      return { ok: true, version: versionOf(connection), subscribers: countSubscribers(connection) };
    } finally {
      connection.close();
    }
  });
}

/** Opens a backup and checks all of it. */
export function inspectBackup(path: string): FileInspection {
  return explained(path, () => {
    checkIntact(path);
    const connection = new DatabaseSync(path, { readOnly: true });
    try {
      return { ok: true, version: versionOf(connection) };
    } finally {
      connection.close();
    }
  });
}

function countSubscribers(connection: DatabaseSync): number {
  // A count is a number.
  return connection.prepare(`SELECT count(*) AS count FROM ${SUBSCRIBERS_TABLE}`).get()?.count as number;
}

function explained<Inspection>(
  path: string,
  inspect: () => Inspection,
): Inspection | Extract<FileInspection, { ok: false }> {
  try {
    return inspect();
  } catch (error) {
    const known = explainFileError(error, dirname(path));
    if (known instanceof DataFileError) return { ok: false, reason: known.reason };
    throw error;
  }
}
