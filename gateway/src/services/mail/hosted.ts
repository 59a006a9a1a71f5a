import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { NodemailerError, SendMailOptions, Transporter } from "nodemailer";
import type { FindUnsent } from "../shared/outgoing-messages.ts";
import { composeEmail, parseSender, writeMessage } from "./compose.ts";
import { MailError, type MailService } from "./contract.ts";
import { type DkimKey, dkimOptions } from "./dkim.ts";
import { createLateEmails } from "./late-emails.ts";
import { type Failure, failureOf, openPool } from "./smtp.ts";
import { createWaitingEmails, MAX_EMAILS, type StoredEmail, type WaitingName } from "./waiting-emails.ts";

/**
 * How long an email is tried whose recipient is refused without a reason, in milliseconds. The address may be unknown,
 * or an hourly limit is reached.
 */
const RECIPIENT_TRIED_FOR_MS = 4 * 60 * 60_000;
/** Pauses after failures of the mail server, in milliseconds. Further failures repeat the last pause. */
export const SERVER_RETRY_MS = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000] as const;
/** A deferred email is retried when it is twice as old. These are the bounds of that wait, in milliseconds. */
export const EMAIL_RETRY_MS = { min: 30_000, max: 30 * 60_000 } as const;
/** How long an email is tried, in milliseconds. late-emails.ts allows one more hour. */
export const TRIED_FOR_MS = 2 * 24 * 60 * 60 * 1000;
/**
 * How long one email may take, in milliseconds: longer than all timeouts of its steps together. A server that sends a
 * part of a response now and then would otherwise hold up all emails for days.
 */
const EMAIL_MAX_MS = 3 * 60_000;
const TOO_LONG: Failure = { scope: "connection", reason: "ETIMEDOUT", fields: { code: "ETIMEDOUT" } };
/** How long the current email may take when the site stops, in milliseconds. */
const STOP_GRACE_MS = 5_000;
/** Maximum number of emails that are sent before the folder is listed again. */
const BATCH_SIZE = 20;
/**
 * Number of emails in a row that are deferred before the server gets a pause, because it may count the attempts. Unlike
 * the pause after a failure of the server, this pause does not grow, and for new emails it is short. Perhaps only the
 * receivers are the cause, such as addresses that a stranger typed, and other people's emails must not wait for them.
 */
const MAX_DEFERRED_IN_A_ROW = 5;
/** Length of this pause for deferred emails and for new ones, in milliseconds. */
export const DEFERRED_PAUSE_MS = { deferred: 30_000, new: 1_000 } as const;

/** Where failures are logged; pino's logger fits. */
type MailLog = { warn: (fields: object, message: string) => void };

