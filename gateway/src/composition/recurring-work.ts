import type { Logger } from "../lib/log.ts";
import { recurring } from "../lib/repeat.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** What the site does at an interval, and how often, in milliseconds. */
const EVERY_MS = {
  /** Stores the current time. */
  readClock: 10 * MINUTE_MS,
  /** Sends reminders of shows that are due. */
  checkReminders: 10 * MINUTE_MS,
  /** Publishes drafts whose time has come. */
  publishDue: 20 * SECOND_MS,
  /** Starts newsletters whose time has come, and continues interrupted ones. */
  checkNewsletters: 20 * SECOND_MS,
  /** Reads the mailbox of bounces. */
  readBounces: 5 * MINUTE_MS,
  /** Deletes unfinished uploads that are too old. */
  deleteUploads: 60 * MINUTE_MS,
} as const;

/** What the log calls a failure. */
const FAILED = {
  readClock: "the time could not be stored",
  checkReminders: "the reminders could not be checked",
  publishDue: "the drafts could not be published",
  checkNewsletters: "newsletters could not be checked",
  readBounces: "the mailbox of bounces could not be read",
  deleteUploads: "unfinished uploads could not be deleted",
} as const;

type Work = Partial<Record<keyof typeof EVERY_MS, () => unknown>>;

/** Starts what the site does regularly. A failure is logged, and the work is tried again at the next interval. */
export function startRecurringWork(work: Work, log: Pick<Logger, "error">): { stop(): Promise<void> } {
  const started = Object.entries(work).map(([key, run]) => {
    // The cast holds: the type of `work` has no other keys.
    const name = key as keyof typeof EVERY_MS;
    return recurring(EVERY_MS[name], async () => {
      try {
        await run();
      } catch (error) {
        log.error({ err: error }, FAILED[name]);
      }
    });
  });
  return {
    async stop() {
      await Promise.all(started.map((one) => one.stop()));
    },
  };
}
