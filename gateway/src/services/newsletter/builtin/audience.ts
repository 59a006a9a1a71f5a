import type { Audience, LeftOutReason, Segment } from "@porchlight/protocol/newsletters.ts";
import type { Reader, SqlValue, Writer } from "../../../data/statements.ts";
import type { AddressQuery } from "../../shared/address-query.ts";
import type { NewsletterList } from "../list.ts";

/** What segments can ask other services. */
export type SegmentQueries = {
  /** Addresses that bought something. */
  buyers(bought: NonNullable<Segment["bought"]>): AddressQuery;
  /** Addresses that asked to hear of new shows near a town. */
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

/** Counts who would get a newsletter now. */
export function countAudience(
  reader: Reader,
  { table }: Pick<NewsletterList, "table">,
  segment: Segment,
  queries: SegmentQueries,
): Audience {
  const { sql, values } = reasonFor(segment, queries);
  const rows = reader.all<{ reason: LeftOutReason | null; count: number }>(
    `SELECT ${sql} AS reason, count(*) AS count FROM ${table} GROUP BY reason`,
    ...values,
  );
  return {
    recipients: rows.find(({ reason }) => reason === null)?.count ?? 0,
    leftOut: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
  };
}

/**
 * Freezes the recipients of a newsletter. People who join the list later are not among them.
 *
 * @returns how many
 */
export function freezeRecipients(
  writer: Writer,
  id: number,
  list: Pick<NewsletterList, "table" | "isHosted">,
  segment: Segment,
  queries: SegmentQueries,
): number {
  const { leftOut } = countAudience(writer, list, segment, queries);
  const { sql, values } = reasonFor(segment, queries);
  const frozen = writer.run(
    `INSERT INTO newsletter_recipients (newsletter_id, domain, email, token)
     SELECT ?, substr(email, instr(email, '@') + 1), email, ${list.isHosted ? "token" : "NULL"}
     FROM ${list.table} WHERE (${sql}) IS NULL`,
    id,
    ...values,
  );
  for (const { reason, count } of leftOut) {
    writer.run("INSERT INTO newsletter_left_out (newsletter_id, reason, count) VALUES (?, ?, ?)", id, reason, count);
  }
  writer.run("UPDATE newsletters SET frozen = ?, waiting = ? WHERE id = ?", frozen, frozen, id);
  return frozen;
}
