import { askThread } from "../lib/ask-thread.ts";
import { type Every, type Recurring, recurring } from "../lib/repeat.ts";
import { type Backup, listBackups } from "./backup.ts";
import { backupsUntil } from "./backup-names.ts";
import type { DataFile, DataLog } from "./data-file.ts";
import type { DataFileReason } from "./data-file-error.ts";
import type { Keep } from "./rotation.ts";

const THREAD = new URL("./backup-worker.ts", import.meta.url);
const DAY_MS = 24 * 60 * 60 * 1000;
/** How often to look whether a backup is due: a laptop that slept still gets its own soon after. */
const CHECK_EVERY_MS = 60 * 60 * 1000;
/** Backups that the gateway writes on a schedule. */
export const KEEP: Keep = { days: 7, weeks: 4 };

/** What the thread that makes a backup is told. */
export type BackupWish = { path: string; dir: string; now: Date; keep: Keep };

/** What became of a backup. */
export type BackupResult =
  | { ok: true; backup: Backup; removed: number }
  | { ok: false; reason: DataFileReason; message: string };

/** What the schedule needs from outside. */
export type ScheduleOptions = {
  clock?: () => Date;
  log?: DataLog;
  keep?: Keep;
  every?: Every;
};

/**
 * Keeps a backup of each day, from now on and off the main thread. One is due when the newest is a day old.
 * A failure is logged and tried again at the next look.
 */
export function scheduleBackups(
  { path, dir }: Pick<DataFile, "path" | "dir">,
  { clock = () => new Date(), log, keep = KEEP, every }: ScheduleOptions = {},
): Recurring {
  async function backUpWhenDue(): Promise<void> {
    try {
      const now = clock();
      const newest = backupsUntil(now, listBackups(dir), "daily").at(-1);
      if (newest && now.getTime() - newest.time < DAY_MS) return;
      const wish: BackupWish = { path, dir, now, keep };
      const outcome = await askThread<BackupResult>(THREAD, wish);
      if (outcome.ok) log?.info({ ...outcome.backup, removed: outcome.removed }, "backed up the data file");
      else log?.error({ reason: outcome.reason }, `the daily backup failed: ${outcome.message}`);
    } catch (error) {
      log?.error({ err: error }, "the daily backup failed");
    }
  }

  return recurring(CHECK_EVERY_MS, backUpWhenDue, every);
}
