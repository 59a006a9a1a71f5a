import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type DataFileBeside, openDataFileBeside } from "../data/data-file-beside.ts";
import { ImportError } from "../services/database/imports/import-error.ts";
import { checkImport, importList } from "../services/database/imports/import-list.ts";
import { type List, openList } from "../services/database/imports/list-records.ts";
import { createRefusedFile } from "../services/database/imports/refused-file.ts";
import { type StagedList, stageList } from "../services/database/imports/staged-list.ts";
import { createTally, type Tally } from "../services/database/imports/tally.ts";
import { runCommand } from "./command.ts";
import { importWords } from "./import-words.ts";

/** How long the running site has the data file to itself between two batches, in milliseconds. */
const PAUSE_MS = 25;
const REFUSED_EXIT_CODE = 2;

/** `npm run import -- FILE [--write]`: brings a mailing list here, or says first what would become of each row. */
const words = process.argv.slice(2);
const [named, ...others] = words.filter((word) => !word.startsWith("-"));
const options = words.filter((word) => word.startsWith("-"));
if (words.some((word) => ["help", "--help", "-h"].includes(word))) {
  console.log(importWords.help);
} else if (named === undefined || others.length > 0 || options.some((word) => word !== "--write")) {
  console.error(importWords.help);
  process.exitCode = 64;
} else {
  await runCommand(async (dir) => {
    try {
      await bringIn(resolve(named), dir, options.includes("--write"));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  });
}

async function bringIn(file: string, dir: string, isWriting: boolean): Promise<void> {
  const list = await openList(file);
  console.log(importWords.recognised(file, list));
  const data = openDataFileBeside(dir);
  const staged = await stageList(list).catch((error) => {
    data.close();
    throw error;
  });
  try {
    const tally = isWriting ? await write(data, file, list, staged) : await walk(data, list, staged);
    if (tally.counts.refused > 0) process.exitCode ??= REFUSED_EXIT_CODE;
    if (!isWriting) console.log(importWords.dryRun(named ?? file));
  } finally {
    staged.close();
    data.close();
  }
}

/** Says what would become of each row. */
async function walk(data: DataFileBeside, { recognised }: List, staged: StagedList): Promise<Tally> {
  const { tally, add } = createTally();
  await importList(data, staged, { ...pace(), origin: recognised.origin, isWriting: false, onBatch: add });
  console.log([importWords.table(tally, false), "", ...importWords.notes(tally)].join("\n"));
  return tally;
}

async function write(data: DataFileBeside, file: string, list: List, staged: StagedList): Promise<Tally> {
  const { tally, add } = createTally();
  // Made before anything is stored, so that no refused row is lost for want of a place.
  const refused = staged.refused > 0 ? await createRefusedFile(file, list) : undefined;
  let done = 0;
  try {
    await importList(data, staged, {
      ...pace(),
      origin: list.recognised.origin,
      isWriting: true,
      async onBatch(rows) {
        add(rows);
        await refused?.add(rows.filter(({ outcome }) => outcome === "refused"));
        done += rows.length;
        if (process.stderr.isTTY) process.stderr.write(`\r${importWords.progress(done, staged.rows)}`);
      },
    });
  } finally {
    if (process.stderr.isTTY) process.stderr.write("\n");
    await refused?.close();
  }
  console.log([importWords.table(tally, true), "", ...importWords.notes(tally)].join("\n"));
  if (refused) console.log(importWords.refusedFile(refused.path));
  const check = checkImport(data.read, staged);
  console.log(importWords.checked(check));
  if (check.missing > 0) process.exitCode = 1;
  return tally;
}

function pace() {
  return { clock: () => new Date(), pause: () => setTimeout(PAUSE_MS) };
}
