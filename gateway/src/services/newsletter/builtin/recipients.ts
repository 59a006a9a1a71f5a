import type { Recipient, RecipientState, Recipients } from "@porchlight/protocol/newsletters.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { Reader, Writer } from "../../../data/statements.ts";

/** Where a recipient's email is, as it is stored. */
type StoredState = "waiting" | "sending" | "sent" | "refused" | "in-doubt" | "gone";

/** The column of a newsletter that counts the recipients in a state. */
const COUNTERS: Record<StoredState, string> = {
  waiting: "waiting",
  sending: "sending",
  sent: "sent",
  refused: "refused",
  "in-doubt": "in_doubt",
  gone: "gone",
};
const STORED: Record<RecipientState, StoredState> = {
  waiting: "waiting",
  sent: "sent",
  refused: "refused",
  "in-doubt": "in-doubt",
  left: "gone",
};

/** The states of few recipients, which have an index. A query uses it if it repeats this condition word for word. */
export const SPECIAL = "state IN ('refused', 'in-doubt', 'gone')";
const isSpecial = (state: StoredState) => state !== "waiting" && state !== "sending" && state !== "sent";
const inState = (state: StoredState) => (isSpecial(state) ? `state = ? AND ${SPECIAL}` : "state = ?");

/** Maximum number of recipients in one page. */
const PAGE_ROWS = 100;

/** Which recipient of which newsletter. */
export type RecipientKey = { newsletterId: number; id: number; domain: string; email: string };

/** What is stored with a state: the reason and, for a deferred email, the time of the next try. */
type Change = { at: string; reason?: string; nextAt?: string; triedAt?: string };

/**
 * Sets a recipient's state. Somebody who was removed from the list has no address any more; the row keeps the domain only
 * while it is found by it.
 */
const SET_STATE = `
  state = ?1, at = ?2,
  domain = CASE WHEN email = '' AND ?1 NOT IN ('waiting', 'sending') THEN '' ELSE domain END`;
const MOVE = `
  UPDATE newsletter_recipients
  SET ${SET_STATE}, reason = ?, next_at = ?, tries = tries + ?, tried_at = coalesce(tried_at, ?)
  WHERE newsletter_id = ? AND domain = ? AND id = ? AND state = ?`;

/** The part of an address after its only `@`. audience.ts has the same in SQL. */
export function domainOf(email: string): string {
  return email.slice(email.indexOf("@") + 1);
}

/**
 * Moves a recipient to another state, and counts that.
 *
 * @returns whether it was in the state `from`
 */
export function moveRecipient(
  writer: Writer,
  { newsletterId, domain, id }: RecipientKey,
  [from, to]: readonly [from: StoredState, to: StoredState],
  { at, reason, nextAt, triedAt }: Change,
): boolean {
  const isTry = triedAt === undefined ? 0 : 1;
  const values = [to, at, reason ?? null, nextAt ?? null, isTry, triedAt ?? null, newsletterId, domain, id, from];
  if (writer.run(MOVE, ...values) === 0) return false;
  count(writer, newsletterId, [from, to], 1);
  return true;
}

/**
 * Moves all recipients of a newsletter that are in a state, or some of them.
 *
 * @returns how many
 */
export function moveRecipients(
  writer: Writer,
  newsletterId: number,
  [from, to]: readonly [from: StoredState, to: StoredState],
  { at, emails, nextAt }: { at: string; emails?: readonly string[] | undefined; nextAt?: string },
): number {
  const some = emails === undefined ? "" : " AND email IN (SELECT value FROM json_each(?))";
  const sql = `UPDATE newsletter_recipients SET ${SET_STATE}, next_at = ? WHERE newsletter_id = ? AND ${inState(from)}${some}`;
  const moved = writer.run(
    sql,
    to,
    at,
    nextAt ?? null,
    newsletterId,
    from,
    ...(emails === undefined ? [] : [JSON.stringify(emails)]),
  );
  if (moved > 0) count(writer, newsletterId, [from, to], moved);
  return moved;
}

