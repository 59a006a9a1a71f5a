/** What made a backup; part of its name. Only daily ones are ever removed by themselves. */
export type BackupKind = "daily" | "manual" | "before-migration" | "before-restore";

/** `2026-03-01T04-05-06.123Z-daily.db`, and whatever else has made one. */
const BACKUP = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([a-z-]+)\.db$/;

/** `2026-03-01T04-05-06.123Z-daily.db`: names sort by time. */
export function backupName(time: Date, kind: BackupKind): string {
  return `${timeInName(time)}-${kind}.db`;
}

/** A time as names of files may have it. */
export function timeInName(time: Date): string {
  return time.toISOString().replaceAll(":", "-");
}

/**
 * Backups among files, in their order, each with when it was made, in milliseconds since 1970. Those of a time to come
 * are left out: they were made while a clock ran ahead, and say nothing of today.
 *
 * @param kind leaves out backups of other kinds too
 */
export function backupsUntil(now: Date, names: readonly string[], kind?: BackupKind): { name: string; time: number }[] {
  return names.flatMap((name) => {
    const time = backupTime(name);
    const made = BACKUP.exec(name)?.[5];
    return time !== undefined && time <= now.getTime() && (kind ?? made) === made ? [{ name, time }] : [];
  });
}

/** When a backup was made, in milliseconds since 1970; undefined when its name is not one of ours. */
export function backupTime(name: string): number | undefined {
  // From its name: copied elsewhere and back, the file itself would say another time.
  const [, date, hours, minutes, seconds] = BACKUP.exec(name) ?? [];
  const time = Date.parse(`${date}T${hours}:${minutes}:${seconds}`);
  return Number.isNaN(time) ? undefined : time;
}
