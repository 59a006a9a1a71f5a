import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { counted } from "../counted.ts";
import { backupFolder, listBackups } from "../data/backup.ts";
import { type Restored, restoreBackup } from "../data/restore.ts";
import { megabytes, runCommand } from "./command.ts";
import { readWords } from "./read-words.ts";

const HELP = `npm run restore [-- FILE], while the site runs or not:

  puts the backup FILE in the place of the present data, which is kept first as a backup of its own;
  without FILE lists the backups there are.`;

/** `npm run restore -- FILE`: puts a backup in the place of the present data; without a file, lists the backups. */
const asked = readWords(process.argv.slice(2), { help: HELP, options: {}, file: "optional" });
if (asked) {
  await runCommand(async (dir) => {
    const { file } = asked;
    if (file === undefined) console.log(listing(dir));
    else console.log(report(await restoreBackup({ dir, file: resolve(file), now: new Date() })));
  });
}

function listing(dir: string): string {
  const backups = listBackups(dir).map((name) => join(backupFolder(dir), name));
  if (backups.length === 0) return `There are no backups in ${backupFolder(dir)}. Make one with: npm run backup`;
  return [
    "Restore one of these with: npm run restore -- FILE",
    ...backups.map((path) => `  ${path} (${megabytes(statSync(path).size)})`),
  ].join("\n");
}

function report({ subscribers, running, migratedFrom, before }: Restored): string {
  return [
    `Restored ${counted(subscribers, "subscriber")}${running ? " into the running site" : ""}.`,
    ...(migratedFrom === undefined ? [] : [`The backup was of an older version (${migratedFrom}) and was migrated.`]),
    ...(before === undefined
      ? []
      : [`The ${before.damaged ? "damaged file" : "state"} before is kept as ${before.path}`]),
  ].join("\n");
}
