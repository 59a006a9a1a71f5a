import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type MoveSettings, readMoveSettings } from "../config/settings.ts";
import { openCommandDataFile, openOrCreateCommandDataFile } from "../data/command-data-file.ts";
import { createProvider } from "../lib/provider/provider.ts";
import { carrySecret } from "../services/database/moves/carry-secret.ts";
import { compareLists, summariseList } from "../services/database/moves/compare-lists.ts";
import type { ListEnd } from "../services/database/moves/list-end.ts";
import { MoveError } from "../services/database/moves/list-end.ts";
import { createLocalEnd } from "../services/database/moves/local-end.ts";
import { moveRows } from "../services/database/moves/move-rows.ts";
import { createRemoteEnd } from "../services/database/moves/remote-end.ts";
import { createRetryingClient } from "../services/database/moves/retrying-client.ts";
import { countRows } from "../services/database/moves/rows.ts";
import { pauseForSite, runCommandWith } from "./command.ts";
import { moveWords } from "./move-words.ts";
import { createProgress } from "./progress.ts";
import { readArguments, rejectArguments } from "./read-arguments.ts";
import { printable } from "./words.ts";

const DIFFERS_EXIT_CODE = 2;
const SILENT = { warn: () => {}, info: () => {} };

/** The arguments of the command. */
type Call = { direction: "to" | "from"; folder: string | undefined; isWriting: boolean };

const progress = createProgress(process.stderr);

/** `npm run move -- --to supabase|--from supabase [--write]`: moves the list, or prints what would happen to it. */
const call = readCall(process.argv.slice(2));
if (call) {
  await runCommandWith(readMoveSettings, async (settings) => {
    try {
      await move(call, settings);
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      console.error(
        // The other site may have written a part of it.
        `${printable(error.message)}${call.isWriting ? " What was moved so far stays. Run the move again to continue." : ""}`,
      );
      process.exitCode = 1;
    } finally {
      progress.end();
    }
  });
}

function readCall(words: string[]): Call | undefined {
  const { help } = moveWords;
  const parsed = readArguments(words, {
    help,
    options: {
      to: { type: "string" },
      from: { type: "string" },
      folder: { type: "string" },
      write: { type: "boolean", default: false },
    },
    file: "none",
  });
  if (parsed === undefined) return undefined;
  const { to, from, folder, write: isWriting } = parsed.values;
  const direction = to !== undefined ? "to" : "from";
  const place = to ?? from;
  if (place === undefined) rejectArguments("Say --to supabase or --from supabase.", { help });
  else if (to !== undefined && from !== undefined) {
    rejectArguments("Say --to supabase or --from supabase, not both.", { help });
    // A move only speaks Supabase's protocol.
  } else if (place !== "supabase") rejectArguments(`There is no "--${direction} ${place}".`, { help });
  else return { direction, folder, isWriting };
  return undefined;
}

async function move({ direction, folder, isWriting }: Call, settings: MoveSettings): Promise<void> {
  const here = openHere(folder, settings);
  const there = openThere(settings);
  try {
    const [from, to] = direction === "to" ? [here, there] : [there, here];
    console.log(moveWords.direction(from.name, to.name));
    await there.refresh((rows) => progress.say(moveWords.reading(there.name, rows)));
    progress.end();

    const all = countRows(from.rows);
    console.log(moveWords.sizes(all, countRows(to.rows)));
    for (const line of moveWords.carried(await carrySecret({ from, to, isWriting }), isWriting)) console.log(line);
    let done = 0;
    const counts = await moveRows({
      from,
      to,
      isWriting,
      onBatch(rows, refused) {
        done += rows;
        progress.say(moveWords.moving(done, all));
        for (const row of refused) console.log(moveWords.refused(row));
      },
    });
    progress.end();
    for (const line of moveWords.counts(counts, isWriting)) console.log(line);
    if (isWriting) await check(from, to, counts.refused);
    else console.log(moveWords.dryRun([`--${direction}`, "supabase", ...(folder ? ["--folder", folder] : [])]));
  } finally {
    there.close();
    here.close();
  }
}

/** Reads both lists again, and prints whether they are the same or how they differ. */
async function check(from: ListEnd, to: ListEnd, refused: number): Promise<void> {
  for (const end of [from, to]) await end.refresh((rows) => progress.say(moveWords.reading(end.name, rows)));
  progress.end();
  const [one, other] = [summariseList(from.rows), summariseList(to.rows)];
  for (const line of moveWords.summaries({ name: from.name, list: one }, { name: to.name, list: other })) {
    console.log(line);
  }
  const found = await compareLists(from, to);
  if (found.otherIds > 0) console.log(moveWords.otherIds(found.otherIds));
  if (one.checksum === other.checksum) {
    console.log(moveWords.same);
    return;
  }
  for (const line of moveWords.differences(found, refused)) console.log(line);
  process.exitCode = found.missing > refused || found.unsubscribedHere > 0 ? 1 : DIFFERS_EXIT_CODE;
}

function openHere(folder: string | undefined, { dataDir }: MoveSettings): ListEnd {
  const dir = folder === undefined ? dataDir : resolve(folder);
  const data = folder === undefined ? openCommandDataFile(dir) : openOrCreateCommandDataFile(dir);
  return createLocalEnd(data, { name: dir, pause: pauseForSite });
}

function openThere({ url, serviceKey }: MoveSettings): ListEnd {
  // The provider's own timer would not keep this process alive. This timer does.
  const provider = createProvider({ name: url, url, log: SILENT, wait: (ms) => setTimeout(ms) });
  const request = createRetryingClient(provider, {
    serviceKey,
    onWait: (seconds, why) => progress.note(moveWords.waiting(seconds, printable(why))),
  });
  return createRemoteEnd(request, url);
}
