import type { Growth } from "@porchlight/protocol/admin.ts";
import { DAY_MS } from "@porchlight/protocol/subscriber-filter.ts";

/** The period that a plot shows. */
export type Span = "month" | "year" | "all";
/** The period of one bar. */
export type Unit = "day" | "week" | "month";
/** A bar: its first and last UTC day, the new subscribers, and the total at its end. */
export type Bucket = { from: string; to: string; added: number; total: number };
/** The bars of a plot, the oldest first, without gaps. */
export type Buckets = { unit: Unit; buckets: Bucket[] };

/** Fewest days of a plot. Two points are not a curve. */
const DAYS_MIN = 7;
/** Most days of a plot with a bar for each day. More bars would be too thin. */
const DAYS_MAX = 92;
const WEEKS_MAX = 105;

/**
 * Sums up the growth by bar, including empty bars.
 *
 * @param today the last UTC day of the plot, `YYYY-MM-DD`
 */
export function toBuckets({ points }: Growth, span: Span, today: string): Buckets {
  const first = findFirstDay(points[0]?.date, span, today);
  const days = daysBetween(first, today) + 1;
  const unit = days <= DAYS_MAX ? "day" : days <= WEEKS_MAX * 7 ? "week" : "month";

  const buckets: Bucket[] = [];
  let at = 0;
  let total = 0;
  for (let from = startOfUnit(first, unit); from <= today; from = startOfNextUnit(from, unit)) {
    const to = dayBefore(startOfNextUnit(from, unit));
    let added = 0;
    for (let point = points[at]; point && point.date <= to; point = points[at]) {
      // Points before the first bar count only in the total.
      if (point.date >= from) added += point.added;
      total = point.total;
      at += 1;
    }
    buckets.push({ from, to: to < today ? to : today, added, total });
  }
  return { unit, buckets };
}

function findFirstDay(oldest: string | undefined, span: Span, today: string): string {
  if (span !== "all") return addDays(today, span === "month" ? -29 : -364);
  const latest = addDays(today, 1 - DAYS_MIN);
  return oldest !== undefined && oldest < latest ? oldest : latest;
}

function startOfUnit(day: string, unit: Unit): string {
  if (unit === "day") return day;
  if (unit === "month") return `${day.slice(0, 7)}-01`;
  // Weeks begin on Monday (ISO 8601); in JavaScript day 0 is Sunday.
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function startOfNextUnit(day: string, unit: Unit): string {
  if (unit !== "month") return addDays(day, unit === "day" ? 1 : 7);
  const next = new Date(day);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 10);
}

function dayBefore(day: string): string {
  return addDays(day, -1);
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function daysBetween(one: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(one)) / DAY_MS);
}
