import { closeSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DataFileError, explainFileError } from "./data-file-error.ts";

/** Marks a SQLite file as ours: "PORC" as a number, in the header's application id. */
export const APPLICATION_ID = 0x504f5243;

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
// Source: sqlite.org, "Database File Format", the database header.
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

/** Values in the header of a data file. */
type Header = { applicationId: number; version: number };

/**
 * Reads the version of the latest migration in a data file, without changing a byte of the file.
 *
 * @param latest newest migration that this program knows
 * @param options for the error messages: `source` is the file that was copied to `path`; `isChosen` says that the owner
 *   chose the file as a backup, so that the message does not suggest another DATA_DIR
 * @returns the file's version, or undefined when there is no file
 * @throws {DataFileError} `foreign` or `newer`
 */
export function inspectDataFile(
  path: string,
  latest: number,
  { source = path, isChosen = false }: { source?: string; isChosen?: boolean } = {},
): number | undefined {
  const header = readHeader(path);
  if (header === undefined) return undefined;
  if (header.applicationId !== APPLICATION_ID) {
    throw new DataFileError(
      "foreign",
      isChosen
        ? `${source} is not a backup of Porchlight. "npm run restore" lists the backups there are.`
        : `${source} is not a Porchlight data file. Move it away, or set DATA_DIR to another folder.`,
    );
  }
  if (header.version > latest) {
    throw new DataFileError(
      "newer",
      `${source} was written by a newer Porchlight (version ${header.version} of its tables, this one knows ${latest}). Update Porchlight; the file was not touched.`,
    );
  }
  return header.version;
}

function readHeader(path: string): Header | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const bytes = found.isFile() ? readStart(path) : Buffer.alloc(HEADER_BYTES);
    if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return { applicationId: 0, version: 0 };
    if (hasLog(path)) return readHeaderThroughLog(path);
    return { applicationId: bytes.readUInt32BE(APPLICATION_ID_AT), version: bytes.readUInt32BE(USER_VERSION_AT) };
  } catch (error) {
    throw explainFileError(error, dirname(path));
  }
}

function readStart(path: string): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, "r");
  try {
    readSync(file, bytes, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return bytes;
}

/** After a crash the newest header may still be in the write-ahead log. */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function readHeaderThroughLog(path: string): Header {
  const connection = new DatabaseSync(path, { readOnly: true });
  try {
    return {
      applicationId: Number(connection.prepare("PRAGMA application_id").get()?.application_id),
      version: Number(connection.prepare("PRAGMA user_version").get()?.user_version),
    };
  } finally {
    connection.close();
  }
}
