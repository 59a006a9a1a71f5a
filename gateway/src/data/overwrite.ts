import { backup, DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { DataFileError } from "./data-file-error.ts";

/** Attempts to find the running site not writing, and the pause between them in milliseconds. */
const ATTEMPTS_MAX = 2_000;
const ATTEMPT_PAUSE_MS = 2;
const SQLITE_OK = 0;

/**
 * Puts the contents of one data file in the place of another's, in one write transaction over all pages: readers see
 * the old contents until it is committed.
 *
 * @param mayGoOn called once no other process can write any more, just before the commit. What it changes in the first file
 * is taken over too; what it throws, or false, leaves everything as it was
 * @returns whether it was done
 * @throws {DataFileError} `busy` when the other file is written to without a pause
 */
export async function overwrite(from: string, path: string, mayGoOn: () => boolean): Promise<boolean> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const outcome = await overwriteUnlessBusy(source, path, mayGoOn);
      if (outcome !== "busy") return outcome === "done";
      await setTimeout(ATTEMPT_PAUSE_MS);
    }
  } finally {
    source.close();
  }
  throw new DataFileError("busy", "The running site does not stop writing. Nothing was changed; try again.");
}

async function overwriteUnlessBusy(
  source: DatabaseSync,
  path: string,
  mayGoOn: () => boolean,
): Promise<"done" | "given up" | "busy"> {
  let answer: boolean | undefined;
  try {
    await backup(source, path, {
      // The first step takes the write lock, which is held until the last. All pages but one in it, so that the running
      // site waits briefly, and we are asked in between.
      rate: Math.max(1, pagesOf(source) - 1),
      progress() {
        answer ??= mayGoOn();
        // Node has no other way to end a backup half way.
        if (!answer) throw new Error("The overwriting was given up");
      },
    });
    return "done";
  } catch (error) {
    if (answer === false) return "given up";
    // Node does not wait for a busy target and reports it as an error with the code of none.
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_OK) return "busy";
    throw error;
  }
}

function pagesOf(connection: DatabaseSync): number {
  return Number(connection.prepare("PRAGMA page_count").get()?.page_count);
}
