import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { type BackupKind, backupName } from "./backup-names.ts";
import { DataFileError, explainFileError } from "./data-file-error.ts";
import { moveIntoPlace } from "./files.ts";
import { inspectDataFile } from "./inspect.ts";
import { forgetWaysIn } from "./ways-in.ts";

/** A finished and checked backup. `bytes` is its size, `subscribers` the rows in it. */
export type Backup = { path: string; bytes: number; subscribers: number };

/** What to back up, and where to. */
type BackupRequest = {
  /** The data file. */
  path: string;
  /** Folder that holds it. */
  dir: string;
  kind: BackupKind;
  now: Date;
  /** A file of the owner's choice instead of one in `backups/`; its folder has to be there. */
  to?: string;
};

const FOLDER = "backups";
const UNFINISHED = ".partial-";

/** Folder of backups in a data folder. */
export function backupFolder(dir: string): string {
  return join(dir, FOLDER);
}

/** Finished backups, oldest first: their names begin with the time, so they sort by it. */
export function listBackups(dir: string): string[] {
  const folder = backupFolder(dir);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".db"))
        .sort()
    : [];
}

/**
 * Writes a backup of a data file that may be in use: one moment of it, compact, checked, on disk for good, and without
 * what would let its reader into the running site.
 * Safe from any process; runs as long as the file takes to copy.
 *
 * @throws {DataFileError} when it could not be written or did not pass its check; then there is no such file
 */
export function writeBackup({ path, dir, kind, now, to }: BackupRequest): Backup {
  const target = to ?? freeName(dir, kind, now);
  const unfinished = `${target}${UNFINISHED}${process.pid}`;
  try {
    if (existsSync(target)) throw new DataFileError("io", `${target} is there already. Name a new file.`);
    if (to === undefined) mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    else requireFolder(dirname(to));
    rmSync(unfinished, { force: true });
    copyContents(path, unfinished);
    forgetWaysIn(unfinished, now);
    const subscribers = checkIntact(unfinished, path);
    moveIntoPlace(unfinished, target);
    return { path: target, bytes: statSync(target).size, subscribers };
  } catch (error) {
    rmSync(unfinished, { force: true });
    const explained = explainFileError(error, dirname(target));
    // What is damaged was so where it was read; what is full or may not be written is where the backup goes.
    throw explained instanceof DataFileError && explained.reason === "corrupt"
      ? explainFileError(error, dir)
      : explained;
  }
}

/** A folder of the owner's choice is not made: in place of a disk that is not mounted it would look like one. */
function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new DataFileError(
    "missing",
    `There is no folder ${folder}. Is the disk mounted? Make the folder first if it is to be a new one.`,
  );
}

/** Copies what a database holds at one moment, with what its write-ahead log holds, into a new file. */
export function copyContents(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    // Made by us, as nobody else's to read: SQLite would make one that others can, and takes an empty file for a new one.
    closeSync(openSync(to, "wx", 0o600));
    // Pages that are split while the copy grows would keep a second one of what is on them, which outlives its row.
    source.exec("PRAGMA secure_delete = ON");
    // Unlike a copy of the pages it leaves out what removed rows have left behind.
    source.prepare("VACUUM INTO ?").run(to);
  } finally {
    source.close();
  }
}

/**
 * Checks that a file is an undamaged data file of ours, of any version.
 *
 * @param source what sentences name: the file that this one is a copy of, if it is one
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

/** Removes what a backup or a restore that was cut short has left behind: a whole list, for one. */
export function removeUnfinished(dir: string): void {
  for (const folder of [dir, backupFolder(dir)].filter((there) => existsSync(there))) {
    for (const name of readdirSync(folder)) {
      const writer = /\.(?:partial|restoring)-(\d+)(?:-journal)?$/.exec(name)?.[1];
      if (writer !== undefined && !isOtherLiveProcess(Number(writer))) rmSync(join(folder, name), { force: true });
    }
  }
}

/** In a container every start has the same number, so our own number means an earlier start. */
function isOtherLiveProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Two of the same millisecond must not meet. */
function freeName(dir: string, kind: BackupKind, now: Date): string {
  for (let time = now.getTime(); ; time += 1) {
    const path = join(backupFolder(dir), backupName(new Date(time), kind));
    if (!existsSync(path)) return path;
  }
}
