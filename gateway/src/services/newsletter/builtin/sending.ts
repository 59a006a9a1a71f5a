import type { PauseReason } from "@porchlight/protocol/newsletters.ts";
import type { DataFile } from "../../../data/data-file.ts";
import type { Writer } from "../../../data/statements.ts";
import type { BatchConnection, BatchMail, BatchResult, PreparedEmail } from "../../shared/batch-email.ts";
import { isNeverTaken } from "../../shared/outgoing-messages.ts";
import type { Pacing } from "./pacing.ts";
import { createRecipientPicker, type PickedRecipient, RETRY_MAX_MS } from "./pick-recipient.ts";
import { moveRecipient, moveRecipients, type RecipientKey } from "./recipients.ts";
import type { ServerHealth } from "./server-health.ts";
import type { UnknownAddresses } from "./unknown-addresses.ts";

/**
 * Number of connections to the mail server, which is also the maximum number of emails that one kill leaves in doubt.
 */
export const CONNECTIONS = 5;
/** How long one email may take, in milliseconds. A server that sends a byte now and then must not hold a connection. */
const EMAIL_MAX_MS = 3 * 60_000;
/** Nearly all emails are on their way for less than this, in milliseconds. */
const ON_ITS_WAY_MS = 10_000;
/** How long the emails on their way may take when the site stops or the owner pauses, in milliseconds. */
const STOP_GRACE_MS = 5_000;
/** Pauses after failures of the mail server, in milliseconds. Further failures repeat the last pause. */
const SERVER_RETRY_MS = [5_000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000] as const;
/** Number of refused sign-ins, or senders, in a row after which everything is paused. */
const REJECTIONS_MAX = 3;
/**
 * Refused first tries after which everything is paused: while nobody has the newsletter, and once some have it; `allBut`
 * is for the time when everybody was tried. An accepted email makes up for several refused ones, so that a server at its
 * limit, which takes one now and then, is noticed too.
 */
const REFUSED_MAX = { none: 30, some: 100, allButNone: 3, allButSome: 30 } as const;
const REFUSED_PER_ACCEPTED = 9;
/**
 * After so many the next email goes to one of the oldest subscribers, because strangers can put addresses on the list
 * that no server takes.
 */
const REFUSED_PROBE = 10;
/** Emails in doubt in a row before everything is paused. */
const DOUBTS_MAX = 3 * CONNECTIONS;
/** How long an email is tried, in milliseconds. */
const TRIED_FOR_MS = 2 * 24 * 60 * 60_000;
/**
 * A recipient is slow after more than `tries` tries. If `number` recipients and `share` of all are slow, or no reader
 * has the newsletter, the server has reached a daily quota or failed. Then deferred emails are tried for two weeks after the
 * newsletter began, and longer while the server accepts others.
 */
const DEFERRED_MAX = { number: 4, share: 0.1, tries: 5 } as const;
const DEFERRED_FOR_MS = 14 * 24 * 60 * 60_000;
/**
 * Deferred and refused emails are tried again after the time since their first try, within these bounds in milliseconds,
 * and so often at least, because the clock may jump.
 */
const RETRY = {
  deferred: { minMs: 60_000, maxMs: 60 * 60_000, triesMin: 40 },
  refused: { minMs: 60 * 60_000, maxMs: RETRY_MAX_MS, triesMin: 20 },
} as const;
/** Tries of an address that is said to be unknown, before it is tried as rarely as other refused ones. */
const SOON_TRIES = 3;
/** A newsletter whose next email is due only after so long makes way for others, in milliseconds. */
const REST_MIN_MS = 10_000;
/** How long a newsletter is sent before another one takes its turn, in milliseconds. */
const SLICE_MS = 60_000;
/** The longest wait for an hourly limit in which a newsletter keeps its turn, in milliseconds. */
const LIMIT_WAIT_MAX_MS = 3 * 60_000;
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
  unknownAddresses: UnknownAddresses;
  /** Is changed here. */
  server: ServerHealth;
  /** Where it stopped before; undefined at first, and after a pause. */
  from: Standing | undefined;
  /** Whether another newsletter could be sent now. */
  isOtherReady: () => boolean;
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

/**
 * Where a newsletter stopped that makes way for others. `until`: there is nothing to do before, on the steady clock.
 * `hasNew`: whether there may be recipients that were not tried yet. `refused`: refused first tries, less those for which
 * accepted emails make up. `doubts`: emails in doubt in a row.
 */
