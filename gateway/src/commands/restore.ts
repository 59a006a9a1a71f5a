import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { ORDER_NUMBERS_BEGIN_AFTER } from "@porchlight/protocol/orders.ts";
import { backupFolder, listBackups } from "../data/backup.ts";
import { backupTime } from "../data/backup-names.ts";
import { type Contents, countContents, holdsLess } from "../data/contents.ts";
import { DATA_FILE_NAME } from "../data/data-file.ts";
import { DataFileError } from "../data/data-file-error.ts";
import { type Restored, restoreBackup } from "../data/restore.ts";
import { counted } from "../lib/counted.ts";
import { megabytes, runCommand } from "./command.ts";
import { readWords } from "./read-words.ts";
import { asWord } from "./words.ts";

const HELP = `npm run restore [-- FILE [--allow-fewer]], while the site runs or not:

  replaces the current data by the backup FILE, and first makes a backup of the current data;
  without FILE lists the backups there are.

  --allow-fewer  also when FILE holds fewer subscribers, fewer active ones or fewer orders than are there now`;

/** What stands in the place of the data file: undefined when nothing does. */
type Present = Contents | "unreadable" | undefined;

/** `npm run restore -- FILE`: puts a backup in the place of the present data; without a file, lists the backups. */
const asked = readWords(process.argv.slice(2), {
  help: HELP,
  options: { "allow-fewer": { type: "boolean", default: false } },
  file: "optional",
});
if (asked) {
  await runCommand(async (dir) => {
    const { file, values } = asked;
    if (file === undefined) console.log(listing(dir));
    else await restore(dir, file, values["allow-fewer"]);
  });
}

async function restore(dir: string, named: string, isFewerAllowed: boolean): Promise<void> {
  const file = resolve(named);
  const held = countContents(file);
  const present = presentIn(dir);
  console.log([...presentWords(present), `The backup: ${contentsWords(held)}.`].join("\n"));
  if (typeof present === "object" && holdsLess(held, present) && !isFewerAllowed) {
    console.error(
      `The backup holds less than is there now, so nothing was changed. To restore it all the same: npm run restore -- ${asWord(named)} --allow-fewer`,
    );
    process.exitCode = 1;
    return;
  }
  const restored = await restoreBackup({ dir, file, now: new Date() });
  console.log(report(restored, countContents(join(dir, DATA_FILE_NAME))));
}

/** A file that cannot be read is what a restore is for, so it stands in nobody's way. */
function presentIn(dir: string): Present {
  try {
    return countContents(join(dir, DATA_FILE_NAME));
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error;
    if (error.reason === "missing") return undefined;
    if (error.reason === "corrupt" || error.reason === "foreign") return "unreadable";
    throw error;
  }
}

function presentWords(present: Present): string[] {
  if (present === undefined) return [];
  return present === "unreadable"
    ? ["The present data file cannot be read."]
    : [`Present data: ${contentsWords(present)}.`];
}

function contentsWords({ subscribers, active, orders }: Contents): string {
  return `${counted(subscribers, "subscriber")} (${active.toLocaleString("en")} active), ${counted(orders, "order")}`;
}

function listing(dir: string): string {
  const backups = listBackups(dir).map((name) => join(backupFolder(dir), name));
  if (backups.length === 0) return `There are no backups in ${backupFolder(dir)}. Make one with: npm run backup`;
  return [
    ...presentWords(presentIn(dir)),
    "Restore one of these with: npm run restore -- FILE",
    ...backups.map((path) => `  ${path}\n    ${backupWords(path)}`),
  ].join("\n");
}

/** "2026-03-01 04:05 UTC: 4,984 subscribers (4,700 active), 12 orders, 3.1 MB". */
function backupWords(path: string): string {
  const { size, mtimeMs } = statSync(path);
  const [day, time = ""] = new Date(backupTime(basename(path)) ?? mtimeMs).toISOString().split("T");
  return `${day} ${time.slice(0, "04:05".length)} UTC: ${heldWords(path)}, ${megabytes(size)}`;
}

function heldWords(path: string): string {
  try {
    return contentsWords(countContents(path));
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error;
    return "cannot be read";
  }
}

function report({ running, migratedFrom, before, lostChanges }: Restored, now: Contents): string {
  return [
    `Restored${running ? " into the running site" : ""}: ${contentsWords(now)}.`,
    ...(migratedFrom === undefined ? [] : [`The backup was of an older version (${migratedFrom}) and was migrated.`]),
    ...(before === undefined
      ? []
      : [`The ${before.damaged ? "damaged file" : "state"} before is stored as ${before.path}`]),
    ...(lostChanges === undefined ? [] : lossWords(lostChanges)),
  ].join("\n");
}

function lossWords({ lastSkippedId }: NonNullable<Restored["lostChanges"]>): string[] {
  return [
    "What came after the backup is not here: who left the list or was removed since then is on it again.",
    ...(lastSkippedId === undefined
      ? []
      : [
          `Orders go on from #${ORDER_NUMBERS_BEGIN_AFTER + lastSkippedId + 1}; those placed since the backup are not here.`,
        ]),
  ];
}
