import type { DatabaseSync } from "node:sqlite";
import { DataFileError } from "./data-file-error.ts";
import type { Writer } from "./statements.ts";

/** Maximum number of changes in one commit, so that a long queue does not block the event loop. */
export const BATCH_MAX = 256;
/** How long the changes of one commit may take, in milliseconds. Later changes go into the next commit. */
const BATCH_MS = 20;
/** Longest pause after a commit on a slow disk, in milliseconds. */
const PAUSE_MAX_MS = 1_000;
/** Pause after a commit whose changes took long, in milliseconds. */
const SHORT_PAUSE_MS = 2;
/** A disk that takes longer than this to store a commit is slow, in milliseconds. */
const SLOW_COMMIT_MS = 4;

/** A queue of changes that are committed together. */
interface GroupCommit {
  /** Commits a change together with all others of this iteration of the event loop; settles once it is on disk. */
  write<T>(change: (writer: Writer) => T): Promise<T>;
  /** Writes the queued changes; later ones are rejected. */
  close(): void;
}

type Queued = {
  run: (writer: Writer) => void;
  /** Called once its commit is on disk. */
  settle: () => void;
  reject: (error: unknown) => void;
};

/**
 * Lets changes that arrive together share one commit, and so one sync of the disk: the sync costs far more than the
 * rows. Each change has its own savepoint, so that a failed change rolls back alone.
 *
 * @param requireFile throws when a commit would not be stored, before each commit
 * @param explain turns an error into the one that the caller of `write` sees
 * @param now milliseconds on a clock that never goes back
 */
export function createGroupCommit(
  connection: DatabaseSync,
  writer: Writer,
  requireFile: () => void,
  explain: (error: unknown) => unknown,
  now: () => number = () => performance.now(),
): GroupCommit {
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const commit = connection.prepare("COMMIT");
  const savepoint = connection.prepare("SAVEPOINT one_change");
  const release = connection.prepare("RELEASE one_change");
  const undo = connection.prepare("ROLLBACK TO one_change");

  let queue: Queued[] = [];
  let scheduled = false;
  let closed = false;
  /** How long the latest commit has waited for the disk or another process, in milliseconds. */
  let waitedMs = 0;
  /** When the next commit may begin, on the clock of `now`. */
  let notBefore = 0;

  function flush(): void {
    scheduled = false;
    waitedMs = 0;
    const startedAt = now();
    const batch: Queued[] = [];
    try {
      commitTogether(batch);
    } catch (error) {
      if (connection.isTransaction) connection.exec("ROLLBACK");
      const explained = explain(error);
      // If the transaction could not even begin, the next changes in the queue fail.
      if (batch.length === 0) batch.push(...queue.slice(0, BATCH_MAX));
      for (const { reject } of batch) reject(explained);
    }
    // A rejected change must not run again, however its commit failed.
    queue = queue.slice(batch.length);
    // The event loop accepts one connection in each iteration. So as much time as the disk took is left for iterations
    // without a commit. After long changes only a short time is left, because the queue would become longer.
    const endedAt = now();
    if (waitedMs > SLOW_COMMIT_MS) notBefore = endedAt + Math.min(waitedMs, PAUSE_MAX_MS);
    else notBefore = endedAt - startedAt > BATCH_MS ? endedAt + SHORT_PAUSE_MS : 0;
    if (queue.length > 0) schedule();
  }

  /**
   * Commits changes from the beginning of the queue.
   *
   * @param batch receives the changes of this commit
   * @throws the error that made the whole commit fail; then nothing of the batch was stored
   */
  function commitTogether(batch: Queued[]): void {
    if (queue.length === 0) return;
    waitForDisk(() => {
      requireFile();
      begin.run();
    });
    const until = now() + BATCH_MS;
    const settled: (() => void)[] = [];
    for (const change of queue) {
      if (batch.length === BATCH_MAX || (batch.length > 0 && now() > until)) break;
      batch.push(change);
      const { run, settle, reject } = change;
      savepoint.run();
      try {
        run(writer);
        settled.push(settle);
      } catch (error) {
        // On a full disk SQLite itself rolls back the whole transaction. Then the whole batch has failed.
        if (!connection.isTransaction) throw error;
        undo.run();
        settled.push(() => reject(explain(error)));
      }
      release.run();
    }
    waitForDisk(() => commit.run());
    for (const settle of settled) settle();
  }

  /** Runs what waits for the disk, or for another process that writes to the file. */
  function waitForDisk(run: () => void): void {
    const from = now();
    try {
      run();
    } finally {
      waitedMs += now() - from;
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    const wait = notBefore - now();
    if (wait > 0) setTimeout(flush, wait);
    // Runs after all requests of this iteration were read, so that they share the commit.
    else setImmediate(flush);
  }

  return {
    write<T>(change: (writer: Writer) => T): Promise<T> {
      if (closed) return Promise.reject(new DataFileError("closed", "The data file is closed."));
      return new Promise<T>((resolve, reject) => {
        let result: T;
        queue.push({
          run: (writer) => {
            result = change(writer);
          },
          settle: () => resolve(result),
          reject,
        });
        schedule();
      });
    },
    close() {
      closed = true;
      while (queue.length > 0) flush();
    },
  };
}
