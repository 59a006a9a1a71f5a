import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeBackup } from "../data/backup.ts";
import { DATA_FILE_NAME } from "../data/data-file.ts";
import { DataFileError } from "../data/data-file-error.ts";
import { counted } from "../lib/counted.ts";
import { megabytes, runCommand } from "./command.ts";
import { readArguments } from "./read-arguments.ts";

const HELP = `npm run backup [-- FILE]. The site may be running.

  Writes a checked backup of the data file to DATA_DIR/backups, or to FILE. The folder of FILE has to exist, and FILE
  must not: a backup overwrites nothing.`;

/** `npm run backup [-- FILE]`: writes a checked backup of the data file. */
const parsed = readArguments(process.argv.slice(2), { help: HELP, options: {}, file: "optional" });
if (parsed) {
  await runCommand((dir) => {
    const path = join(dir, DATA_FILE_NAME);
    if (!existsSync(path)) throw new DataFileError("missing", `There is no data file in ${dir}. Is DATA_DIR right?`);

    const { file } = parsed;
    const backup = writeBackup({
      path,
      dir,
      kind: "manual",
      now: new Date(),
      ...(file === undefined ? {} : { to: resolve(file) }),
    });
    console.log(
      `Backed up ${counted(backup.subscribers, "subscriber")} (${megabytes(backup.bytes)}) to ${backup.path}`,
    );
  });
}
