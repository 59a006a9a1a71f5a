import type { Reader, SqlValue } from "../../../../data/statements.ts";
import type { Condition } from "../../postgrest/conditions.ts";
import { parseTimestamp } from "../../timestamps.ts";
import { toWhereSql } from "../where.ts";
import { findColumns, type PlainTest, toPlainTest } from "./conjuncts.ts";
import { planScan } from "./indexes.ts";

/** How many subscribers joined on each day, by source and status. Triggers maintain this table. */
export const COUNTS_TABLE = "newsletter_subscriber_counts";

const BEFORE = new Set(["lt", "lte"]);
const SINCE = new Set(["gt", "gte"]);

/** Whether the stored counts can answer a condition: it tests only source and status, or sets a limit in time. */
export function isCounted(condition: Condition): boolean {
  if (findColumns(condition).every((column) => column === "source" || column === "status")) return true;
  const test = toPlainTest(condition);
  return test?.column === "subscribed_at" && (BEFORE.has(test.operator) || SINCE.has(test.operator));
}

/**
 * Counts rows from the stored counts. A day is counted row by row only if a limit in time falls within it.
 *
 * @param conjuncts each one passes {@link isCounted}
 */
export function countFromDays(reader: Reader, conjuncts: readonly Condition[]): number {
  const bounds = conjuncts.flatMap((condition) => {
    const test = toPlainTest(condition);
    return test?.column === "subscribed_at" ? [toDayBound(test)] : [];
  });
  const others = toWhereSql(conjuncts.filter((condition) => toPlainTest(condition)?.column !== "subscribed_at"));
  const inBounds = bounds.map(({ sign }) => ` AND day ${sign} ?`).join("");
  const wholeDays = readNumber(
    reader,
    `SELECT coalesce(sum(count), 0) AS n FROM ${COUNTS_TABLE} WHERE ${others.text}${inBounds}`,
    [...others.values, ...bounds.map(({ day }) => day)],
  );
  const dividedDays = new Set(bounds.filter(({ divides }) => divides).map(({ day }) => day));
  return [...dividedDays].reduce((sum, day) => sum + countInDay(reader, conjuncts, day), wholeDays);
}

/** A limit in time: the comparison that whole days have to pass, and whether the limit divides its day. */
type DayBound = { day: string; sign: "<" | ">" | ">="; divides: boolean };

function toDayBound({ operator, value }: PlainTest): DayBound {
  const time = parseTimestamp(value);
  const day = time.slice(0, 10);
  // The dashboard requests whole days. They must not be counted row by row: an import may have put a million rows into
  // one day.
  const divides = time !== `${day}T00:00:00.000000Z` || operator === "lte" || operator === "gt";
  if (BEFORE.has(operator)) return { day, sign: "<", divides };
  return { day, sign: divides ? ">" : ">=", divides };
}

function countInDay(reader: Reader, conjuncts: readonly Condition[], day: string): number {
  const { from, seek, residual } = planScan("subscribed_at", conjuncts);
  // Times are texts like "2026-03-01T…": they sort after "2026-03-01" and before "2026-03-01U".
  return readNumber(
    reader,
    `SELECT count(*) AS n FROM ${from}
     WHERE subscribed_at >= ? AND subscribed_at < ? AND ${seek.text} AND ${residual.text}`,
    [day, `${day}U`, ...seek.values, ...residual.values],
  );
}

/** Reads one number, selected as `n`. */
export function readNumber(reader: Reader, sql: string, values: readonly SqlValue[]): number {
  return reader.get<{ n: number }>(sql, ...values)?.n ?? 0;
}
