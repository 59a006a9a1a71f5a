import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { NodemailerError, SendMailOptions, Transporter } from "nodemailer";
import type { FindUnsent } from "../shared/outgoing-messages.ts";
import { composeEmail, parseSender, writeMessage } from "./compose.ts";
import { MailError, type MailService } from "./contract.ts";
import { createLateEmails } from "./late-letters.ts";
import { type Failure, failureOf, openPool } from "./smtp.ts";
import { createWaitingEmails, MAX_EMAILS, type StoredEmail, type WaitingName } from "./waiting-letters.ts";

/** Pauses after the mail server could not be used, in milliseconds; the last one again and again. */
export const SERVER_RETRY_MS = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000] as const;
/** A letter that is put off is tried again once it is twice as old, within these bounds, in milliseconds. */
export const EMAIL_RETRY_MS = { least: 30_000, most: 30 * 60_000 } as const;
/** How long a letter is tried, in milliseconds; one that is found late, a while longer. */
export const TRIED_FOR_MS = 2 * 24 * 60 * 60 * 1000;
/** How long the letter under way gets when the site stops, in milliseconds. */
const STOP_GRACE_MS = 5_000;
/** Letters that go out before it is looked again which is next. */
const AT_A_TIME = 20;
/** Letters put off one after another, from which on the server is left alone: it may count how many it is brought. */
const MOST_PUT_OFF = 5;

/** What it reports while it works; pino's logger fits. */
export type MailLog = { warn: (fields: object, message: string) => void };

