import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { Reader } from "../../../data/statements.ts";
import type { Condition } from "../postgrest/conditions.ts";
import { parseTimestamp } from "../timestamps.ts";
import { columnsIn, type PlainTest, plainTest } from "./conjuncts.ts";
import { walkAlong } from "./walks.ts";
import { whereOf } from "./where.ts";

/** Table of how many joined on a day from a source, by status; triggers keep it. */
export const COUNTS_TABLE = "newsletter_subscriber_counts";

const BEFORE = new Set(["lt", "lte"]);
const SINCE = new Set(["gt", "gte"]);

/** Whether the stored counts can answer for a condition: one of source and status alone, or a bound in time. */
export function isCounted(condition: Condition): boolean {
  if (columnsIn(condition).every((column) => column === "source" || column === "status")) return true;
  const test = plainTest(condition);
  return test?.column === "subscribed_at" && (BEFORE.has(test.operator) || SINCE.has(test.operator));
}

/**
 * Counts rows from the stored counts of each day; only the days that a bound divides are counted row by row.
 *
 * @param conjuncts each one passes {@link isCounted}
 */
export function countFromDays(reader: Reader, conjuncts: readonly Condition[]): number {
  const bounds = conjuncts.flatMap((condition) => {
    const test = plainTest(condition);
    return test?.column === "subscribed_at" ? [boundOf(test)] : [];
  });
  const ofDays = whereOf(conjuncts.filter((condition) => plainTest(condition)?.column !== "subscribed_at"));
  const within = bounds.map(({ sign }) => ` AND day ${sign} ?`).join("");
  const whole = numberOf(
    reader,
    `SELECT coalesce(sum(count), 0) AS n FROM ${COUNTS_TABLE} WHERE ${ofDays.text}${within}`,
    [...ofDays.values, ...bounds.map(({ day }) => day)],
  );
  const divided = new Set(bounds.filter(({ divides }) => divides).map(({ day }) => day));
  const edges = [...divided].map((day) => countInDay(reader, conjuncts, day));
  return edges.reduce((sum, n) => sum + n, whole);
}

/** A bound by its day: which days are all within it, and whether it divides its own. */
type Bound = { day: string; sign: "<" | ">" | ">="; divides: boolean };

function boundOf({ operator, value }: PlainTest): Bound {
  const time = parseTimestamp(value);
  const day = time.slice(0, 10);
  // The dashboard asks for whole days, and an import may have put a million rows into one.
  const divides = time !== `${day}T00:00:00.000000Z` || operator === "lte" || operator === "gt";
  if (BEFORE.has(operator)) return { day, sign: "<", divides };
  return { day, sign: divides ? ">" : ">=", divides };
}

function countInDay(reader: Reader, conjuncts: readonly Condition[], day: string): number {
  const { index, seek, residual = whereOf([]) } = walkAlong("subscribed_at", conjuncts);
  // Every time of the day comes after the bare day and before the day with a letter above the T.
  return numberOf(
    reader,
    `SELECT count(*) AS n FROM ${SUBSCRIBERS_TABLE} ${index}
     WHERE subscribed_at >= ? AND subscribed_at < ? AND ${seek.text} AND ${residual.text}`,
    [day, `${day}U`, ...seek.values, ...residual.values],
  );
}

function numberOf(reader: Reader, sql: string, values: Parameters<Reader["get"]>[1][]): number {
  return reader.get<{ n: number }>(sql, ...values)?.n ?? 0;
}
