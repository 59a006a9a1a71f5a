import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import { backupFolder, listBackups } from "../../data/backup.ts";
import { backupsUntil } from "../../data/backup-names.ts";
import { DATA_FILE_NAME } from "../../data/data-file.ts";
import { counted } from "../../lib/counted.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";

const HOUR_MS = 60 * 60 * 1000;
/** A site makes a backup each day, and checks every hour whether one is due. */
const DUE_AFTER_MS = 26 * HOUR_MS;
const LATE_AFTER_MS = 3 * 24 * HOUR_MS;

/** Checks the age of the newest backup, and whether it is undamaged. */
export async function checkBackups({ places }: Subject, outside: Outside): Promise<Finding[]> {
  const { clock, inspections } = outside;
  // The data file's check reports a folder that cannot be read.
  if (!places || !outside.canReadFolder(places.dataDir) || !existsSync(join(places.dataDir, DATA_FILE_NAME))) return [];
  const { dataDir } = places;
  const now = clock();
  const newest = backupsUntil(now, listBackups(dataDir)).at(-1);
  const elsewhere = about("backups-elsewhere", "A copy elsewhere").unknown(
    "This check cannot tell whether there is a copy on another machine.",
    `Copy ${backupFolder(dataDir)} and your content folder to another machine regularly.`,
  );
  if (newest === undefined) return [checkNone(dataDir, now), elsewhere];
  const { ok: isIntact } = await inspections.backup(join(backupFolder(dataDir), newest.name));
  return [checkAge(now.getTime() - newest.time), checkOpens(newest.name, isIntact), elsewhere];
}

function checkNone(dataDir: string, now: Date): Finding {
  const age = about("backups-age", "Newest backup");
  const { birthtimeMs } = statSync(join(dataDir, DATA_FILE_NAME));
  const next = "Keep the site running: it makes a backup each day. Or run: npm run backup";
  return now.getTime() - birthtimeMs < DUE_AFTER_MS
    ? age.look("There is none yet.", next)
    : age.bad("There is none.", next);
}

function checkAge(ageMs: number): Finding {
  const age = about("backups-age", "Newest backup");
  const found = `It is ${ageInWords(ageMs)} old.`;
  if (ageMs < DUE_AFTER_MS) return age.good(found);
  const next = "The log says why the daily backup failed. Fix that, or run: npm run backup";
  return ageMs < LATE_AFTER_MS ? age.look(found, next) : age.bad(found, next);
}

function ageInWords(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 1) return "less than an hour";
  return hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day");
}

function checkOpens(name: string, isIntact: boolean): Finding {
  const opens = about("backups-open", "State of the newest backup");
  return isIntact
    ? opens.good("It opens and is undamaged.")
    : opens.bad(`${name} is damaged and cannot be restored.`, "Run npm run backup, and check the disk.");
}
