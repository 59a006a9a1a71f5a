import type { Writer } from "../../../data/statements.ts";
import type { Pacing } from "./pacing.ts";
import type { RecipientKey } from "./recipients.ts";

/**
 * The domains of a newsletter's recipients: first the one whose subscriber is on the list for longest, last those that a
 * stranger may have added lately. Skips from one to the next in the primary key.
 */
const DOMAINS = `
  WITH RECURSIVE domains (domain) AS (
    SELECT min(domain) FROM newsletter_recipients WHERE newsletter_id = ?1
    UNION ALL
    SELECT (SELECT min(domain) FROM newsletter_recipients WHERE newsletter_id = ?1 AND domain > domains.domain)
    FROM domains WHERE domains.domain IS NOT NULL
  )
  SELECT domain FROM domains WHERE domain IS NOT NULL
  ORDER BY (SELECT min(id) FROM newsletter_recipients WHERE newsletter_id = ?1 AND domain = domains.domain)`;
const NEXT = `
  SELECT id, email FROM newsletter_recipients
  WHERE newsletter_id = ? AND domain = ? AND id > ? AND state = 'waiting' AND next_at IS NULL
  ORDER BY id LIMIT 1`;
const DUE = `
  SELECT id, domain, email, next_at AS nextAt FROM newsletter_recipients
  WHERE newsletter_id = ? AND next_at IS NOT NULL AND state = 'waiting'
    AND domain NOT IN (SELECT value FROM json_each(?)) ORDER BY next_at LIMIT ?`;

/** The longest time until a deferred email is tried again, in milliseconds. */
export const RETRY_MAX_MS = 2 * 60 * 60_000;
/** Deferred recipients that are looked at with one query. */
const DEFERRED_AT_ONCE = 50;
/** Most queries for one pick. Each leaves out the domains that have to wait. */
const QUERIES_MAX = 5;
/** How long no deferred recipients are looked for after all that were found had to wait, in milliseconds. */
const DEFERRED_REST_MS = 1_000;

/** Finds one recipient of a newsletter after another. */
interface RecipientPicker {
  /**
   * Finds the next recipient whose email may be sent now: a new one, and a deferred one that is due, in turn. So neither
   * a few addresses that are always deferred nor a long list delays the others. A new one is of one domain after the
   * other, and every second time of the oldest, so that strangers with many domains cannot delay the list.
   *
   * @param now milliseconds on the steady clock of the pacing
   * @param time the wall clock's time
   * @returns a recipient; or in how many milliseconds there may be one; undefined if none is waiting
   */
  pick(writer: Writer, now: number, time: Date): PickedRecipient | Rest | undefined;
  /** Makes the next recipient a new one of the first domain, or of the last in turn. */
  startOver(): void;
}

/** `isNew`: this is its first try. */
export type PickedRecipient = RecipientKey & { isNew: boolean };

/** In how many milliseconds there may be a recipient. `isDeferred`: only deferred ones are left. */
type Rest = { waitMs: number; isDeferred: boolean };

/** The domains that still have recipients, in turn, each with the recipient that was picked last. */
type Turn = { domain: string; last: number };

/** @param hasNew whether there may be recipients that were not tried yet; looking for them takes time */
export function createRecipientPicker(newsletterId: number, pacing: Pacing, hasNew = true): RecipientPicker {
  let turns: Turn[] | undefined = hasNew ? undefined : [];
  let at = 0;
  let deferredFrom = 0;
  let deferredDue = 0;
  let isNewFirst = false;
  let isStartingOver = false;
  let isFromLast = true;
  let isOldest = false;

  function pickDeferred(writer: Writer, now: number, time: Date): PickedRecipient | { waitMs: number } | undefined {
    if (deferredFrom > now) return { waitMs: deferredDue - now };
    const slow = new Set<string>();
    let waitMs = Number.POSITIVE_INFINITY;
    for (let query = 0; query < QUERIES_MAX; query += 1) {
      const rows = writer.all<{ id: number; domain: string; email: string; nextAt: string }>(
        DUE,
        newsletterId,
        JSON.stringify([...slow]),
        DEFERRED_AT_ONCE,
      );
      for (const { id, domain, email, nextAt } of rows) {
        const ahead = Date.parse(nextAt) - time.getTime();
        // A clock that was set back must delay no email for long.
        const wait = Math.max(pacing.nextTo(domain) - now, ahead > RETRY_MAX_MS ? 0 : ahead);
        if (wait <= 0) return { newsletterId, id, domain, email, isNew: false };
        waitMs = Math.min(waitMs, wait);
        slow.add(domain);
      }
      if (rows.length < DEFERRED_AT_ONCE) break;
    }
    if (waitMs === Number.POSITIVE_INFINITY) return undefined;
    deferredDue = now + waitMs;
    deferredFrom = now + Math.min(waitMs, DEFERRED_REST_MS);
    return { waitMs };
  }

  function pickNew(writer: Writer, now: number): PickedRecipient | { waitMs: number } | undefined {
    turns ??= writer.all<{ domain: string }>(DOMAINS, newsletterId).map(({ domain }) => ({ domain, last: 0 }));
    if (isStartingOver) at = isFromLast ? turns.length - 1 : 0;
    isOldest = !isOldest && !isStartingOver;
    let next = isOldest ? 0 : at;
    let waitMs = Number.POSITIVE_INFINITY;
    for (let passed = 0; passed < turns.length; ) {
      next = next < turns.length ? next : 0;
      // `next` is an index of `turns`, which is not empty.
      const turn = turns[next]!;
      const wait = pacing.nextTo(turn.domain) - now;
      if (wait > 0) {
        waitMs = Math.min(waitMs, wait);
        passed += 1;
        next += 1;
        continue;
      }
      const found = writer.get<{ id: number; email: string }>(NEXT, newsletterId, turn.domain, turn.last);
      if (found === undefined) {
        turns.splice(next, 1);
        if (next < at) at -= 1;
        continue;
      }
      turn.last = found.id;
      if (!isOldest) at = next + 1;
      return { newsletterId, domain: turn.domain, ...found, isNew: true };
    }
    return turns.length === 0 ? undefined : { waitMs };
  }

  return {
    pick(writer, now, time) {
      const spaced = pacing.next() - now;
      if (spaced > 0) return { waitMs: spaced, isDeferred: false };
      isNewFirst = !isNewFirst || isStartingOver;
      let fresh = isNewFirst ? pickNew(writer, now) : undefined;
      isStartingOver = false;
      if (fresh !== undefined && "email" in fresh) return fresh;
      const deferred = pickDeferred(writer, now, time);
      if (deferred !== undefined && "email" in deferred) return deferred;
      if (!isNewFirst) fresh = pickNew(writer, now);
      if (fresh !== undefined && "email" in fresh) return fresh;
      if (fresh === undefined && deferred === undefined) return undefined;
      // Neither result is a recipient, so each that exists says how long to wait.
      const waits = [fresh, deferred].flatMap((found) =>
        found !== undefined && "waitMs" in found ? [found.waitMs] : [],
      );
      return { waitMs: Math.min(...waits), isDeferred: fresh === undefined };
    },
    startOver() {
      isFromLast = isStartingOver ? isFromLast : !isFromLast;
      isStartingOver = true;
    },
  };
}
