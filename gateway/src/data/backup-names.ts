/** Why a backup was made; part of its file name. Only daily backups are deleted automatically. */
export type BackupKind = "daily" | "manual" | "before-migration" | "before-restore" | "rescued";

/** `2026-03-01T04-05-06.123Z-daily.db`, or another kind in place of `daily`. */
const BACKUP = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([a-z-]+)\.db$/;

/** `2026-03-01T04-05-06.123Z-daily.db`: names sort by time. */
export function backupName(time: Date, kind: BackupKind): string {
  return `${timeInName(time)}-${kind}.db`;
}

/** Formats a time for a file name, which must not contain a colon. */
export function timeInName(time: Date): string {
  return time.toISOString().replaceAll(":", "-");
}

/**
 * Finds the backups among file names, in the same order. Backups with a future time are skipped: they were made while
 * the clock was ahead.
 *
 * @param kind finds only backups of this kind
 * @returns each with its time, in milliseconds since 1970
 */
export function backupsUntil(now: Date, names: readonly string[], kind?: BackupKind): { name: string; time: number }[] {
  return names.flatMap((name) => {
    const time = backupTime(name);
    const made = BACKUP.exec(name)?.[5];
    return time !== undefined && time <= now.getTime() && (kind ?? made) === made ? [{ name, time }] : [];
  });
}

/** When a backup was made, in milliseconds since 1970; undefined when the name is not a backup's. */
export function backupTime(name: string): number | undefined {
  // The time comes from the name: the file's own time changes when the file is copied.
  const [, date, hours, minutes, seconds] = BACKUP.exec(name) ?? [];
  const time = Date.parse(`${date}T${hours}:${minutes}:${seconds}`);
  return Number.isNaN(time) ? undefined : time;
}
