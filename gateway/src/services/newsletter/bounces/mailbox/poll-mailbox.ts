import type { ImapFlow } from "imapflow";
import type { MailboxState } from "../../../shared/mail-states.ts";
import { isSignInRefused, openMailbox } from "./open-mailbox.ts";

/** Number of emails that are inspected with one command. */
const BATCH = 200;
/** Maximum number of emails that are inspected in one poll, if the caller does not say. */
const POLL_MAX = 20_000;
/** How much of a report is downloaded, in bytes. */
const REPORT_MAX_BYTES = 256 * 1024;
/** How long one step of a poll may take, in milliseconds: a server may send lines without end. */
const STEP_MAX_MS = 30_000;
/** Number of polls that are skipped after the server refused the sign-in, so that it does not close the account. */
const PAUSE_POLLS = 12;

type MailboxOptions = {
  url: string;
  /** Handles a report or a test email. @returns whether it is about an email of this site */
  take: (source: Uint8Array) => Promise<boolean>;
  /** Called after each poll with the reason why the mailbox could not be read; undefined if it could. */
  onPolled?: (problem: MailboxState["problem"]) => Promise<void>;
  /** Maximum number of emails that are inspected in one poll. The next poll continues. */
  pollMax?: number;
  /** How long one step of a poll may take, in milliseconds. */
  stepMaxMs?: number;
  log: { info: Log; error: Log };
};
type Log = (fields: object, message: string) => void;

/** A mailbox that is polled. */
export interface Mailbox {
  /** Handles new reports. Never rejects. */
  poll(): Promise<void>;
  /** Aborts a poll. The next start continues. */
  stop(): void;
}

/**
 * Reads reports and the site's own test emails from a mailbox, and marks them as read. Other emails stay as they are,
 * and nothing is deleted. Other unread emails are inspected once in each run of the site.
 */
export function createMailbox(options: MailboxOptions): Mailbox {
  const { url, take, onPolled, pollMax = POLL_MAX, stepMaxMs = STEP_MAX_MS, log } = options;
  /** Emails up to this number were inspected. The server gives new numbers when `validity` changes. */
  let seen = { validity: 0n, uid: 0 };
  let problem: MailboxState["problem"];
  let pause = 0;
  const stopping = new AbortController();

  async function readNew(client: ImapFlow, watchdog: NodeJS.Timeout): Promise<void> {
    const lock = await client.getMailboxLock("INBOX");
    try {
      const validity = client.mailbox ? client.mailbox.uidValidity : 0n;
      if (validity !== seen.validity) seen = { validity, uid: 0 };
      const found = await client.search({ seen: false, uid: `${seen.uid + 1}:*` }, { uid: true });
      // `n:*` always holds the last email.
      const uids = (found || []).filter((uid) => uid > seen.uid).sort((a, b) => a - b);
      for (let at = 0; at < Math.min(uids.length, pollMax); at += BATCH) {
        const batch = uids.slice(at, at + BATCH);
        watchdog.refresh();
        for (const uid of await findReports(client, batch)) {
          watchdog.refresh();
          await takeReport(client, uid);
        }
        seen.uid = batch.at(-1) ?? seen.uid;
      }
    } finally {
      lock.release();
    }
  }

  async function takeReport(client: ImapFlow, uid: number): Promise<void> {
    const message = await client.fetchOne(String(uid), { source: { maxLength: REPORT_MAX_BYTES } }, { uid: true });
    const source = message ? message.source : undefined;
    if (source === undefined || !(await take(source))) return;
    await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
  }

  return {
    async poll() {
      if (pause > 0) {
        pause -= 1;
        return;
      }
      let client: ImapFlow | undefined;
      const stuck = new AbortController();
      const watchdog = setTimeout(() => stuck.abort(), stepMaxMs);
      try {
        client = await openMailbox(url, AbortSignal.any([stopping.signal, stuck.signal]));
        await readNew(client, watchdog);
        if (problem !== undefined) log.info({}, "the mailbox of bounces can be read again");
        problem = undefined;
        await client.logout();
        await onPolled?.(undefined);
      } catch (error) {
        if (stopping.signal.aborted) return;
        const isSignIn = isSignInRefused(error);
        if (isSignIn) pause = PAUSE_POLLS;
        const code = isSignIn ? "sign-in" : "connection";
        // Logged once, because the next polls would log the same.
        if (code !== problem) {
          const { host } = new URL(url);
          const why = isSignIn ? "its server refuses name and password" : "its server fails";
          log.error({ err: withoutResponse(error), host }, `the mailbox of bounces cannot be read: ${why}`);
        }
        problem = code;
        await onPolled?.(code);
      } finally {
        clearTimeout(watchdog);
        client?.close();
      }
    },
    stop: () => stopping.abort(),
  };
}

/** A receiver of a test email; its mark names no newsletter. */
const TEST_RECEIVER = /^to:\s*[^\s@]{0,64}\+0\.[\da-f]{32}@/im;

/** The emails that may be reports or test emails, by their headers. */
async function findReports(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
  const reports: number[] = [];
  const headers = ["Content-Type", "X-Failed-Recipients", "To"];
  for await (const { uid, headers: found } of client.fetch(uids.join(), { uid: true, headers }, { uid: true })) {
    const head = found?.toString() ?? "";
    const isReport = /^content-type:\s*multipart\/report|^x-failed-recipients:/im.test(head);
    if (isReport || TEST_RECEIVER.test(head)) reports.push(uid);
  }
  return reports;
}

/** An error without the server's words, which may name a person. */
function withoutResponse(error: unknown): { name: string; code?: unknown } {
  const { name, code } = error instanceof Error ? (error as Error & { code?: unknown }) : { name: "Error" };
  return { name, ...(code !== undefined && { code }) } as { name: string; code?: unknown };
}
