import { setImmediate as nextTurn } from "node:timers/promises";
import type { Audience, LeftOutReason, Segment } from "@porchlight/protocol/newsletters.ts";
import type { Reader, SqlValue, Writer } from "../../../data/statements.ts";
import type { AddressQuery } from "../../shared/address-query.ts";
import type { NewsletterList } from "../list.ts";

/** Queries of segments to other services. */
export type SegmentQueries = {
  /** Addresses that bought something. */
  buyers(bought: NonNullable<Segment["bought"]>): AddressQuery;
  /** Addresses that asked for emails about new shows near a town. */
  townFans(town: string): AddressQuery;
  /** A query that yields the towns, in a column `town`. */
  towns: string;
};

/** First and last instant of a day, as text that compares like `subscribed_at`. */
const dayBegins = (day: string) => `${day}T00:00:00`;
const dayEnds = (day: string) => `${day}T24`;

const BLOCKED = (kind: "complaint" | "other") =>
  `email IN (SELECT email FROM bounces WHERE is_blocking = 1 AND lifted_at IS NULL AND kind ${kind === "complaint" ? "=" : "<>"} 'complaint')`;

/** Whether a bounce or a complaint blocks an address. */
export const IS_BLOCKED = "SELECT 1 FROM bounces WHERE email = ? AND is_blocking = 1 AND lifted_at IS NULL";

/**
 * Names the reason why a subscriber gets no newsletter, or NULL for a recipient. Somebody who unsubscribed is counted as
 * that, whatever else is true.
 */
function reasonFor(segment: Segment, queries: SegmentQueries): AddressQuery {
  const { sql, values } = segmentQuery(segment, queries);
  return {
    sql: `CASE WHEN status <> 'active' THEN 'unsubscribed' WHEN NOT (${sql}) THEN 'segment'
      WHEN ${BLOCKED("complaint")} THEN 'complained' WHEN ${BLOCKED("other")} THEN 'bounced' END`,
    values,
  };
}

function segmentQuery({ sources, from, to, bought, town }: Segment, queries: SegmentQueries): AddressQuery {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const add = (condition: string, ...bound: SqlValue[]) => {
    conditions.push(condition);
    values.push(...bound);
  };
  const addQuery = ({ sql, values: bound }: AddressQuery) => add(`email IN (${sql})`, ...bound);
  if (sources !== undefined) add("source IN (SELECT value FROM json_each(?))", JSON.stringify(sources));
  if (from !== undefined) add("subscribed_at >= ?", dayBegins(from));
  if (to !== undefined) add("subscribed_at <= ?", dayEnds(to));
  if (bought !== undefined) addQuery(queries.buyers(bought));
  if (town !== undefined) addQuery(queries.townFans(town));
  return { sql: conditions.length === 0 ? "true" : conditions.join(" AND "), values };
}

/** Number of ids of the list that one step counts, so that no step holds up other requests. */
const STEP_IDS = 4_000;

type Counts = Map<LeftOutReason | null, number>;

/** Counts who would get a newsletter now. */
export async function countAudience(
  reader: Reader,
  { table }: Pick<NewsletterList, "table">,
  segment: Segment,
  queries: SegmentQueries,
): Promise<Audience> {
  const counts: Counts = new Map();
  const query = reasonFor(segment, queries);
  const last = reader.get<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`)?.id ?? 0;
  for (let from = 0; from < last; from += STEP_IDS) {
    addCounts(counts, reader, { table, query, from, to: from + STEP_IDS });
    await nextTurn();
  }
  return toAudience(counts);
}

function addCounts(
  counts: Counts,
  reader: Reader,
  { table, query, from, to }: { table: string; query: AddressQuery; from: number; to: number },
): void {
  const rows = reader.all<{ reason: LeftOutReason | null; count: number }>(
    `SELECT ${query.sql} AS reason, count(*) AS count FROM ${table} WHERE id > ? AND id <= ? GROUP BY reason`,
    ...query.values,
    from,
    to,
  );
  for (const { reason, count } of rows) counts.set(reason, (counts.get(reason) ?? 0) + count);
}

function toAudience(counts: Counts): Audience {
  return {
    recipients: counts.get(null) ?? 0,
    leftOut: [...counts].flatMap(([reason, count]) => (reason === null ? [] : [{ reason, count }])),
  };
}

/**
 * Freezes the recipients of a newsletter, in one transaction. People who join the list later are not among them.
 *
 * @returns how many
 */
export function freezeRecipients(
  writer: Writer,
  id: number,
  { table, isHosted }: Pick<NewsletterList, "table" | "isHosted">,
  segment: Segment,
  queries: SegmentQueries,
): number {
  const query = reasonFor(segment, queries);
  const counts: Counts = new Map();
  addCounts(counts, writer, { table, query, from: 0, to: Number.MAX_SAFE_INTEGER });
  for (const { reason, count } of toAudience(counts).leftOut) {
    writer.run("INSERT INTO newsletter_left_out (newsletter_id, reason, count) VALUES (?, ?, ?)", id, reason, count);
  }
  // Added in the order of the primary key, a million rows take seconds instead of half a minute.
  const frozen = writer.run(
    `INSERT INTO newsletter_recipients (newsletter_id, id, domain, email, token)
     SELECT ?, id, substr(email, instr(email, '@') + 1) AS domain, email, ${isHosted ? "token" : "NULL"}
     FROM ${table} WHERE (${query.sql}) IS NULL ORDER BY domain, id`,
    id,
    ...query.values,
  );
  writer.run("UPDATE newsletters SET frozen = ?, waiting = ? WHERE id = ?", frozen, frozen, id);
  return frozen;
}

/** Removes the recipients of a newsletter that has not begun. */
export function removeRecipients(writer: Writer, id: number): void {
  writer.run("UPDATE newsletters SET frozen = 0, waiting = 0, gone = 0 WHERE id = ?", id);
  writer.run("DELETE FROM newsletter_recipients WHERE newsletter_id = ?", id);
  writer.run("DELETE FROM newsletter_left_out WHERE newsletter_id = ?", id);
}
