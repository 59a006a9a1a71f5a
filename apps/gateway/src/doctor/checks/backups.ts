import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import { backupFolder, listBackups } from "../../data/backup.ts";
import { DATA_FILE_NAME } from "../../data/data-file.ts";
import { about, counted } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";

/** `2026-03-01T04-05-06.123Z-daily.db`, and whatever else has made one. */
const BACKUP = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[a-z-]+\.db$/;
const HOUR_MS = 60 * 60 * 1000;
/** One is made each day, and looked for each hour. */
const DUE_AFTER_MS = 26 * HOUR_MS;
const LATE_AFTER_MS = 3 * 24 * HOUR_MS;

/** Looks at the newest backup: how old it is, and whether it could be restored. */
export async function checkBackups({ places }: Subject, outside: Outside): Promise<Finding[]> {
  const { clock, looks } = outside;
  // That nobody may look there is told of the data file.
  if (!places || !outside.mayLookInto(places.dataDir) || !existsSync(join(places.dataDir, DATA_FILE_NAME))) return [];
  const { dataDir } = places;
  const now = clock().getTime();
  // One of a time to come was made while the clock ran ahead, and says nothing of today.
  const newest = listBackups(dataDir).findLast((name) => BACKUP.test(name) && timeOf(name) <= now);
  const elsewhere = about("backups-elsewhere", "A copy elsewhere").unknown(
    "Whether a copy lies on another machine cannot be known from here.",
    `Copy ${backupFolder(dataDir)} and your content folder to another machine now and then.`,
  );
  if (newest === undefined) return [checkNone(dataDir, now), elsewhere];
  const { ok: isIntact } = await looks.backup(join(backupFolder(dataDir), newest));
  return [checkAge(now - timeOf(newest)), judge(newest, isIntact), elsewhere];
}

/** When a backup was made, in milliseconds since 1970; copied elsewhere and back, its file would say something else. */
function timeOf(name: string): number {
  return Date.parse(name.replace(BACKUP, "$1T$2:$3:$4"));
}

function checkNone(dataDir: string, now: number): Finding {
  const age = about("backups-age", "Newest backup");
  const { birthtimeMs } = statSync(join(dataDir, DATA_FILE_NAME));
  const next = "Keep the site running, which makes one each day, or run: npm run backup";
  return now - birthtimeMs < DUE_AFTER_MS ? age.look("There is none yet.", next) : age.bad("There is none.", next);
}

function checkAge(ageMs: number): Finding {
  const age = about("backups-age", "Newest backup");
  const found = `It is ${ageInWords(ageMs)} old.`;
  if (ageMs < DUE_AFTER_MS) return age.good(found);
  const next = "Look in the log for what keeps the daily backup, or run: npm run backup";
  return ageMs < LATE_AFTER_MS ? age.look(found, next) : age.bad(found, next);
}

function ageInWords(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 1) return "less than an hour";
  return hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day");
}

function judge(name: string, isIntact: boolean): Finding {
  const opens = about("backups-open", "Opening it");
  return isIntact
    ? opens.good("It opens and is undamaged.")
    : opens.bad(`${name} is damaged and could not be restored.`, "Run npm run backup, and check the disk.");
}