export type Standing = { until: number; hasNew: boolean; refused: number; doubts: number };

/** A newsletter that is being sent. */
export interface Sending {
  /**
   * Resolves when nothing is left to do, when the newsletter is not to be sent any more, or after `stop`; with a standing
   * if it makes way for others.
   */
  readonly ended: Promise<Standing | undefined>;
  /** Ends it. Emails on their way get a few seconds. */
  stop(): Promise<void>;
}

/** A recipient whose email is being sent, and what the mail server said. */
type Finished = { recipient: PickedRecipient; result: BatchResult };
type Claim = { recipient: PickedRecipient } | { waitMs: number } | "over";

/**
 * Sends a newsletter to its frozen recipients, at most once to each. Before an email is handed over, its recipient is
 * stored as `sending`; what the server said is stored together with the next one. So a kill leaves at most one recipient
 * of each connection in doubt.
 */
export function startSending(options: SendingOptions): Sending {
  const { id, data, mail, prepare, pacing, unknownAddresses, server, from, isOtherReady, mayGet, onRefusedAddress } =
    options;
  const { clock, now, wait, log } = options;
  const stopping = new AbortController();
  /** Ends the emails on their way, one for each connection. */
  const sends = new Set<AbortController>();
  let isGivingUp = false;
  let picker = createRecipientPicker(id, pacing, from?.hasNew);
  /** Ends the pauses of all connections once one of them has found that everything is over. */
  const waking = new AbortController();
  /** Connections that are neither asleep nor at their end. */
  let busy = CONNECTIONS;
  /** Results that wait to be stored together. */
  const gathered: { finished: Finished | undefined; resolve: (claim: Claim) => void }[] = [];
  let gathering: NodeJS.Timeout | undefined;
  /** Refused first tries, less those for which accepted emails make up. */
  let refused = from?.refused ?? 0;
  /** Emails in doubt in a row. The server may take those of other newsletters. */
  let doubts = from?.doubts ?? 0;
  const startedAt = now();
  let hasClaimed = false;
  /** It makes way for others, for all connections alike. */
  let standing: Pick<Standing, "until" | "hasNew"> | undefined;
  /** It has paused the newsletter. If the owner resumes it at once, it is sent anew, with nothing counted. */
  let isPaused = false;

  /** Stores a result, and claims the next recipient in the same commit. */
  function storeAndClaim(writer: Writer, finished: Finished | undefined, isLast: boolean): Claim {
    if (finished) store(writer, finished);
    const isSending = writer.get("SELECT 1 FROM newsletters WHERE id = ? AND state = 'sending'", id) !== undefined;
    if (!isSending || isPaused || isLast || standing !== undefined) return "over";
    if (server.waitUntil > now()) return { waitMs: server.waitUntil - now() };
    const isTurnOver = now() - startedAt >= SLICE_MS && isOtherReady();
    if (isTurnOver && hasClaimed) return giveWay();
    for (;;) {
      const found = picker.pick(writer, now(), clock());
      if (found === undefined) {
        // Emails on their way may come back to be tried again.
        picker = createRecipientPicker(id, pacing);
        return finish(writer) ? "over" : { waitMs: SLEEP_MAX_MS };
      }
      if ("waitMs" in found) {
        // At an hourly limit, the next email is one of another newsletter.
        if (isTurnOver && (found.waitMs > LIMIT_WAIT_MAX_MS || pacing.latestOf() === id)) return giveWay();
        return found.isDeferred ? rest(writer, found.waitMs) : found;
      }
      const at = clock().toISOString();
      if (!mayGet(writer, found)) {
        moveRecipient(writer, found, ["waiting", "gone"], { at });
        continue;
      }
      if (!moveRecipient(writer, found, ["waiting", "sending"], { at, triedAt: at })) continue;
      writer.run("UPDATE newsletters SET active_at = ? WHERE id = ?", at, id);
      pacing.count(found.domain, now(), id);
      hasClaimed = true;
      return { recipient: found };
    }
  }

  /** Ends the newsletter if nobody waits and no email is on its way. */
  function finish(writer: Writer): boolean {
    if (!writer.get("SELECT 1 FROM newsletters WHERE id = ? AND waiting + sending = 0", id)) return false;
    const at = clock().toISOString();
    writer.run("UPDATE newsletters SET state = 'sent', ended_at = ?, active_at = ? WHERE id = ?", at, at, id);
    return true;
  }

  function giveWay(): Claim {
    standing = { until: now(), hasNew: true };
    return "over";
  }

  /** Ends until a deferred email is due, so that other newsletters do not wait for it. */
  function rest(writer: Writer, waitMs: number): Claim {
    const isOnItsWay = writer.get("SELECT 1 FROM newsletters WHERE id = ? AND sending > 0", id) !== undefined;
    if (isOnItsWay || waitMs < REST_MIN_MS) return { waitMs };
    if (refused >= (hasSent(writer) ? REFUSED_MAX.allButSome : REFUSED_MAX.allButNone)) pauseFor(writer, "refused");
    else standing = { until: now() + Math.min(waitMs, SLEEP_MAX_MS), hasNew: false };
    return "over";
  }

  const hasSent = (writer: Writer) =>
    writer.get("SELECT 1 FROM newsletters WHERE id = ? AND sent > 0", id) !== undefined;

  function store(writer: Writer, { recipient, result }: Finished): void {
    const at = clock().toISOString();
    switch (result.state) {
      case "accepted":
        moveRecipient(writer, recipient, ["sending", "sent"], { at });
        return;
      case "in-doubt":
        moveRecipient(writer, recipient, ["sending", "in-doubt"], { at, reason: "connection" });
        if (Math.max(doubts, server.doubts) >= DOUBTS_MAX) pauseFor(writer, "in-doubt");
        return;
      case "refused":
        if (result.about === "address" && unknownAddresses.isBelieved(recipient.domain)) {
          moveRecipient(writer, recipient, ["sending", "refused"], { at, reason: result.code });
          onRefusedAddress(writer, recipient, { kind: "hard", code: result.code });
          return;
        }
        if (!storeRetry(writer, recipient, result, at) && result.about === "recipient") {
          onRefusedAddress(writer, recipient, { kind: "soft", code: result.code });
        }
        if (refused >= (hasSent(writer) ? REFUSED_MAX.some : REFUSED_MAX.none)) pauseFor(writer, "refused");
        return;
      case "deferred":
        storeRetry(writer, recipient, result, at);
        return;
      case "failed":
        // Even if the server fails, this email may be the reason: others must not wait behind it.
        if (result.cause === "email") storeRetry(writer, recipient, result, at);
        else moveRecipient(writer, recipient, ["sending", "waiting"], { at, reason: result.code, nextAt: at });
        if (server.rejections >= REJECTIONS_MAX) pauseFor(writer, result.cause === "sign-in" ? "sign-in" : "refused");
        return;
    }
  }

  /** Stores when to try an email again. @returns false if it was tried for long enough */
  function storeRetry(
    writer: Writer,
    recipient: RecipientKey,
    result: Extract<BatchResult, { code: string }>,
    at: string,
  ): boolean {
    const { state, code } = result;
    const row = writer.get<{ tries: number; triedAt: string }>(
      "SELECT tries, tried_at AS triedAt FROM newsletter_recipients WHERE newsletter_id = ? AND domain = ? AND id = ?",
      id,
      recipient.domain,
      recipient.id,
    );
    // A backup that was restored meanwhile may not have it.
    if (row === undefined) return true;
    // A server that was not believed is asked again soon, but not often.
    const isLong = state === "refused" && (result.about !== "address" || row.tries > SOON_TRIES);
    const { minMs, maxMs, triesMin } = RETRY[isLong ? "refused" : "deferred"];
    const age = Math.max(0, Date.parse(at) - Date.parse(row.triedAt));
    if (age >= TRIED_FOR_MS && row.tries >= triesMin && isAboutThem(writer, result, row.triedAt, at)) {
      moveRecipient(writer, recipient, ["sending", "refused"], { at, reason: code });
      return false;
    }
    const nextAt = new Date(Date.parse(at) + Math.min(maxMs, Math.max(minMs, age))).toISOString();
    moveRecipient(writer, recipient, ["sending", "waiting"], { at, reason: code, nextAt });
    return true;
  }

  /** Whether it is the recipient whose email fails, and not the server, which fails at many. Reads all recipients. */
  function isAboutThem(writer: Writer, result: BatchResult, triedAt: string, at: string): boolean {
    if (result.state === "refused" || (result.state === "deferred" && result.isMailbox)) return true;
    const first = Date.parse(triedAt);
    // At the last recipients, no later email can show that the server accepts others.
    const isLong = Date.parse(at) - first >= 2 * TRIED_FOR_MS;
    // Emails that were on their way then prove nothing: the server may have begun to fail in that second.
    const later = new Date(first + ON_ITS_WAY_MS).toISOString();
    const acceptsOthers = hasSentSince(writer, later) || (isLong && hasSent(writer));
    if (result.state === "failed") return acceptsOthers;
    const newsletter = writer.get<{ frozen: number; startedAt: string }>(
      "SELECT frozen, started_at AS startedAt FROM newsletters WHERE id = ?",
      id,
    );
    if (newsletter === undefined) return true;
    // A list that is larger than fourteen daily quotas goes on.
    const lately = new Date(Date.parse(at) - TRIED_FOR_MS).toISOString();
    const isOver = Date.parse(at) - Date.parse(newsletter.startedAt) >= DEFERRED_FOR_MS;
    if (isOver && !hasSentSince(writer, lately)) return true;
    return acceptsOthers && countSlow(writer) < Math.max(DEFERRED_MAX.number, DEFERRED_MAX.share * newsletter.frozen);
  }

  const countSlow = (writer: Writer) =>
    writer.get<{ count: number }>(
      `SELECT count(*) AS count FROM newsletter_recipients
       WHERE newsletter_id = ? AND tries > ? AND state IN ('waiting', 'sent')`,
      id,
      DEFERRED_MAX.tries,
    )?.count ?? 0;

  /**
   * Whether the server has accepted an email since then, so that its failures are about others. Times in the future, of a
   * clock that was wrong, do not count. Reads all recipients.
   */
  const hasSentSince = (writer: Writer, time: string) =>
    writer.get(
      "SELECT 1 FROM newsletter_recipients WHERE newsletter_id = ? AND state = 'sent' AND at BETWEEN ? AND ? LIMIT 1",
      id,
      time,
      clock().toISOString(),
    ) !== undefined;

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
      doubts += 1;
      server.doubts += 1;
      if (server.doubts >= CONNECTIONS) waitForServer("in-doubt");
      return;
    }
    if (result.state === "failed") {
      // Strangers may have added addresses at which the server ends the connection.
      if (result.cause === "email" && recipient.isNew) picker.startOver();
      waitForServer(result.code, result.cause === "sign-in" || result.cause === "sender");
      return;
    }
    doubts = 0;
    Object.assign(server, { doubts: 0, rejections: 0, failures: 0 });
    if (result.state === "refused" && recipient.isNew) {
      refused += 1;
      if (refused % REFUSED_PROBE === 0) picker.startOver();
    }
    if (result.state === "refused" && result.about === "address") unknownAddresses.count(recipient);
    if (result.state === "accepted") {
      unknownAddresses.accept(domain);
      refused = Math.max(0, refused - REFUSED_PER_ACCEPTED);
      pacing.relax(domain);
    }
    if (result.state === "deferred" && !result.isMailbox) pacing.slow(domain, now());
  }

  function waitForServer(reason: string, isRejected = false): void {
    // Each connection notices the same failure: it counts once.
    if (server.waitUntil > now()) return;
    server.failures += 1;
    server.rejections = isRejected ? server.rejections + 1 : 0;
    const pause = SERVER_RETRY_MS[Math.min(server.failures, SERVER_RETRY_MS.length) - 1] ?? SERVER_RETRY_MS[0];
    server.waitUntil = now() + pause;
    log.warn({ newsletter: id, reason }, "a newsletter waits: the mail server fails");
  }

  async function send(connection: BatchConnection, recipient: RecipientKey): Promise<BatchResult> {
    let email: PreparedEmail;
    try {
      email = await prepare(recipient);
    } catch (error) {
      if (isNeverTaken(error)) return { state: "refused", code: "address", about: "address" };
      log.error({ err: error, newsletter: id }, "an email of a newsletter could not be composed");
      return { state: "failed", code: "compose", cause: "server" };
    }
    if (isGivingUp) return { state: "failed", code: "EABORTED", cause: "server" };
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
    // The results of connections that ended last count too.
    return standing && { ...standing, refused, doubts };
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
