import { accessSync, constants } from "node:fs";
import { UnavailableError } from "../lib/unavailable-error.ts";
import { freeBytes, nearestFolder } from "./files.ts";

/** Why the data file cannot be used. */
export type DataFileReason =
  | "locked"
  | "busy"
  | "closed"
  | "newer"
  | "foreign"
  | "missing"
  | "read-only"
  | "full"
  | "corrupt"
  | "io";

/** `Retry-After` of a request that could not be stored, in seconds. The owner may have to free some space first. */
const RETRY_SECONDS = 30;

/** A data file that cannot be used. `message` is a sentence that the owner can act on. */
export class DataFileError extends UnavailableError {
  override readonly name = "DataFileError";
  readonly part = "storage";
  readonly retryAfterSeconds = RETRY_SECONDS;
  readonly reason: DataFileReason;

  constructor(reason: DataFileReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  get logged(): { reason: DataFileReason } {
    return { reason: this.reason };
  }
}

/** SQLite's primary result codes by reason. Source: sqlite.org, "Result and Error Codes". */
const SQLITE_REASONS: Readonly<Record<number, DataFileReason>> = {
  3: "read-only", // PERM
  5: "busy", // BUSY
  6: "busy", // LOCKED
  8: "read-only", // READONLY
  10: "io", // IOERR
  11: "corrupt", // CORRUPT
  13: "full", // FULL
  14: "io", // CANTOPEN
  26: "corrupt", // NOTADB
};

const SYSTEM_REASONS: Readonly<Record<string, DataFileReason>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
};

/** If SQLite only reports a failed write, a disk with fewer free bytes than this counts as full. */
const FULL_BELOW_BYTES = 64 * 1024;

/**
 * Turns an error of SQLite or of the file system into one that the owner can act on.
 * Errors that do not concern the file, such as a constraint violation, are returned unchanged.
 */
export function explainFileError(error: unknown, dir: string): unknown {
  if (error instanceof DataFileError || !(error instanceof Error)) return error;
  const reason = reasonOf(error, dir);
  return reason === undefined ? error : new DataFileError(reason, sentenceFor(reason, dir), { cause: error });
}

function reasonOf(error: Error, dir: string): DataFileReason | undefined {
  if ("errcode" in error && typeof error.errcode === "number") {
    // The low byte is the primary code; the rest says more than an owner needs.
    const reason = SQLITE_REASONS[error.errcode & 0xff];
    return reason === "io" ? closerReason(dir) : reason;
  }
  if ("syscall" in error && "code" in error && typeof error.code === "string") {
    // If Node cannot create a folder on a read-only disk, it reports the folder as missing.
    return SYSTEM_REASONS[error.code] ?? closerReason(dir);
  }
  return undefined;
}

/** SQLite and Node often report a failed create or resize as a plain I/O error. The nearest folder shows the cause. */
function closerReason(dir: string): DataFileReason {
  const existing = nearestFolder(dir);
  try {
    if (freeBytes(existing) < FULL_BELOW_BYTES) return "full";
  } catch {
    return "io";
  }
  try {
    accessSync(existing, constants.W_OK);
    return "io";
  } catch {
    return "read-only";
  }
}

function sentenceFor(reason: DataFileReason, dir: string): string {
  switch (reason) {
    case "full":
      return `The disk that holds ${dir} is full. Free some space; nothing that was stored is lost.`;
    case "read-only":
      return `Porchlight is not allowed to write in ${dir}. Give its user the right to write there, or set DATA_DIR to another folder.`;
    case "corrupt":
      return `The data file in ${dir} is damaged. Run "npm run restore" to list the backups and to choose one.`;
    case "busy":
      return `Another program holds the data file in ${dir}. Close it and try again.`;
    default:
      return `The data file in ${dir} cannot be read or written. Check the disk and that the folder is still there.`;
  }
}
