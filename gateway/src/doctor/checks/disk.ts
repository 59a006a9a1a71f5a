import { statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import { backupFolder, listBackups } from "../../data/backup.ts";
import { backupsUntil } from "../../data/backup-names.ts";
import { DATA_FILE_NAME } from "../../data/data-file.ts";
import { nearestFolder } from "../../data/files.ts";
import { BACKUP_RETENTION } from "../../data/schedule-backups.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";

const MB = 1_000_000;
/** With fewer free bytes the site cannot work, however small its data is. */
const LEAST_FREE = 100 * MB;
/** With fewer free bytes the owner should free some space soon, however small the data is. */
const EASY_FREE = 500 * MB;

/** Compares the free space with what the data, its backups and its growth need. */
export function checkDisk({ places }: Subject, { clock, freeBytes, canReadFolder }: Outside): Finding[] {
  // The data file's check reports a folder that cannot be read.
  if (!places || !canReadFolder(places.dataDir)) return [];
  const { dataDir } = places;
  const data = sizeOf(join(dataDir, DATA_FILE_NAME)) + sizeOf(join(dataDir, `${DATA_FILE_NAME}-wal`));
  const names = listBackups(dataDir);
  const backups = names.reduce((sum, name) => sum + sizeOf(join(backupFolder(dataDir), name)), 0);
  const free = freeBytes(nearestFolder(dataDir));
  const disk = about("disk-space", "Room for data");
  const found = `${inWords(free)} are free; the data file has ${inWords(data)}, its backups ${inWords(backups)}.`;
  // There must be room for one more backup, and for the copy of the data that an update writes.
  if (free < Math.max(LEAST_FREE, 2 * data)) {
    return [disk.bad(found, "Free some space: without it sign-ups and orders are refused.")];
  }
  // Each later backup is as large as the data.
  const toCome = BACKUP_RETENTION.days + BACKUP_RETENTION.weeks - backupsUntil(clock(), names, "daily").length;
  if (free < Math.max(EASY_FREE, Math.max(4, toCome + 2) * data))
    return [disk.look(found, "Free some space before it runs out.")];
  return [disk.good(found)];
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** "14.2 MB", "120 GB". */
function inWords(bytes: number): string {
  const [amount, unit] = bytes < 1_000 * MB ? [bytes / MB, "MB"] : [bytes / (1_000 * MB), "GB"];
  return `${amount.toLocaleString("en", { maximumFractionDigits: amount < 100 ? 1 : 0 })} ${unit}`;
}
