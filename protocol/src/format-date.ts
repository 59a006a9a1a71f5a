/** Formats dates and times for people, on the gateway and in the browser. */
import { cachePerKey, isPlainEnglish, localesFor } from "./language.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Variants of English with the month before the day. */
const MONTH_FIRST: ReadonlySet<string> = new Set(["en", "en-CA", "en-US"]);

const findFormat = cachePerKey(
  (language: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(localesFor(language), options),
);

/** @param instant ISO time or `Date` */
export function formatInstant(instant: string | Date, language: string, options: Intl.DateTimeFormatOptions): string {
  return findFormat(language, options).format(typeof instant === "string" ? new Date(instant) : instant);
}

/**
 * Formats a calendar day: `2022-06-03` as "June 3, 2022", in en-GB as "3 June 2022"; `2022-06` as "June 2022". A text
 * that is not a date does not change.
 */
export function formatDate(date: string, language: string): string {
  const [, year = "", month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(date) ?? [];
  if (month === undefined || Number.isNaN(Date.parse(date))) return date;
  if (!isPlainEnglish(language)) return formatLong(date, language, day !== undefined);
  const name = MONTHS[Number(month) - 1];
  if (day === undefined) return `${name} ${year}`;
  return MONTH_FIRST.has(language) ? `${name} ${Number(day)}, ${year}` : `${Number(day)} ${name} ${year}`;
}

function formatLong(date: string, language: string, hasDay: boolean): string {
  const options = hasDay ? ({ dateStyle: "long" } as const) : ({ month: "long", year: "numeric" } as const);
  return formatInstant(date, language, { ...options, timeZone: "UTC" });
}

/**
 * Parses "January 1, 2025", "1 January 2025" or `2025-01-01`.
 *
 * @returns `YYYY-MM-DD`; undefined for any other text
 */
export function parseDate(written: string): string | undefined {
  const text = written.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return validDay(text);
  const [, before, monthFirst, after, dayFirst] =
    /^(?:([a-z]+) (\d{1,2}),|(\d{1,2}) ([a-z]+)) \d{4}$/i.exec(text) ?? [];
  const name = (before ?? dayFirst)?.toLowerCase();
  const month = MONTHS.findIndex((known) => known.toLowerCase() === name) + 1;
  if (month === 0) return undefined;
  const twoDigits = (part: number | string | undefined) => String(part).padStart(2, "0");
  return validDay(`${text.slice(-4)}-${twoDigits(month)}-${twoDigits(monthFirst ?? after)}`);
}

/** Returns a day only if it exists: `Date` would turn 30 February into 2 March. */
function validDay(day: string): string | undefined {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}
