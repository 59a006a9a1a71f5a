/** Numbers and dates in the artist's language. Days are UTC days, as in the filters and the files. */
import { formatInstant } from "@porchlight/protocol/format-date.ts";

/** The UTC day of an ISO time, "Nov 3, 2026". */
export function formatDay(iso: string, language: string): string {
  return formatInstant(iso, language, { dateStyle: "medium", timeZone: "UTC" });
}

/** The UTC time of day of an ISO time, "7:30 PM". */
export function formatTime(iso: string, language: string): string {
  return formatInstant(iso, language, { timeStyle: "short", timeZone: "UTC" });
}

/** A moment in UTC, "Nov 3, 2026, 7:30 PM UTC". */
export function formatMoment(iso: string, language: string): string {
  return `${formatDay(iso, language)}, ${formatTime(iso, language)} UTC`;
}

/** A range, "Nov 3, 2026 – Nov 5, 2026", or one value if both are the same. */
export function formatSpan(begin: string, end: string): string {
  return begin === end ? begin : `${begin} – ${end}`;
}

/** The share of the last seven days in the total. Source: docs/product.md §2, Admin. */
export function growthRate(total: number, week: number): string {
  return total === 0 ? "0%" : `+${Math.round((week / total) * 100)}%`;
}
