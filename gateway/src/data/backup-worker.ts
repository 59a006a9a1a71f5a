import { rmSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { backupFolder, listBackups, removeUnfinished, writeBackup } from "./backup.ts";
import { outdatedBackups } from "./backup-rotation.ts";
import { DataFileError } from "./data-file-error.ts";
import type { BackupJob, BackupResult } from "./schedule-backups.ts";

/** Makes the daily backup in its own thread. A large file takes seconds, and the site must not slow down. */

// Only schedule-backups.ts starts this thread, with a BackupJob.
const { path, dir, now, retention } = workerData as BackupJob;

parentPort?.postMessage({ answer: backUpAndRotate() });

function backUpAndRotate(): BackupResult {
  try {
    removeUnfinished(dir);
    const backup = writeBackup({ path, dir, kind: "daily", now });
    const removed = outdatedBackups(listBackups(dir), retention, now);
    for (const name of removed) rmSync(join(backupFolder(dir), name), { force: true });
    return { ok: true, backup, removed: removed.length };
  } catch (error) {
    if (error instanceof DataFileError) return { ok: false, reason: error.reason, message: error.message };
    throw error;
  }
}
