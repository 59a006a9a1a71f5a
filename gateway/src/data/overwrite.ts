import { backup, DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { DataFileError } from "./data-file-error.ts";

/** Maximum number of attempts while the running site is writing, and the pause between two in milliseconds. */
const ATTEMPTS_MAX = 2_000;
const ATTEMPT_PAUSE_MS = 2;
const SQLITE_OK = 0;

/**
 * Replaces the contents of one data file with those of another, in one write transaction over all pages. Readers see
 * the old contents until the commit.
 *
 * @param canProceed called just before the commit, when no other process can write any more. It may still change
 *   `from`. If it throws or returns false, nothing is overwritten
 * @returns whether the file was overwritten
 * @throws {DataFileError} `busy` when the running site does not stop writing
 */
export async function overwrite(from: string, path: string, canProceed: () => boolean): Promise<boolean> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const result = await overwriteUnlessBusy(source, path, canProceed);
      if (result !== "busy") return result === "done";
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
  canProceed: () => boolean,
): Promise<"done" | "cancelled" | "busy"> {
  let proceeds: boolean | undefined;
  try {
    await backup(source, path, {
      // The first step takes the write lock and the last one releases it. The first step copies all pages but one.
      // So the running site waits only briefly, and Node calls `progress` before the last page.
      rate: Math.max(1, pagesOf(source) - 1),
      progress() {
        proceeds ??= canProceed();
        // Node has no other way to stop a backup before its end.
        if (!proceeds) throw new Error("The overwrite was cancelled");
      },
    });
    return "done";
  } catch (error) {
    if (proceeds === false) return "cancelled";
    // Node does not wait for a busy target: it reports an error with the code of success.
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_OK) return "busy";
    throw error;
  }
}

function pagesOf(connection: DatabaseSync): number {
  return Number(connection.prepare("PRAGMA page_count").get()?.page_count);
}
