/** Numbers and dates as the owner's browser writes them. Days are those of UTC, as in the filters and the files. */

const number = new Intl.NumberFormat();
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short", timeZone: "UTC" });

/** 1204 as "1,204". */
export function formatNumber(value: number): string {
  return number.format(value);
}

/** The UTC day of an ISO time, "Nov 3, 2026". */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

/** The UTC time of day of an ISO time, "7:30 PM". */
export function formatTime(iso: string): string {
  return time.format(new Date(iso));
}

/** A moment in UTC, "Nov 3, 2026, 7:30 PM UTC". */
export function formatMoment(iso: string): string {
  return `${formatDay(iso)}, ${formatTime(iso)} UTC`;
}

/** A stretch from one thing to another, "Nov 3, 2026 – Nov 5, 2026"; one of them where they are the same. */
export function formatSpan(begin: string, end: string): string {
  return begin === end ? begin : `${begin} – ${end}`;
}

/** "1 subscriber", "1,204 subscribers". */
export function subscribersInWords(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "subscriber" : "subscribers"}`;
}

/** "1 has left", "1,204 have left". */
export function leftInWords(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "has" : "have"} left`;
}

/** Share of the last seven days in the total. Source: docs/product.md §2, Admin. */
export function growthRate(total: number, week: number): string {
  return total === 0 ? "0%" : `+${Math.round((week / total) * 100)}%`;
}
