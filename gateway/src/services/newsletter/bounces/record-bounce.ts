import type { Bounce } from "@porchlight/protocol/newsletters.ts";
import type { Writer } from "../../../data/statements.ts";
import { domainOf } from "../builtin/recipients.ts";

const DAY_MS = 24 * 60 * 60_000;
/** An address is blocked after this many temporary failures within this many days. */
const SOFT_MAX = 3;
const SOFT_DAYS = 14;
/**
 * What a provider has against the sender: codes about policy, and Postmark's names. It says nothing about the address.
 * Source: RFC 3463 §3.8.
 */
const ABOUT_SENDER = /^(?:[45]\.7\.|(?:DMARCPolicy|Blocked|SpamNotification)$)/;
/**
 * So many bounces of a newsletter are believed, at one domain and everywhere, and such a share of its recipients. More are
 * an outage of a provider, in which fans stay on the list.
 */
const BELIEVED_MAX = {
  hard: { domain: 3, everywhere: 5, share: 0.2 },
  soft: { domain: 3, everywhere: 5, share: 0.02 },
} as const;
/**
 * After `min` days an outage is over, and an address that still does not exist is blocked. A bounce that is older than
 * `max` days counts only if it is of the newsletter before, because some owners send four a year.
 */
const STILL_DAYS = { min: 6, max: 60 } as const;

/** A bounced email, or a complaint about one. `newsletterId`: absent if nobody knows which. */
export type NewBounce = Pick<Bounce, "email" | "kind" | "at" | "reason"> & { newsletterId: number | undefined };

/**
 * Stores a bounce. An address is blocked at once if its owner complained or it does not exist, and after three emails in
 * 14 days if it could not be reached. While unusually many emails of a newsletter come back, an address is blocked only
 * if it did not exist some days before either. A second report about the same email changes nothing.
 */
export function recordBounce(writer: Writer, bounce: NewBounce): void {
  const { email, kind, at, reason, newsletterId } = bounce;
  const same = writer.get(
    "SELECT 1 FROM bounces WHERE email = ? AND kind = ? AND newsletter_id IS ? AND (newsletter_id IS NOT NULL OR at = ?)",
    email,
    kind,
    newsletterId ?? null,
    at,
  );
  if (same) return;
  writer.run(
    "INSERT INTO bounces (email, kind, is_blocking, at, reason, newsletter_id) VALUES (?, ?, ?, ?, ?, ?)",
    email,
    kind,
    isBlocking(writer, bounce) ? 1 : 0,
    at,
    reason,
    newsletterId ?? null,
  );
}

function isBlocking(writer: Writer, bounce: NewBounce): boolean {
  const { email, kind, at, reason, newsletterId } = bounce;
  if (kind === "complaint") return true;
  if (kind === "soft" && (ABOUT_SENDER.test(reason) || countSoft(writer, email, at) + 1 < SOFT_MAX)) return false;
  const outage = newsletterId === undefined ? undefined : findOutage(writer, email, kind, newsletterId);
  if (outage === undefined || newsletterId === undefined) return true;
  if (kind === "soft") return false;
  const daysBefore = (days: number) => new Date(Date.parse(at) - days * DAY_MS).toISOString();
  const previous = writer.get<{ id: number }>(PREVIOUS, newsletterId)?.id ?? null;
  const earlier = [daysBefore(STILL_DAYS.max), daysBefore(STILL_DAYS.min), previous] as const;
  // Those who were believed before may be there.
  writer.run(TAKE_BACK, ...earlier, newsletterId, outage);
  return writer.get(bouncedEarlier("?4"), ...earlier, email) !== undefined;
}

/** The newsletter before, without those to a small part of the list, which few of the addresses got. */
const PREVIOUS = `
  SELECT before.id FROM newsletters AS before JOIN newsletters AS this ON this.id = ?
  WHERE before.started_at < this.started_at AND (before.sent + before.refused) * 2 >= this.frozen
  ORDER BY before.started_at DESC LIMIT 1`;

const bouncedEarlier = (email: string) => `
  SELECT 1 FROM bounces AS earlier
  WHERE earlier.email = ${email} AND earlier.kind = 'hard' AND earlier.lifted_at IS NULL
    AND earlier.at <= ?2 AND (earlier.at >= ?1 OR earlier.newsletter_id = ?3)`;

/** Takes back the blocks of a newsletter, at one domain or everywhere, except of addresses that bounced earlier too. */
const TAKE_BACK = `
  UPDATE bounces SET is_blocking = 0
  WHERE newsletter_id = ?4 AND kind = 'hard' AND is_blocking = 1 AND ?5 IN ('', substr(email, instr(email, '@') + 1))
    AND NOT EXISTS (${bouncedEarlier("bounces.email")})`;

/**
 * Where unusually many of a newsletter's emails have come back: at the domain of an address, or everywhere, which is the
 * empty text; undefined if nowhere.
 */
function findOutage(writer: Writer, email: string, kind: "hard" | "soft", newsletterId: number): string | undefined {
  const max = BELIEVED_MAX[kind];
  const domain = domainOf(email);
  const count = (sql: string, ...values: (string | number)[]) =>
    writer.get<{ everywhere: number; there: number }>(sql, newsletterId, ...values) ?? { everywhere: 0, there: 0 };
  const bounced = count(
    `SELECT count(*) AS everywhere, count(*) FILTER (WHERE substr(email, instr(email, '@') + 1) = ?3) AS there
     FROM bounces WHERE newsletter_id = ?1 AND kind = ?2`,
    kind,
    domain,
  );
  const recipients = count(
    `SELECT frozen AS everywhere,
       (SELECT count(*) FROM newsletter_recipients WHERE newsletter_id = ?1 AND domain = ?2) AS there
     FROM newsletters WHERE id = ?1`,
    domain,
  );
  if (bounced.everywhere >= Math.max(max.everywhere, max.share * recipients.everywhere)) return "";
  return bounced.there >= Math.max(max.domain, max.share * recipients.there) ? domain : undefined;
}

function countSoft(writer: Writer, email: string, at: string): number {
  const since = new Date(Date.parse(at) - SOFT_DAYS * DAY_MS).toISOString();
  const rows = writer.all<{ reason: string }>(
    "SELECT reason FROM bounces WHERE email = ? AND kind = 'soft' AND at > ? AND lifted_at IS NULL",
    email,
    since,
  );
  return rows.filter(({ reason }) => !ABOUT_SENDER.test(reason)).length;
}
