/** Dates and times as people read them. The one place for both sides. */
import { isPlainEnglish, localesFor, oncePerKey } from "./language.ts";

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

/** Plain English that has the month before the day. */
const MONTH_FIRST: ReadonlySet<string> = new Set(["en", "en-CA", "en-US"]);

const formatOf = oncePerKey(
  (language: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(localesFor(language), options),
);

/**
 * An instant in the form that `options` names, in their time zone: "3 Nov 2026".
 *
 * @param instant ISO time, or what `Date` holds
 */
export function formatInstant(instant: string | Date, language: string, options: Intl.DateTimeFormatOptions): string {
  return formatOf(language, options).format(typeof instant === "string" ? new Date(instant) : instant);
}

/**
 * A day of the calendar as people read it: `2022-06-03` as "June 3, 2022", and in en-GB "3 June 2022"; `2022-06` as
 * "June 2022". What is no date stays as it is.
 */
export function formatDate(date: string, language: string): string {
  const [, year = "", month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(date) ?? [];
  if (month === undefined || Number.isNaN(Date.parse(date))) return date;
  if (!isPlainEnglish(language)) return longDate(date, language, day !== undefined);
  const name = MONTHS[Number(month) - 1];
  if (day === undefined) return `${name} ${year}`;
  return MONTH_FIRST.has(language) ? `${name} ${Number(day)}, ${year}` : `${Number(day)} ${name} ${year}`;
}

function longDate(date: string, language: string, hasDay: boolean): string {
  const options = hasDay ? ({ dateStyle: "long" } as const) : ({ month: "long", year: "numeric" } as const);
  return formatInstant(date, language, { ...options, timeZone: "UTC" });
}

/**
 * Reads a date that somebody wrote in English, "January 1, 2025", "1 January 2025", or as `2025-01-01`.
 *
 * @returns `YYYY-MM-DD`; undefined when it is none of these
 */
export function readDate(written: string): string | undefined {
  const text = written.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return onCalendar(text);
  const [, before, monthFirst, after, dayFirst] =
    /^(?:([a-z]+) (\d{1,2}),|(\d{1,2}) ([a-z]+)) \d{4}$/i.exec(text) ?? [];
  const name = (before ?? dayFirst)?.toLowerCase();
  const month = MONTHS.findIndex((known) => known.toLowerCase() === name) + 1;
  if (month === 0) return undefined;
  const twoDigits = (part: number | string | undefined) => String(part).padStart(2, "0");
  return onCalendar(`${text.slice(-4)}-${twoDigits(month)}-${twoDigits(monthFirst ?? after)}`);
}

/** There is no 30 February, which `Date` takes for 2 March. */
function onCalendar(day: string): string | undefined {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}
