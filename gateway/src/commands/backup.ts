import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeBackup } from "../data/backup.ts";
import { DATA_FILE_NAME } from "../data/data-file.ts";
import { DataFileError } from "../data/data-file-error.ts";
import { counted } from "../lib/counted.ts";
import { megabytes, runCommand } from "./command.ts";
import { readWords } from "./read-words.ts";

const HELP = `npm run backup [-- FILE], while the site runs or not:

  writes a checked backup of the data file among the others in DATA_DIR/backups, or as FILE, in a folder that is there;
  a file that is there already is not written over.`;

/** `npm run backup [-- FILE]`: a checked backup of the data file, whether the site runs or not. */
const asked = readWords(process.argv.slice(2), { help: HELP, options: {}, file: "optional" });
if (asked) {
  await runCommand((dir) => {
    const path = join(dir, DATA_FILE_NAME);
    if (!existsSync(path)) throw new DataFileError("missing", `There is no data file in ${dir}. Is DATA_DIR right?`);

    const { file } = asked;
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
