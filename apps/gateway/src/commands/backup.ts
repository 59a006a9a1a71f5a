import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { counted } from "../counted.ts";
import { writeBackup } from "../data/backup.ts";
import { DATA_FILE_NAME } from "../data/data-file.ts";
import { DataFileError } from "../data/data-file-error.ts";
import { megabytes, runCommand } from "./command.ts";

/** `npm run backup [-- FILE]`: a checked backup of the data file, whether the site runs or not. */
await runCommand((dir) => {
  const path = join(dir, DATA_FILE_NAME);
  if (!existsSync(path)) throw new DataFileError("missing", `There is no data file in ${dir}. Is DATA_DIR right?`);

  const file = process.argv[2];
  const backup = writeBackup({
    path,
    dir,
    kind: "manual",
    now: new Date(),
    ...(file === undefined ? {} : { to: resolve(file) }),
  });
  console.log(`Backed up ${counted(backup.subscribers, "subscriber")} (${megabytes(backup.bytes)}) to ${backup.path}`);
});
