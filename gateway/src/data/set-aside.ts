import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backupFolder } from "./backup.ts";
import { timeInName } from "./backup-names.ts";
import { sync } from "./files.ts";

/**
 * Makes room for a new data file. Copies what is left of the old one to the folder of backups, because some of it may
 * be recoverable. Sometimes only the write-ahead log is left. Then deletes the log: SQLite would apply it to the new
 * file.
 *
 * @returns the first file that was copied; undefined when there was nothing
 */
export function setAside({ path, dir, now }: { path: string; dir: string; now: Date }): string | undefined {
  const endings = ["", "-wal"].filter((ending) => existsSync(path + ending));
  const aside = join(backupFolder(dir), `${timeInName(now)}-damaged`);
  if (endings.length > 0) mkdirSync(backupFolder(dir), { recursive: true, mode: 0o700 });
  for (const ending of endings) {
    copyFileSync(path + ending, aside + ending);
    sync(aside + ending);
  }
  for (const ending of ["-wal", "-shm"]) rmSync(path + ending, { force: true });
  return endings[0] === undefined ? undefined : aside + endings[0];
}
