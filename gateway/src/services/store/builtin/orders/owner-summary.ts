import type { Reader, Writer } from "../../../../data/statements.ts";
import { hasPassed } from "../../../../lib/has-passed.ts";
import type { OrderEvent } from "./order-event.ts";
import { orderById } from "./stored-orders.ts";

/** Emails about single orders that the owner gets in an hour. One summary reports all further events. */
export const OWNER_EMAILS_AN_HOUR = 20;
const HOUR_MS = 60 * 60 * 1_000;
/** Maximum number of events that one summary lists. It only counts the others. */
const NAMED_AT_MOST = 50;

/** Events of one summary. `unnamed` is the number of events that `events` does not list. */
export type OwnerSummary = { events: readonly OrderEvent[]; unnamed: number };

/**
 * Decides whether the owner gets a separate email about one more event. After too many in an hour, all events go into
 * the summary until it is written.
 *
 * @param clock the wall clock, as for times in the data file
 */
export function createOwnerEmailLimit(clock: () => Date): (reader: Reader) => boolean {
  const sentAt: number[] = [];
  return (reader) => {
    const now = clock().getTime();
    while (sentAt[0] !== undefined && hasPassed(sentAt[0], now, HOUR_MS)) sentAt.shift();
    const isSummaryDue = reader.get("SELECT 1 FROM owner_summary LIMIT 1") !== undefined;
    if (isSummaryDue || sentAt.length >= OWNER_EMAILS_AN_HOUR) return false;
    sentAt.push(now);
    return true;
  };
}

/** Adds an event to the summary, inside the change of its order. @param now ISO 8601, UTC */
export function addToSummary(writer: Writer, { type, order }: OrderEvent, now: string): void {
  writer.run("INSERT INTO owner_summary (order_id, type, at) VALUES (?, ?, ?)", order.id, type, now);
}

/** The summary that is due now, and the id of its last entry; undefined until an hour after the first entry. */
export function summaryDue(reader: Reader, now: Date): { summary: OwnerSummary; upTo: number } | undefined {
  const all = reader.get<{ count: number; first: string | null; last: number | null }>(
    "SELECT count(*) AS count, min(at) AS first, max(id) AS last FROM owner_summary",
  );
  if (!all || all.first === null || all.last === null) return undefined;
  if (!hasPassed(Date.parse(all.first), now.getTime(), HOUR_MS)) return undefined;
  const events = reader
    .all<{ order_id: number; type: OrderEvent["type"] }>(
      `SELECT order_id, type FROM owner_summary ORDER BY id LIMIT ${NAMED_AT_MOST}`,
    )
    .flatMap(({ order_id, type }) => {
      const order = orderById(reader, order_id);
      return order ? [{ type, order }] : [];
    });
  return { summary: { events, unnamed: all.count - events.length }, upTo: all.last };
}

/** Removes entries whose summary is written. */
export function removeFromSummary(writer: Writer, upTo: number): void {
  writer.run("DELETE FROM owner_summary WHERE id <= ?", upTo);
}
