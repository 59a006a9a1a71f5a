import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backupFolder } from "./backup.ts";
import { timeInName } from "./backup-names.ts";
import { sync } from "./files.ts";

/**
 * Makes way for a new data file. What is left of the one before, which may be its write-ahead log alone, is stored in the
 * folder of backups: something may still be read from it. The log is then gone from beside the name: SQLite would read
 * it into whatever file is put there.
 *
 * @returns the file that is stored, the first of two; undefined when nothing was left
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
