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
 * So many bounces of a newsletter at one domain are believed, and such a share of its recipients there if they say that
 * an address does not exist. More are an outage of the provider, in which nobody must leave the list.
 */
const BELIEVED_MAX = { number: 3, share: { hard: 0.2, soft: 0 } } as const;

/** A bounced email, or a complaint about one. `newsletterId`: absent if nobody knows which. */
export type NewBounce = Pick<Bounce, "email" | "kind" | "at" | "reason"> & { newsletterId: number | undefined };

/**
 * Stores a bounce. An address is blocked at once if it does not exist or its owner complained, and after three emails in
 * 14 days if it could not be reached. While unusually many addresses of a domain bounce, one that does not exist is
 * blocked only at its second newsletter. A second report about the same email changes nothing.
 */
export function recordBounce(writer: Writer, { email, kind, at, reason, newsletterId }: NewBounce): void {
  const same = writer.get(
    "SELECT 1 FROM bounces WHERE email = ? AND kind = ? AND newsletter_id IS ? AND (newsletter_id IS NOT NULL OR at = ?)",
    email,
    kind,
    newsletterId ?? null,
    at,
  );
  if (same) return;
  const isBlocking =
    kind === "complaint" ||
    (kind === "hard"
      ? isBelieved(writer, email, kind, newsletterId) || hasBounced(writer, email)
      : !ABOUT_SENDER.test(reason) &&
        countSoft(writer, email, at) + 1 >= SOFT_MAX &&
        isBelieved(writer, email, kind, newsletterId));
  writer.run(
    "INSERT INTO bounces (email, kind, is_blocking, at, reason, newsletter_id) VALUES (?, ?, ?, ?, ?, ?)",
    email,
    kind,
    isBlocking ? 1 : 0,
    at,
    reason,
    newsletterId ?? null,
  );
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

/** Whether an earlier email to the address came back because there is no such address. */
function hasBounced(writer: Writer, email: string): boolean {
  return (
    writer.get("SELECT 1 FROM bounces WHERE email = ? AND kind = 'hard' AND lifted_at IS NULL LIMIT 1", email) !==
    undefined
  );
}

/** Whether no unusual number of a newsletter's emails to this domain has come back. An imported bounce has none. */
function isBelieved(writer: Writer, email: string, kind: "hard" | "soft", newsletterId: number | undefined): boolean {
  if (newsletterId === undefined) return true;
  const domain = domainOf(email);
  const count = (sql: string) => writer.get<{ count: number }>(sql, newsletterId, domain)?.count ?? 0;
  const recipients = count(
    "SELECT count(*) AS count FROM newsletter_recipients WHERE newsletter_id = ? AND domain = ?",
  );
  const bounced = count(
    `SELECT count(*) AS count FROM bounces
     WHERE newsletter_id = ? AND kind <> 'complaint' AND substr(email, instr(email, '@') + 1) = ?`,
  );
  return bounced < Math.max(BELIEVED_MAX.number, BELIEVED_MAX.share[kind] * recipients);
}
