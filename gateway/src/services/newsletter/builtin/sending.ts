import type { PauseReason } from "@porchlight/protocol/newsletters.ts";
import type { DataFile } from "../../../data/data-file.ts";
import type { Writer } from "../../../data/statements.ts";
import type { BatchConnection, BatchMail, BatchResult, PreparedEmail } from "../../shared/batch-email.ts";
import { isNeverTaken } from "../../shared/outgoing-messages.ts";
import type { Pacing } from "./pacing.ts";
import { createRecipientPicker, EMAIL_RETRY_MS } from "./pick-recipient.ts";
import { moveRecipient, moveRecipients, type RecipientKey } from "./recipients.ts";

/**
 * Number of connections to the mail server, which is also the maximum number of emails that one kill leaves in doubt.
 */
export const CONNECTIONS = 5;
/** How long one email may take, in milliseconds. A server that sends a byte now and then must not hold a connection. */
const EMAIL_MAX_MS = 3 * 60_000;
/** How long the emails on their way may take when the site stops or the owner pauses, in milliseconds. */
const STOP_GRACE_MS = 5_000;
/** Pauses after failures of the mail server, in milliseconds. Further failures repeat the last pause. */
const SERVER_RETRY_MS = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000] as const;
/** Number of refused sign-ins in a row after which everything is paused. */
const SIGN_INS_MAX = 3;
/** Emails in a row that the server refuses, but not because it knows no such address, before everything is paused. */
const REFUSED_MAX = 30;
/**
 * After so many the next email goes to one of the oldest subscribers, because strangers can put addresses on the list
 * that no server takes.
 */
const REFUSED_PROBE = 10;
/** The same as REFUSED_MAX where the server has accepted no email, and nobody is left. */
const ALL_REFUSED_MIN = 3;
/** How often an email that was refused in such a row is tried. */
const REFUSED_TRIES_MAX = 3;
/** Emails in doubt in a row before everything is paused. */
const DOUBTS_MAX = 3 * CONNECTIONS;
/** How long a deferred email is tried, in milliseconds, and how often at least: the clock may jump. */
const TRIED_FOR_MS = 2 * 24 * 60 * 60_000;
const TRIES_MIN = 8;
/** How long to wait before storing a result again after a failure, such as a full disk, in milliseconds. */
const STORE_RETRY_MS = 10_000;
/** How long a result waits for those of other connections, in milliseconds. */
const GATHER_MS = 10;
/** Longest sleep, in milliseconds, after which everything is checked again. */
const SLEEP_MAX_MS = 60_000;

/** Composes the email of one recipient. */
type PrepareEmail = (recipient: RecipientKey) => Promise<PreparedEmail>;

