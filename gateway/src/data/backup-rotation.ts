import { backupsUntil } from "./backup-names.ts";

/** How many automatic backups to retain: the newest of each of the last days and of each of the last weeks. */
export type Retention = { days: number; weeks: number };

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;

/**
 * Lists the automatic backups to delete, and never any other file. The newest one always stays. Backups with a future
 * time were made while the clock was ahead. They stay too and do not count, so that they cannot displace today's
 * backup.
 */
export function outdatedBackups(names: readonly string[], retention: Retention, now: Date): string[] {
  const newestFirst = backupsUntil(now, names, "daily").sort((a, b) => b.time - a.time);
  const retained = new Set<string>();
  keepNewestOfEach(newestFirst, DAY_MS, retention.days, retained);
  keepNewestOfEach(newestFirst, WEEK_MS, retention.weeks, retained);
  return newestFirst.filter(({ name }) => !retained.has(name)).map(({ name }) => name);
}

function keepNewestOfEach(
  newestFirst: readonly { name: string; time: number }[],
  periodMs: number,
  periods: number,
  retained: Set<string>,
): void {
  const seenPeriods = new Set<number>();
  for (const { name, time } of newestFirst) {
    const period = Math.floor(time / periodMs);
    if (seenPeriods.has(period)) continue;
    if (seenPeriods.size === periods) return;
    seenPeriods.add(period);
    retained.add(name);
  }
}
