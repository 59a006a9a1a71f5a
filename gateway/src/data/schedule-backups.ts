import { askThread } from "../lib/ask-thread.ts";
import { type Every, type Recurring, recurring } from "../lib/repeat.ts";
import { type Backup, listBackups } from "./backup.ts";
import { backupsUntil } from "./backup-names.ts";
import type { Retention } from "./backup-rotation.ts";
import type { DataFile, DataLog } from "./data-file.ts";
import type { DataFileReason } from "./data-file-error.ts";

const THREAD = new URL("./backup-worker.ts", import.meta.url);
const DAY_MS = 24 * 60 * 60 * 1000;
/** How often to check whether a backup is due. A laptop that slept gets one soon after it wakes. */
const CHECK_EVERY_MS = 60 * 60 * 1000;
/** How many of its scheduled backups the gateway retains. */
export const BACKUP_RETENTION: Retention = { days: 7, weeks: 4 };

/** The input of the backup thread. */
export type BackupJob = { path: string; dir: string; now: Date; retention: Retention };

/** The result of the backup thread. */
export type BackupResult =
  | { ok: true; backup: Backup; removed: number }
  | { ok: false; reason: DataFileReason; message: string };

export type ScheduleOptions = {
  clock?: () => Date;
  log?: DataLog;
  retention?: Retention;
  every?: Every;
};

/**
 * Makes a backup every day, outside of the main thread. A backup is due when the newest one is a day old. A failure is
 * logged, and the next check tries again.
 */
export function scheduleBackups(
  { path, dir }: Pick<DataFile, "path" | "dir">,
  { clock = () => new Date(), log, retention = BACKUP_RETENTION, every }: ScheduleOptions = {},
): Recurring {
  async function backUpWhenDue(): Promise<void> {
    try {
      const now = clock();
      const newest = backupsUntil(now, listBackups(dir), "daily").at(-1);
      if (newest && now.getTime() - newest.time < DAY_MS) return;
      const job: BackupJob = { path, dir, now, retention };
      const outcome = await askThread<BackupResult>(THREAD, job);
      if (outcome.ok) log?.info({ ...outcome.backup, removed: outcome.removed }, "backed up the data file");
      else log?.error({ reason: outcome.reason }, `the daily backup failed: ${outcome.message}`);
    } catch (error) {
      log?.error({ err: error }, "the daily backup failed");
    }
  }

  return recurring(CHECK_EVERY_MS, backUpWhenDue, every);
}
