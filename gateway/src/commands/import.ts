import { resolve } from "node:path";
import { type CommandDataFile, openCommandDataFile, openOrCreateCommandDataFile } from "../data/command-data-file.ts";
import { DATE_ORDERS, type DateOrder } from "../services/database/imports/dates.ts";
import { createImportCounts, type ImportCounts } from "../services/database/imports/import-counts.ts";
import { ImportError } from "../services/database/imports/import-error.ts";
import { checkImport, importList } from "../services/database/imports/import-list.ts";
import { type List, openList } from "../services/database/imports/list-records.ts";
import { createRefusedFile } from "../services/database/imports/refused-file.ts";
import { type StagedList, stageList } from "../services/database/imports/staged-list.ts";
import { isUnclear } from "../services/database/imports/unread-columns.ts";
import { recordImportedBounce } from "../services/newsletter/bounces/record-imported.ts";
import { pauseForSite, runCommand } from "./command.ts";
import { importWords } from "./import-words.ts";
import { createProgress } from "./progress.ts";
import { readArguments, rejectArguments } from "./read-arguments.ts";

const REFUSED_EXIT_CODE = 2;

/** The arguments of the command. */
type Call = {
  file: string;
  folder: string | undefined;
  dates: DateOrder | undefined;
  /** Whether the owner says that everyone in the file agreed to emails. */
  hasEveryoneAgreed: boolean;
  isWriting: boolean;
};

/** `npm run import -- FILE [--write]`: imports a mailing list, or prints what would happen to each row. */
const call = readCall(process.argv.slice(2));
if (call) {
  await runCommand(async (dir, { supabase }) => {
    if (supabase !== undefined && call.folder === undefined) {
      console.error(importWords.listIsElsewhere(call));
      process.exitCode = 1;
      return;
    }
    try {
      await importFile(call, dir);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  });
}

function readCall(words: string[]): Call | undefined {
  const { help } = importWords;
  const parsed = readArguments(words, {
    help,
    options: {
      dates: { type: "string" },
      folder: { type: "string" },
      "everyone-agreed": { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
    file: "required",
  });
  if (parsed?.file === undefined) return undefined;
  const { dates: order, folder, "everyone-agreed": hasEveryoneAgreed, write: isWriting } = parsed.values;
  const dates = DATE_ORDERS.find((known) => known === order);
  if (order === undefined || dates !== undefined) {
    return { file: parsed.file, folder, dates, hasEveryoneAgreed, isWriting };
  }
  rejectArguments(`There is no "--dates ${order}".`, { help });
  return undefined;
}

async function importFile(call: Call, dataDir: string): Promise<void> {
  const { file: named, folder, dates, hasEveryoneAgreed, isWriting } = call;
  const file = resolve(named);
  const list = await openList(file);
  console.log(importWords.detected(file, list));
  let data = folder === undefined ? openCommandDataFile(dataDir) : undefined;
  const staged = await stageList(list).catch((error) => {
    data?.close();
    throw error;
  });
  try {
    if (staged.rows === 0) throw new ImportError(importWords.noRows(file));
    if (isUnclear(list, staged)) {
      if (!hasEveryoneAgreed) throw new ImportError(importWords.unclear(list, staged.unread));
      console.log(importWords.believed);
    }
    // Created last, so that a refused list leaves no new folder.
    data ??= openOrCreateCommandDataFile(resolve(folder ?? dataDir));
    const summary = isWriting ? await write(data, file, list, staged, dates) : await preview(data, list, staged, dates);
    if (summary.counts.refused > 0) process.exitCode ??= REFUSED_EXIT_CODE;
    if (!isWriting) console.log(importWords.dryRun(call));
  } finally {
    staged.close();
    data?.close();
  }
}

/** Prints what would happen to each row. */
async function preview(
  data: CommandDataFile,
  { detected: { origin } }: List,
  staged: StagedList,
  dates: Call["dates"],
): Promise<ImportCounts> {
  const { summary, add } = createImportCounts();
  await importList(data, staged, { ...pace(), origin, dates, isWriting: false, onBatch: add });
  const notes = importWords.notes(summary, dates ?? staged.dateOrder);
  console.log([importWords.table(summary, false), "", ...notes].join("\n"));
  return summary;
}

async function write(
  data: CommandDataFile,
  file: string,
  list: List,
  staged: StagedList,
  dates: Call["dates"],
): Promise<ImportCounts> {
  const { summary, add } = createImportCounts();
  // Created before any row is stored, so that nothing has changed if this fails.
  const refused = staged.refused > 0 ? await createRefusedFile(file, list) : undefined;
  const progress = createProgress(process.stderr);
  let done = 0;
  try {
    await importList(data, staged, {
      ...pace(),
      origin: list.detected.origin,
      dates,
      isWriting: true,
      async onBatch(rows) {
        add(rows);
        await refused?.add(rows.filter(({ result }) => result === "refused"));
        done += rows.length;
        progress.say(importWords.progress(done, staged.rows));
      },
    });
  } finally {
    progress.end();
    await refused?.close();
  }
  const notes = importWords.notes(summary, dates ?? staged.dateOrder);
  console.log([importWords.table(summary, true), "", ...notes].join("\n"));
  if (refused) console.log(importWords.refusedFile(refused.path));
  const check = checkImport(data.read, staged);
  console.log(importWords.checked(check));
  if (check.missing > 0) process.exitCode = 1;
  return summary;
}

function pace() {
  return { clock: () => new Date(), pause: pauseForSite, recordBounce: recordImportedBounce };
}