/** Makes all deferred recipients of a newsletter due. */
export function endDeferrals(writer: Writer, newsletterId: number, at: string): void {
  writer.run(
    "UPDATE newsletter_recipients SET next_at = ? WHERE newsletter_id = ? AND next_at > ? AND state = 'waiting'",
    at,
    newsletterId,
    at,
  );
}

function count(writer: Writer, id: number, [from, to]: readonly [StoredState, StoredState], number: number): void {
  if (from === to) return;
  writer.run(
    `UPDATE newsletters SET ${COUNTERS[from]} = ${COUNTERS[from]} - ?, ${COUNTERS[to]} = ${COUNTERS[to]} + ? WHERE id = ?`,
    number,
    number,
    id,
  );
}

/**
 * Takes an address out of newsletters and bounces. Migration 39 does it for the list in this file; this is for a list
 * elsewhere, and for rows with another id than the subscriber's. It reads all recipients at the address's domain.
 */
export function forgetRecipient(writer: Writer, email: string): void {
  writer.run(
    `UPDATE newsletter_recipients
     SET email = '', domain = CASE WHEN state IN ('waiting', 'sending') THEN domain ELSE '' END
     WHERE newsletter_id IN (SELECT id FROM newsletters) AND domain = ? AND email = ?`,
    domainOf(email),
    email,
  );
  writer.run("UPDATE bounces SET email = '' WHERE email = ?", email);
}

/** One page of the recipients in a state, without those who were removed since. @param after the `next` of the previous page */
export function listRecipients(reader: Reader, id: number, state: RecipientState, after = "0"): Recipients {
  const rows = reader.all<{ id: number; email: string; at: string | null; reason: string | null }>(
    `SELECT id, email, at, reason FROM newsletter_recipients
     WHERE newsletter_id = ? AND ${inState(STORED[state])} AND id > ? AND email <> '' ORDER BY id LIMIT ?`,
    id,
    STORED[state],
    Number(after),
    PAGE_ROWS,
  );
  const recipients = rows.map(
    ({ email, at, reason }): Recipient => ({ email, state, at: at ?? "", ...(reason !== null && { reason }) }),
  );
  return { recipients, next: rows.length < PAGE_ROWS ? null : String(rows.at(-1)?.id) };
}

/** A recipient whose id is that of a present subscriber, one step for each newsletter. */
const BY_SUBSCRIBER = `domain = ? AND recipients.id = (SELECT id FROM ${SUBSCRIBERS_TABLE} WHERE email = ?) AND email = ?`;
/** A recipient from a list elsewhere. The index needs both conditions. */
const BY_ADDRESS = "token IS NOT NULL AND email = ?";
const WAS_SENT = "recipients.state IN ('sending', 'sent', 'in-doubt')";

/**
 * The latest newsletter that went to an address, which is on the list. It takes the same time however many recipients
 * there are, and does not find somebody who was removed from the list.
 */
export function findLatestSent(reader: Reader, email: string): number | undefined {
  const latest = (from: string, condition: string, ...values: string[]) =>
    reader.get<{ id: number }>(
      `SELECT newsletters.id FROM ${from}
       WHERE ${condition} AND ${WAS_SENT} ORDER BY newsletters.started_at DESC LIMIT 1`,
      ...values,
    );
  // With CROSS JOIN, SQLite reads the tables in this order.
  const recipients = "newsletter_recipients AS recipients";
  const each = `newsletters CROSS JOIN ${recipients} ON newsletter_id = newsletters.id`;
  const some = `${recipients} CROSS JOIN newsletters ON newsletter_id = newsletters.id`;
  const found = latest(each, BY_SUBSCRIBER, domainOf(email), email, email) ?? latest(some, BY_ADDRESS, email);
  return found?.id;
}

/** Whether an address, which is on the list, is a recipient of a newsletter. As quick as {@link findLatestSent}. */
export function isRecipient(reader: Reader, newsletterId: number, email: string): boolean {
  const find = (condition: string, ...values: string[]) =>
    reader.get(
      `SELECT 1 FROM newsletter_recipients AS recipients WHERE newsletter_id = ? AND ${condition}`,
      newsletterId,
      ...values,
    );
  return (find(BY_SUBSCRIBER, domainOf(email), email, email) ?? find(BY_ADDRESS, email)) !== undefined;
}
