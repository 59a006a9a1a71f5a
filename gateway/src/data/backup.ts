import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { type BackupKind, backupName } from "./backup-names.ts";
import { DataFileError, explainFileError } from "./data-file-error.ts";
import { moveIntoPlace } from "./files.ts";
import { inspectDataFile } from "./inspect.ts";
import { removeAccess } from "./remove-access.ts";

/** A finished and checked backup. `bytes` is its size, `subscribers` the rows in it. */
export type Backup = { path: string; bytes: number; subscribers: number };

type BackupRequest = {
  /** The data file. */
  path: string;
  /** Folder that holds it. */
  dir: string;
  kind: BackupKind;
  now: Date;
  /** A file that the owner chose instead of one in `backups/`; its folder has to exist. */
  to?: string;
  /** An open connection to the data file, to copy from when the file is no longer at its path. */
  connection?: DatabaseSync;
};

const FOLDER = "backups";
const UNFINISHED = ".partial-";

/** The folder of backups in a data folder. */
export function backupFolder(dir: string): string {
  return join(dir, FOLDER);
}

/** Lists the finished backups, oldest first: their names begin with the time, so they sort by it. */
export function listBackups(dir: string): string[] {
  const folder = backupFolder(dir);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".db"))
        .sort()
    : [];
}

/**
 * Writes a backup of a data file, which may be in use. The backup holds the contents at one moment. It is compact,
 * checked, and safe on disk when this returns. It holds no secret that would let its reader sign in to the running
 * site. Any process may call this. The process is blocked while it copies.
 *
 * @throws {DataFileError} when it could not be written or did not pass the check; then there is no new file
 */
export function writeBackup({ path, dir, kind, now, to, connection }: BackupRequest): Backup {
  const target = to ?? freeName(dir, kind, now);
  const unfinished = `${target}${UNFINISHED}${process.pid}`;
  try {
    if (existsSync(target)) throw new DataFileError("io", `${target} is there already. Name a new file.`);
    if (to === undefined) mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    else requireFolder(dirname(to));
    rmSync(unfinished, { force: true });
    if (connection) vacuumInto(connection, unfinished);
    else copyContents(path, unfinished);
    removeAccess(unfinished, now);
    const subscribers = checkIntact(unfinished, path);
    moveIntoPlace(unfinished, target);
    return { path: target, bytes: statSync(target).size, subscribers };
  } catch (error) {
    rmSync(unfinished, { force: true });
    const explained = explainFileError(error, dirname(target));
    // If a file is damaged, the data file is named. If a disk is full or read-only, it is the backup's disk.
    throw explained instanceof DataFileError && explained.reason === "corrupt"
      ? explainFileError(error, dir)
      : explained;
  }
}

/** Requires that the owner's folder exists. If its disk is not mounted, a new folder would be on another disk. */
function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new DataFileError(
    "missing",
    `There is no folder ${folder}. Is the disk mounted? If you want a new folder, create it first.`,
  );
}

/** Copies a database and its write-ahead log into a new file, as they are at one moment. */
export function copyContents(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    vacuumInto(source, to);
  } finally {
    source.close();
  }
}

function vacuumInto(source: DatabaseSync, to: string): void {
  // SQLite would create a file that other users can read. It accepts an empty file, so we create one first.
  closeSync(openSync(to, "wx", 0o600));
  // Without this, bytes of deleted rows stay on a page that SQLite splits while it copies.
  source.exec("PRAGMA secure_delete = ON");
  // Unlike a copy of the pages, this leaves out the bytes of deleted rows.
  source.prepare("VACUUM INTO ?").run(to);
}

/**
 * Checks that a file is an undamaged data file of ours, of any version.
 *
 * @param source the file that error messages name, when `path` is a copy of it
 * @returns how many subscribers it holds
 * @throws {DataFileError} `missing`, `foreign` or `corrupt`
 */
export function checkIntact(path: string, source = path): number {
  if (inspectDataFile(path, Number.MAX_SAFE_INTEGER, { source, isChosen: source === path }) === undefined) {
    throw new DataFileError("missing", `There is no file ${path}.`);
  }
  const connection = new DatabaseSync(path, { readOnly: true });
  try {
    const result = connection.prepare("PRAGMA quick_check(1)").get()?.quick_check;
    if (result !== "ok") throw new Error(`quick_check: ${result}`);
    return Number(connection.prepare(`SELECT count(*) AS n FROM ${SUBSCRIBERS_TABLE}`).get()?.n);
  } catch (error) {
    throw new DataFileError("corrupt", `${source} is damaged and cannot be used.`, { cause: error });
  } finally {
    connection.close();
  }
}

/** Deletes the files of an interrupted backup or restore, because they may hold the whole list. */
export function removeUnfinished(dir: string): void {
  for (const folder of [dir, backupFolder(dir)].filter((there) => existsSync(there))) {
    for (const name of readdirSync(folder)) {
      const writer = /\.(?:partial|restoring)-(\d+)(?:-journal)?$/.exec(name)?.[1];
      if (writer !== undefined && !isOtherLiveProcess(Number(writer))) rmSync(join(folder, name), { force: true });
    }
  }
}

/** In a container every start has the same process id, so our own id means an earlier start. */
function isOtherLiveProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Two backups of the same millisecond get different names. */
function freeName(dir: string, kind: BackupKind, now: Date): string {
  for (let time = now.getTime(); ; time += 1) {
    const path = join(backupFolder(dir), backupName(new Date(time), kind));
    if (!existsSync(path)) return path;
  }
}