/** What letters over SMTP need. */
export type HostedMailOptions = {
  /** `smtps://name:password@mail.example.com:465`, or `smtp://…`, which must offer STARTTLS unless it is this machine. */
  url: string;
  /** Who letters come from: `hello@example.com` or `Harbour Line <hello@example.com>`. */
  from: string;
  /** Outbox folder, in which letters wait. */
  outbox: string;
  clock: () => Date;
  log: MailLog;
  /** Milliseconds on a clock that never goes back nor is set. */
  now?: () => number;
  /** Letters that may wait. */
  most?: number;
  /** Settles after so many milliseconds and rejects when the signal fires. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/**
 * Letters through any SMTP server. Neither its address, which holds a password, nor a receiver's is ever logged.
 * A letter waits on disk until the server has taken it, so that neither a rush, an outage nor a kill loses it; between
 * the server's yes and the end of its file a kill has it sent twice.
 */
export function createHostedMail(options: HostedMailOptions): MailService & { findUnsent: FindUnsent } {
  const { url, from, outbox, clock, log, most = MAX_EMAILS, wait = waitInPeace } = options;
  const { now: steadyNow = () => performance.now() } = options;
  const sender = parseSender(from);
  const waiting = createWaitingEmails(outbox, clock);
  const tooLateOf = createLateEmails(steadyNow);
  const stopping = new AbortController();
  const givingUp = new AbortController();
  /** Ends a pause in which nothing is wrong. */
  let sleeping = new AbortController();
  let pool: Promise<Transporter> | undefined;
  let worker: Promise<void> = Promise.resolve();
  let isWorking = false;
  let hasNew = true;
  let serverFailures = 0;
  let putOff = 0;
  let serverError: string | undefined;
  /** As of the last look, and those that came since. */
  let count = 0;
  const adding = new Set<Promise<void>>();
  /** Sent letters whose files could not be removed yet: they must not be sent again. */
  const sent = new Set<string>();
  /** Letters whose files could not be worked with, and when that is tried again; no other letter waits for them. */
  const passedOver = new Map<string, number>();
  const ready = waiting.tidy().catch((error: unknown) => tellOfDisk(error));

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
        tellOfDisk(error);
        await pause(EMAIL_RETRY_MS.least);
      }
    }
    isWorking = false;
  }

  /** Sends what is due, or waits until something is. @returns whether any letter waits */
  async function sendSome(): Promise<boolean> {
    const unsent = (await waiting.list()).filter(isUnsent);
    forgetGone(unsent);
    const now = clock().getTime();
    const letters = await stillGood(unsent, now);
    count = letters.length + adding.size;
    const due = letters.filter((letter) => !isAhead(nextTryOf(letter), now)).slice(0, AT_A_TIME);
    for (const letter of due) {
      if (stopping.signal.aborted) break;
      if (!(await send(letter).catch(passOver(letter)))) {
        const pauses = Math.min(serverFailures, SERVER_RETRY_MS.length) - 1;
        await pause(SERVER_RETRY_MS[pauses] ?? SERVER_RETRY_MS[0]);
        break;
      }
    }
    if (due.length === 0 && letters.length > 0 && !hasNew) {
      const next = Math.min(...letters.map(nextTryOf));
      sleeping = new AbortController();
      await pause(Math.max(1, next - clock().getTime()), sleeping.signal);
    }
    return letters.length > 0;
  }

  function isUnsent(letter: WaitingName): boolean {
    if (!sent.has(letter.name)) return true;
    void waiting.remove(letter).then(
      () => sent.delete(letter.name),
      () => undefined,
    );
    return false;
  }

  /** Passes a letter over for a while, and tells of the first time. @returns whether the next one may be tried at once */
  function passOver({ name }: WaitingName): (error: unknown) => true {
    return (error) => {
      if (!passedOver.has(name)) log.warn({ err: error }, "a letter waits: its file cannot be worked with");
      passedOver.set(name, clock().getTime() + EMAIL_RETRY_MS.least);
      return true;
    };
  }

  function forgetGone(letters: readonly WaitingName[]): void {
    if (passedOver.size === 0) return;
    const names = new Set(letters.map(({ name }) => name));
    for (const name of passedOver.keys()) if (!names.has(name)) passedOver.delete(name);
  }

  function nextTryOf({ name, deferred }: WaitingName): number {
    return Math.max(deferred?.after ?? 0, passedOver.get(name) ?? 0);
  }

  /** Whether a time is still to come. A clock that was set back puts no letter off for long. */
  function isAhead(time: number, now: number): boolean {
    return time > now && time - now <= EMAIL_RETRY_MS.most;
  }

  /** Ends those whose time is over, and answers with the others, and with those that cannot be ended now. */
  async function stillGood(letters: readonly WaitingName[], now: number): Promise<WaitingName[]> {
    const isPassedOver = ({ name }: WaitingName) => isAhead(passedOver.get(name) ?? 0, now);
    const good: WaitingName[] = [];
    const tooLate = tooLateOf(letters.filter(({ madeAt }) => now - madeAt >= TRIED_FOR_MS));
    for (const letter of letters) {
      if (stopping.signal.aborted) break;
      const isOver = now >= (letter.until ?? Number.POSITIVE_INFINITY) || tooLate.has(letter);
      if (isOver && !isPassedOver(letter)) {
        await end(letter, letter.deferred?.trouble ?? serverError ?? "late", {}).catch(passOver(letter));
      }
      if (!isOver || isPassedOver(letter)) good.push(letter);
    }
    return good;
  }

  /** Sends one. @returns whether the next one may be tried at once */
  async function send(name: WaitingName): Promise<boolean> {
    const found = await readOrSetAside(name);
    if (!found) return true;
    const { letter, message } = found;
    try {
      pool ??= openPool(new URL(url));
      await (await pool).sendMail({ ...message, signal: givingUp.signal });
    } catch (error) {
      // It stays as it is for the next start.
      if (givingUp.signal.aborted) return true;
      return failed(name, letter, failureOf(error as NodemailerError));
    }
    serverFailures = 0;
    putOff = 0;
    serverError = undefined;
    sent.add(name.name);
    await waiting.remove(name);
    sent.delete(name.name);
    return true;
  }

  async function failed(name: WaitingName, letter: StoredEmail, { of, trouble, fields }: Failure): Promise<boolean> {
    if (of === "letter-for-good") {
      await end(name, trouble, fields);
      return true;
    }
    // Also when the server is at fault: should a letter bring it to that, the others are not kept waiting behind it.
    const now = clock().getTime();
    const age = Math.max(EMAIL_RETRY_MS.least, now - name.madeAt);
    await waiting.defer(name, now + Math.min(EMAIL_RETRY_MS.most, age), trouble).catch(passOver(name));
    if (of === "letter-for-now") {
      if (!name.deferred) log.warn({ ...letter.about, ...fields }, "a letter was put off by the mail server and waits");
      putOff += 1;
      if (putOff < MOST_PUT_OFF) return true;
    }
    serverFailures += 1;
    if (trouble !== serverError)
      log.warn({ ...fields, waiting: count }, "letters wait: the mail server cannot be used");
    serverError = trouble;
    return false;
  }

  /** Ends one without sending it. What was of use for a while only is of none to the owner either. */
  async function end(name: WaitingName, trouble: string, fields: Failure["fields"]): Promise<void> {
    const found = await readOrSetAside(name);
    if (!found) return;
    const { letter, message } = found;
    const isBrief = name.until !== undefined;
    if (isBrief) await waiting.remove(name);
    else await waiting.giveUp(name, await writeMessage(message), trouble);
    const became = isBrief ? "dropped, since it is of no use later" : "given up";
    log.warn({ ...letter.about, trouble, ...fields }, `a letter could not be delivered and was ${became}`);
  }

  /** Reads one, and what of it goes out. Somebody may have been at its file. */
  async function readOrSetAside(
    name: WaitingName,
  ): Promise<{ letter: StoredEmail; message: SendMailOptions } | undefined> {
    try {
      const letter = await waiting.read(name);
      if (!letter) return undefined;
      const stamp = { date: new Date(letter.madeAt), messageId: letter.messageId };
      return { letter, message: composeEmail(letter, sender, stamp) };
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      await waiting.setAside(name);
      log.warn({ err: error }, "what cannot be read as a letter was put aside");
      return undefined;
    }
  }

  async function pause(ms: number, ...signals: AbortSignal[]): Promise<void> {
    await wait(ms, AbortSignal.any([stopping.signal, ...signals])).catch(() => undefined);
  }

  function tellOfDisk(error: unknown): void {
    log.warn({ err: error }, "letters wait: their files cannot be worked with");
  }

  wake();
  return {
    async sendEmail({ until, tag, ...letter }) {
      const madeAt = clock();
      const messageId = `<${randomUUID()}@${sender.address.slice(sender.address.lastIndexOf("@") + 1)}>`;
      // One that has no address it can go to is refused now.
      composeEmail(letter, sender, { date: madeAt, messageId });
      if (count >= most) throw new MailError("busy", "Too many letters wait for the mail server.");
      count += 1;
      const added = waiting.add(
        { ...letter, messageId, madeAt: madeAt.toISOString() },
        { ...(until && { until }), ...(tag && { tag }) },
      );
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

/** A pause that keeps no process alive. */
function waitInPeace(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal, ref: false });
}