type HostedMailOptions = {
  /** `smtps://name:password@mail.example.com:465`, or `smtp://…`, which must offer STARTTLS unless it is this machine. */
  url: string;
  /** The sender: `hello@example.com` or `Harbour Line <hello@example.com>`. */
  from: string;
  /** The key that signs; undefined: emails are not signed. It is read for each email. */
  dkim?: () => DkimKey | undefined;
  /** The outbox folder, where emails wait. */
  outbox: string;
  clock: () => Date;
  log: MailLog;
  /** Milliseconds on a steady clock. */
  now?: () => number;
  /** Maximum number of emails that wait. Deferred emails have a separate maximum of the same size. */
  most?: number;
  /** Makes the signal that ends an email which takes too long. */
  deadline?: () => AbortSignal;
  /** Resolves after a number of milliseconds, and rejects when the signal fires. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/**
 * Sends emails through any SMTP server. Logs neither the server's address, which contains a password, nor a receiver's.
 * An email waits on disk until the server has accepted it, so that no peak, outage or kill loses it. If the process is
 * killed after the server has accepted an email, and before its file is removed, the email is sent twice.
 */
export function createHostedMail(options: HostedMailOptions): MailService & { findUnsent: FindUnsent } {
  const { url, from, outbox, clock, log, most = MAX_EMAILS, wait = waitUnreferenced } = options;
  const { now: steadyNow = () => performance.now(), deadline = () => AbortSignal.timeout(EMAIL_MAX_MS) } = options;
  const sender = parseSender(from);
  const waiting = createWaitingEmails(outbox, clock);
  const findTooLate = createLateEmails(steadyNow);
  const stopping = new AbortController();
  const givingUp = new AbortController();
  /** Ends the pause until the next email is due. */
  let sleeping = new AbortController();
  let pool: Promise<Transporter> | undefined;
  let worker: Promise<void> = Promise.resolve();
  let isWorking = false;
  let hasNew = true;
  let serverFailures = 0;
  let deferredInARow = 0;
  /** When deferred emails may be tried again after a pause, in milliseconds since 1970. */
  let deferredFrom = 0;
  let serverError: string | undefined;
  /**
   * Number of waiting emails that were never deferred: those of the last listing, and those added since. Deferred
   * emails do not count, because a stranger can cause thousands of them.
   */
  let count = 0;
  const adding = new Set<Promise<void>>();
  /** Sent emails whose files could not be removed yet. They must not be sent again. */
  const sent = new Set<string>();
  /** Emails whose files could not be read or moved, each with the time of the next try. No other email waits for them. */
  const skipped = new Map<string, number>();
  const ready = waiting.tidy().catch((error: unknown) => logDiskError(error));

  function wake(): void {
    hasNew = true;
    sleeping.abort();
    if (isWorking || stopping.signal.aborted) return;
    isWorking = true;
    worker = ready.then(work);
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      hasNew = false;
      try {
        if (!(await sendSome()) && !hasNew) break;
      } catch (error) {
        logDiskError(error);
        await pause(EMAIL_RETRY_MS.min);
      }
    }
    isWorking = false;
  }

  /** Sends the emails that are due, or waits until one is. @returns whether any email waits */
  async function sendSome(): Promise<boolean> {
    const unsent = (await waiting.list()).filter(isUnsent);
    forgetRemoved(unsent);
    const now = clock().getTime();
    const emails = await endOverdue(unsent, now);
    count = emails.filter(({ deferred }) => !deferred).length + adding.size;
    const due = emails.filter((email) => !isAhead(nextTryOf(email), now)).slice(0, BATCH_SIZE);
    for (const email of due) {
      if (stopping.signal.aborted) break;
      const pauseMs = await send(email).catch(skip(email));
      if (pauseMs > 0) {
        await pause(pauseMs);
        break;
      }
    }
    if (due.length === 0 && emails.length > 0 && !hasNew) {
      const next = Math.min(...emails.map(nextTryOf));
      sleeping = new AbortController();
      await pause(Math.max(1, next - clock().getTime()), sleeping.signal);
    }
    return emails.length > 0;
  }

  function isUnsent(email: WaitingName): boolean {
    if (!sent.has(email.name)) return true;
    void waiting.remove(email).then(
      () => sent.delete(email.name),
      () => undefined,
    );
    return false;
  }

  /** Skips an email for a while, and logs that once. @returns a pause of 0 */
  function skip({ name }: WaitingName): (error: unknown) => 0 {
    return (error) => {
      if (!skipped.has(name)) log.warn({ err: error }, "an email waits: its file cannot be read or moved");
      skipped.set(name, clock().getTime() + EMAIL_RETRY_MS.min);
      return 0;
    };
  }

  function forgetRemoved(emails: readonly WaitingName[]): void {
    if (skipped.size === 0) return;
    const names = new Set(emails.map(({ name }) => name));
    for (const name of skipped.keys()) if (!names.has(name)) skipped.delete(name);
  }

  function nextTryOf({ name, deferred }: WaitingName): number {
    return Math.max(deferred ? Math.max(deferred.after, deferredFrom) : 0, skipped.get(name) ?? 0);
  }

  /** Whether a time is in the future. Setting the clock back delays no email for long. */
  function isAhead(time: number, now: number): boolean {
    return time > now && time - now <= EMAIL_RETRY_MS.max;
  }

  /**
   * Ends emails whose time is over. If too many are deferred, ends the oldest of these too.
   *
   * @returns the other emails, and those that cannot be ended now
   */
  async function endOverdue(emails: readonly WaitingName[], now: number): Promise<WaitingName[]> {
    const isSkipped = ({ name }: WaitingName) => isAhead(skipped.get(name) ?? 0, now);
    const good: WaitingName[] = [];
    const tooLate = findTooLate(emails.filter(({ madeAt }) => now - madeAt >= TRIED_FOR_MS));
    // Names begin with the time, so the first of these are the oldest.
    const deferred = emails.filter((email) => email.deferred);
    const surplus = new Set(deferred.sort((a, b) => (a.name < b.name ? 1 : -1)).slice(most));
    for (const email of emails) {
      if (stopping.signal.aborted) break;
      const isOver = now >= (email.until ?? Number.POSITIVE_INFINITY) || tooLate.has(email) || surplus.has(email);
      if (isOver && !isSkipped(email)) {
        await end(email, email.deferred?.reason ?? serverError ?? "late", {}).catch(skip(email));
      }
      if (!isOver || isSkipped(email)) good.push(email);
    }
    return good;
  }

  /** @returns how long to wait before the next email, in milliseconds */
  async function send(name: WaitingName): Promise<number> {
    const found = await readOrSetAside(name);
    if (!found) return 0;
    const { email, message } = found;
    const tooLong = deadline();
    try {
      pool ??= openPool(new URL(url));
      const dkim = dkimOptions(options.dkim?.());
      await (await pool).sendMail({ ...message, ...dkim, signal: AbortSignal.any([givingUp.signal, tooLong]) });
    } catch (error) {
      // The email stays as it is for the next start.
      if (givingUp.signal.aborted) return 0;
      if (tooLong.aborted) return failed(name, email, TOO_LONG);
      return failed(name, email, failureOf(error as NodemailerError));
    }
    serverFailures = 0;
    deferredInARow = 0;
    serverError = undefined;
    sent.add(name.name);
    await waiting.remove(name);
    sent.delete(name.name);
    return 0;
  }

  /** @returns as `send` does */
  async function failed(name: WaitingName, email: StoredEmail, { scope, reason, fields }: Failure): Promise<number> {
    const now = clock().getTime();
    const isOver = scope === "recipient" && now - name.madeAt >= RECIPIENT_TRIED_FOR_MS;
    if (scope === "email-for-good" || isOver) {
      await end(name, reason, fields);
      return 0;
    }
    // Even if the server fails, the email is deferred: it may be the cause, and others must not wait behind it.
    const age = Math.max(EMAIL_RETRY_MS.min, now - name.madeAt);
    await waiting.defer(name, now + Math.min(EMAIL_RETRY_MS.max, age), reason).catch(skip(name));
    let pauseMs: number;
    if (scope !== "server" && scope !== "connection") {
      if (!name.deferred) log.warn({ ...email.about, ...fields }, "the mail server deferred an email, which waits");
      deferredInARow += 1;
      if (deferredInARow < MAX_DEFERRED_IN_A_ROW) return 0;
      deferredInARow = 0;
      serverFailures = 0;
      deferredFrom = now + DEFERRED_PAUSE_MS.deferred;
      pauseMs = DEFERRED_PAUSE_MS.new;
    } else if (scope === "connection") {
      deferredFrom = now + DEFERRED_PAUSE_MS.deferred;
      pauseMs = DEFERRED_PAUSE_MS.new;
    } else {
      serverFailures += 1;
      pauseMs = SERVER_RETRY_MS[Math.min(serverFailures, SERVER_RETRY_MS.length) - 1] ?? SERVER_RETRY_MS[0];
    }
    if (reason !== serverError) log.warn({ ...fields, waiting: count }, "emails wait: the mail server fails");
    serverError = reason;
    return pauseMs;
  }

  /** Ends an email without sending it. It is stored for the owner, unless it was useful only for a short time. */
  async function end(name: WaitingName, reason: string, fields: Failure["fields"]): Promise<void> {
    const found = await readOrSetAside(name);
    if (!found) return;
    const { email, message } = found;
    const isBrief = name.until !== undefined;
    if (isBrief) await waiting.remove(name);
    else await waiting.giveUp(name, await writeMessage(message), reason);
    const became = isBrief ? "dropped, since it is useless later" : "given up";
    log.warn({ ...email.about, reason, ...fields }, `an email could not be delivered and was ${became}`);
  }

  /** Reads an email and composes its message. Moves the file away if it is not an email, as after an edit by hand. */
  async function readOrSetAside(
    name: WaitingName,
  ): Promise<{ email: StoredEmail; message: SendMailOptions } | undefined> {
    try {
      const email = await waiting.read(name);
      if (!email) return undefined;
      const stamp = { date: new Date(email.madeAt), messageId: email.messageId };
      return { email, message: composeEmail(email, sender, stamp) };
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      await waiting.setAside(name);
      log.warn({ err: error }, "a file that holds no email was moved away");
      return undefined;
    }
  }

  async function pause(ms: number, ...signals: AbortSignal[]): Promise<void> {
    await wait(ms, AbortSignal.any([stopping.signal, ...signals])).catch(() => undefined);
  }

  function logDiskError(error: unknown): void {
    log.warn({ err: error }, "emails wait: their files cannot be read or moved");
  }

  wake();
  return {
    async sendEmail({ until, tag, ...email }) {
      const madeAt = clock();
      const messageId = `<${randomUUID()}@${sender.address.slice(sender.address.lastIndexOf("@") + 1)}>`;
      // Rejects an email without a valid address now.
      composeEmail(email, sender, { date: madeAt, messageId });
      if (count >= most) throw new MailError("busy", "Too many emails wait for the mail server.");
      count += 1;
      // The start removes all unfinished files, so writing waits until then.
      const stored = { ...email, messageId, madeAt: madeAt.toISOString() };
      const added = ready.then(() => waiting.add(stored, { ...(until && { until }), ...(tag && { tag }) }));
      adding.add(added);
      try {
        await added;
      } catch (error) {
        count -= 1;
        throw error;
      } finally {
        adding.delete(added);
      }
      wake();
    },
    isSending: true,
    countWaiting: async () => (await waiting.list()).filter(({ name }) => !sent.has(name)).length,
    findUnsent: waiting.unsent,
    async stop() {
      stopping.abort();
      const grace = new AbortController();
      const outOfTime = wait(STOP_GRACE_MS, grace.signal).then(
        () => givingUp.abort(),
        () => undefined,
      );
      await Promise.allSettled([...adding, worker]);
      grace.abort();
      await outOfTime;
      (await pool)?.close();
    },
  };
}

/** Waits without keeping the process alive. */
function waitUnreferenced(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal, ref: false });
}