type SendingOptions = {
  id: number;
  data: DataFile;
  mail: BatchMail;
  prepare: PrepareEmail;
  pacing: Pacing;
  /** Whether a recipient may still get the email: on the list, and not blocked. */
  mayGet: (writer: Writer, recipient: RecipientKey) => boolean;
  /** Stores that the mail server refuses an address: `hard` if it says that there is none. */
  onRefusedAddress: (writer: Writer, recipient: RecipientKey, bounce: { kind: "hard" | "soft"; code: string }) => void;
  clock: () => Date;
  /** Milliseconds on a steady clock. */
  now: () => number;
  /** Resolves after a number of milliseconds, and rejects when the signal fires. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: { warn: (fields: object, message: string) => void; error: (fields: object, message: string) => void };
};

/** A newsletter that is being sent. */
export interface Sending {
  /** Resolves when nothing is left to do, when the newsletter is not to be sent any more, or after `stop`. */
  readonly ended: Promise<void>;
  /** Ends it. Emails on their way get a few seconds. */
  stop(): Promise<void>;
}

/** A recipient whose email is being sent, and what the mail server said. */
type Finished = { recipient: RecipientKey; result: BatchResult };
type Refused = { recipient: RecipientKey; code: string };
type Claim = { recipient: RecipientKey } | { waitMs: number } | "over";

/**
 * Sends a newsletter to its frozen recipients, at most once to each. Before an email is handed over, its recipient is
 * stored as `sending`; what the server said is stored together with the next one. So a kill leaves at most one recipient
 * of each connection in doubt.
 */
export function startSending(options: SendingOptions): Sending {
  const { id, data, mail, prepare, pacing, mayGet, onRefusedAddress, clock, now, wait, log } = options;
  const stopping = new AbortController();
  /** Ends the emails on their way, one for each connection. */
  const sends = new Set<AbortController>();
  let isGivingUp = false;
  let picker = createRecipientPicker(id, pacing);
  /** Ends the pauses of all connections once one of them has found that everything is over. */
  const waking = new AbortController();
  /** Connections that are neither asleep nor at their end. */
  let busy = CONNECTIONS;
  /** Results that wait to be stored together. */
  const gathered: { finished: Finished | undefined; resolve: (claim: Claim) => void }[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let refusedSignIns = 0;
  let refusedInARow: Refused[] = [];
  let doubtsInARow = 0;
  let hasAccepted = false;
  /** It has paused the newsletter. If the owner resumes it at once, it is sent anew, with nothing counted. */
  let isPaused = false;
  let failures = 0;
  /** After a failure of the server, no connection tries before this time of the steady clock. */
  let serverFrom = 0;

  /** Stores a result, and claims the next recipient in the same commit. */
  function storeAndClaim(writer: Writer, finished: Finished | undefined, isLast: boolean): Claim {
    if (finished) store(writer, finished);
    const isSending = writer.get("SELECT 1 FROM newsletters WHERE id = ? AND state = 'sending'", id) !== undefined;
    if (!isSending || isPaused || isLast) return "over";
    if (serverFrom > now()) return { waitMs: serverFrom - now() };
    for (;;) {
      const found = picker.pick(writer, now(), clock());
      if (found === undefined) {
        // Emails on their way may come back to be tried again.
        picker = createRecipientPicker(id, pacing);
        return finish(writer) ? "over" : { waitMs: SLEEP_MAX_MS };
      }
      if ("waitMs" in found) return found;
      const at = clock().toISOString();
      if (!mayGet(writer, found)) {
        moveRecipient(writer, found, ["waiting", "gone"], { at });
        continue;
      }
      if (!moveRecipient(writer, found, ["waiting", "sending"], { at, triedAt: at })) continue;
      writer.run("UPDATE newsletters SET active_at = ? WHERE id = ?", at, id);
      pacing.count(found.domain, now());
      return { recipient: found };
    }
  }

  /** Ends the newsletter if nobody waits and no email is on its way. */
  function finish(writer: Writer): boolean {
    if (!writer.get("SELECT 1 FROM newsletters WHERE id = ? AND waiting + sending = 0", id)) return false;
    if (!hasAccepted && refusedInARow.length >= ALL_REFUSED_MIN && pauseRefused(writer)) return true;
    const at = clock().toISOString();
    writer.run("UPDATE newsletters SET state = 'sent', ended_at = ?, active_at = ? WHERE id = ?", at, at, id);
    return true;
  }

  function store(writer: Writer, { recipient, result }: Finished): void {
    const at = clock().toISOString();
    switch (result.state) {
      case "accepted":
        moveRecipient(writer, recipient, ["sending", "sent"], { at });
        return;
      case "in-doubt":
        moveRecipient(writer, recipient, ["sending", "in-doubt"], { at, reason: "connection" });
        if (doubtsInARow >= DOUBTS_MAX) pauseFor(writer, "in-doubt");
        return;
      case "refused":
        if (result.about === "recipient") storeDeferred(writer, recipient, result.code, at);
        else moveRecipient(writer, recipient, ["sending", "refused"], { at, reason: result.code });
        if (result.about === "address") onRefusedAddress(writer, recipient, { kind: "hard", code: result.code });
        if (refusedInARow.length >= REFUSED_MAX) pauseRefused(writer);
        return;
      case "deferred":
        storeDeferred(writer, recipient, result.code, at);
        return;
      case "failed":
        // It was not handed over, so it waits as before.
        moveRecipient(writer, recipient, ["sending", "waiting"], { at, reason: result.code, nextAt: at });
        if (refusedSignIns >= SIGN_INS_MAX) pauseFor(writer, "sign-in");
        return;
    }
  }

  function storeDeferred(writer: Writer, recipient: RecipientKey, code: string, at: string): void {
    const { tries, triedAt } = triesOf(writer, recipient) ?? { tries: TRIES_MIN, triedAt: at };
    const age = Math.max(0, Date.parse(at) - Date.parse(triedAt));
    if (age >= TRIED_FOR_MS && tries >= TRIES_MIN) {
      moveRecipient(writer, recipient, ["sending", "refused"], { at, reason: code });
      if (code.startsWith("5")) onRefusedAddress(writer, recipient, { kind: "soft", code });
      return;
    }
    const pause = Math.min(EMAIL_RETRY_MS.max, Math.max(EMAIL_RETRY_MS.min, age));
    const nextAt = new Date(Date.parse(at) + pause).toISOString();
    moveRecipient(writer, recipient, ["sending", "waiting"], { at, reason: code, nextAt });
  }

  /**
   * Pauses because the server refuses all. Those that it refused wait again, since the reason may not be theirs.
   *
   * @returns whether anybody waits
   */
  function pauseRefused(writer: Writer): boolean {
    const at = clock().toISOString();
    for (const { recipient, code } of refusedInARow) {
      const tries = triesOf(writer, recipient)?.tries ?? REFUSED_TRIES_MAX;
      if (tries < REFUSED_TRIES_MAX) moveRecipient(writer, recipient, ["refused", "waiting"], { at, reason: code });
    }
    const isAnyWaiting = writer.get("SELECT 1 FROM newsletters WHERE id = ? AND waiting > 0", id) !== undefined;
    if (isAnyWaiting) pauseFor(writer, "refused");
    return isAnyWaiting;
  }

  /** How often an email was tried, and when first; undefined if its recipient was removed from the list meanwhile. */
  function triesOf(writer: Writer, { domain, id: recipientId }: RecipientKey) {
    return writer.get<{ tries: number; triedAt: string }>(
      "SELECT tries, tried_at AS triedAt FROM newsletter_recipients WHERE newsletter_id = ? AND domain = ? AND id = ?",
      id,
      domain,
      recipientId,
    );
  }

  function pauseFor(writer: Writer, reason: PauseReason): void {
    isPaused = true;
    writer.run(
      "UPDATE newsletters SET state = 'paused', paused_because = ?, revision = revision + 1 WHERE id = ? AND state = 'sending'",
      reason,
      id,
    );
  }

  /** What a result says about the server and the domain. */
  function learn({ recipient, result }: Finished): void {
    const { domain } = recipient;
    if (result.state === "in-doubt") {
      doubtsInARow += 1;
      if (doubtsInARow >= CONNECTIONS) waitForServer("in-doubt");
      return;
    }
    if (result.state === "failed") {
      waitForServer(result.code, result.isSignIn);
      return;
    }
    doubtsInARow = 0;
    refusedSignIns = 0;
    failures = 0;
    if (result.state === "refused" && result.about !== "address") {
      refusedInARow.push({ recipient, code: result.code });
      if (refusedInARow.length % REFUSED_PROBE === 0) picker.startOver();
    }
    if (result.state === "accepted") {
      hasAccepted = true;
      refusedInARow = [];
      pacing.relax(domain);
    }
    if (result.state === "deferred" && !result.isMailbox) pacing.slow(domain, now());
  }

  function waitForServer(reason: string, isSignIn = false): void {
    // Each connection notices the same failure: it counts once.
    if (serverFrom > now()) return;
    failures += 1;
    refusedSignIns = isSignIn ? refusedSignIns + 1 : 0;
    serverFrom = now() + (SERVER_RETRY_MS[Math.min(failures, SERVER_RETRY_MS.length) - 1] ?? SERVER_RETRY_MS[0]);
    log.warn({ newsletter: id, reason }, "a newsletter waits: the mail server fails");
  }

  async function send(connection: BatchConnection, recipient: RecipientKey): Promise<BatchResult> {
    let email: PreparedEmail;
    try {
      email = await prepare(recipient);
    } catch (error) {
      if (isNeverTaken(error)) return { state: "refused", code: "address", about: "email" };
      log.error({ err: error, newsletter: id }, "an email of a newsletter could not be composed");
      return { state: "failed", code: "compose", isSignIn: false };
    }
    if (isGivingUp) return { state: "failed", code: "EABORTED", isSignIn: false };
    // A signal with a timeout of its own would hold each email in memory for that time.
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), EMAIL_MAX_MS);
    sends.add(ending);
    try {
      return await connection.send(email, ending.signal);
    } finally {
      clearTimeout(timer);
      sends.delete(ending);
    }
  }

  /**
   * Stores a result and claims the next recipient, together with what other connections have to store: each commit waits
   * for the disk. It is tried until it succeeds, because what the server said must not be forgotten.
   */
  function commit(finished: Finished | undefined): Promise<Claim> {
    return new Promise((resolve) => {
      gathered.push({ finished, resolve });
      if (gathered.length === busy) void storeGathered();
      else gathering ??= setTimeout(() => void storeGathered(), GATHER_MS);
    });
  }

  async function storeGathered(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    const together = gathered.splice(0);
    for (;;) {
      try {
        const claims = await data.write((writer) =>
          together.map(({ finished }) => storeAndClaim(writer, finished, stopping.signal.aborted)),
        );
        claims.forEach((claim, at) => void together[at]?.resolve(claim));
        return;
      } catch (error) {
        // The recipients are no longer claimed, because the commit failed.
        picker = createRecipientPicker(id, pacing);
        log.error({ err: error, newsletter: id }, "a newsletter waits: its progress cannot be stored");
        if (stopping.signal.aborted) {
          for (const { resolve } of together) resolve("over");
          return;
        }
        await sleep(STORE_RETRY_MS);
      }
    }
  }

  async function work(): Promise<void> {
    const connection = mail.connect();
    let finished: Finished | undefined;
    try {
      for (;;) {
        const claim = await commit(finished);
        finished = undefined;
        if (claim === "over") return waking.abort();
        if ("waitMs" in claim) {
          busy -= 1;
          await wait(Math.min(SLEEP_MAX_MS, Math.max(1, claim.waitMs)), waking.signal).catch(() => undefined);
          busy += 1;
          continue;
        }
        finished = { recipient: claim.recipient, result: await send(connection, claim.recipient) };
        learn(finished);
      }
    } finally {
      busy -= 1;
      connection.close();
    }
  }

  async function sleep(ms: number): Promise<void> {
    await wait(ms, stopping.signal).catch(() => undefined);
  }

  const workers = Promise.allSettled(Array.from({ length: CONNECTIONS }, work)).then((results) => {
    for (const result of results) {
      if (result.status === "rejected")
        log.error({ err: result.reason, newsletter: id }, "sending a newsletter failed");
    }
  });
  return {
    ended: workers,
    async stop() {
      stopping.abort();
      waking.abort();
      const grace = new AbortController();
      wait(STOP_GRACE_MS, grace.signal).then(
        () => {
          isGivingUp = true;
          for (const ending of sends) ending.abort();
        },
        () => undefined,
      );
      await workers;
      grace.abort();
    },
  };
}

/** After a kill: the emails that were on their way are in doubt. */
export function doubtInterrupted(writer: Writer, id: number, at: string): number {
  return moveRecipients(writer, id, ["sending", "in-doubt"], { at });
}
