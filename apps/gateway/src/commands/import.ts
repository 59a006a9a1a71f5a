import { resolve } from "node:path";
import { type DataFileBeside, openDataFileBeside, openOrMakeDataFile } from "../data/data-file-beside.ts";
import { ImportError } from "../services/database/imports/import-error.ts";
import { checkImport, importList } from "../services/database/imports/import-list.ts";
import { type List, openList } from "../services/database/imports/list-records.ts";
import { createRefusedFile } from "../services/database/imports/refused-file.ts";
import { type StagedList, stageList } from "../services/database/imports/staged-list.ts";
import { createTally, type Tally } from "../services/database/imports/tally.ts";
import { pauseForSite, runCommand } from "./command.ts";
import { importWords } from "./import-words.ts";
import { createProgress } from "./progress.ts";
import { readWords } from "./read-words.ts";

const REFUSED_EXIT_CODE = 2;

/** What was asked for. */
type Wish = { file: string; folder: string | undefined; isWriting: boolean };

/** `npm run import -- FILE [--write]`: brings a mailing list here, or says first what would become of each row. */
const asked = readWords(process.argv.slice(2), {
  help: importWords.help,
  options: { folder: { type: "string" }, write: { type: "boolean", default: false } },
  file: "required",
});
if (asked?.file !== undefined) {
  const wish: Wish = { file: asked.file, folder: asked.values.folder, isWriting: asked.values.write };
  await runCommand(async (dir, { supabase }) => {
    if (supabase !== undefined && wish.folder === undefined) {
      console.error(importWords.listIsElsewhere(wish.file));
      process.exitCode = 1;
      return;
    }
    try {
      await bringIn(wish, dir);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  });
}

async function bringIn({ file: named, folder, isWriting }: Wish, dataDir: string): Promise<void> {
  const file = resolve(named);
  const list = await openList(file);
  console.log(importWords.recognised(file, list));
  const data = folder === undefined ? openDataFileBeside(dataDir) : openOrMakeDataFile(resolve(folder));
  const staged = await stageList(list).catch((error) => {
    data.close();
    throw error;
  });
  try {
    if (staged.rows === 0) throw new ImportError(importWords.noRows(file));
    const tally = isWriting ? await write(data, file, list, staged) : await walk(data, list, staged);
    if (tally.counts.refused > 0) process.exitCode ??= REFUSED_EXIT_CODE;
    if (!isWriting) console.log(importWords.dryRun(named, folder));
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
  const progress = createProgress(process.stderr);
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
        progress.say(importWords.progress(done, staged.rows));
      },
    });
  } finally {
    progress.end();
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
  return { clock: () => new Date(), pause: pauseForSite };
}
