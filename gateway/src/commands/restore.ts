import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { ORDER_NUMBERS_BEGIN_AFTER } from "@porchlight/protocol/orders.ts";
import { backupFolder, listBackups } from "../data/backup.ts";
import { backupTime } from "../data/backup-names.ts";
import { type Contents, countContents, holdsLess } from "../data/count-contents.ts";
import { DATA_FILE_NAME } from "../data/data-file.ts";
import { DataFileError } from "../data/data-file-error.ts";
import { type Restored, restoreBackup } from "../data/restore.ts";
import { counted } from "../lib/counted.ts";
import { megabytes, runCommand } from "./command.ts";
import { readArguments } from "./read-arguments.ts";
import { quoteForShell } from "./words.ts";

const HELP = `npm run restore [-- FILE [--allow-fewer]]. The site may be running.

  Replaces the present data with the backup FILE, after backing up the present data.
  Without FILE, lists the backups.

  --allow-fewer  also restores a FILE with fewer subscribers, fewer active ones or fewer orders than the present data`;

/** What the present data file holds; undefined when there is none. */
type Present = Contents | "unreadable" | undefined;

/** `npm run restore -- FILE`: replaces the present data with a backup; without a file, lists the backups. */
const parsed = readArguments(process.argv.slice(2), {
  help: HELP,
  options: { "allow-fewer": { type: "boolean", default: false } },
  file: "optional",
});
if (parsed) {
  await runCommand(async (dir) => {
    const { file, values } = parsed;
    if (file === undefined) console.log(listing(dir));
    else await restore(dir, file, values["allow-fewer"]);
  });
}

async function restore(dir: string, named: string, isFewerAllowed: boolean): Promise<void> {
  const file = resolve(named);
  const backup = countContents(file);
  const present = contentsOf(dir);
  console.log([...presentWords(present), `The backup: ${contentsWords(backup)}.`].join("\n"));
  if (typeof present === "object" && holdsLess(backup, present) && !isFewerAllowed) {
    console.error(
      `The backup holds less than the present data, so nothing was changed. To restore it anyway: npm run restore -- ${quoteForShell(named)} --allow-fewer`,
    );
    process.exitCode = 1;
    return;
  }
  const restored = await restoreBackup({ dir, file, now: new Date() });
  console.log(report(restored, countContents(join(dir, DATA_FILE_NAME))));
}

/** What the present data file holds. An unreadable file is not an error, because a restore is meant to replace it. */
function contentsOf(dir: string): Present {
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
    ...presentWords(contentsOf(dir)),
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
      : [`The ${before.damaged ? "damaged file" : "state before"} is stored as ${before.path}`]),
    ...(lostChanges === undefined ? [] : lossWords(lostChanges)),
  ].join("\n");
}

function lossWords({ lastSkippedId }: NonNullable<Restored["lostChanges"]>): string[] {
  return [
    "Changes after the backup are lost: addresses that unsubscribed or were removed since then are on the list again.",
    ...(lastSkippedId === undefined
      ? []
      : [
          `Orders continue from #${ORDER_NUMBERS_BEGIN_AFTER + lastSkippedId + 1}; those placed since the backup are lost.`,
        ]),
  ];
}
