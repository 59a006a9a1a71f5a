import { refusedByPostgres } from "./postgrest/refusal.ts";

/** Fields of a time as PostgreSQL reads it in ISO 8601; the zone is UTC when there is none. */
const TIMESTAMP =
  /^\s*(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)(?:(?:t|\s+)(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?)?\s*(?:z|utc|(?<sign>[+-])(?<offsetHour>\d\d?)(?::?(?<offsetMinute>\d\d))?)?\s*$/i;

/** Longest text that can be a time, in characters; PostgreSQL has such a limit too. */
const TEXT_MAX_LENGTH = 128;
const MINUTE_MS = 60_000;
const YEAR_MIN = 1;
const YEAR_MAX = 9999;

/**
 * Reads a time as text into the form that the table stores: UTC with six digits of a second,
 * "2026-03-01T04:05:06.123000Z", so that the order of texts is the order of times.
 *
 * @throws {Refusal} 22007 for another notation, 22008 for a time that no calendar has
 */
export function parseTimestamp(text: string): string {
  const fields = text.length > TEXT_MAX_LENGTH ? undefined : TIMESTAMP.exec(text)?.groups;
  if (fields === undefined) {
    throw refusedByPostgres("22007", `invalid input syntax for type timestamp with time zone: "${text}"`);
  }
  const number = (name: string) => Number(fields[name] ?? 0);
  const [year, month, day] = [number("year"), number("month"), number("day")];
  const [hour, minute, second] = [number("hour"), number("minute"), number("second")];
  const [offsetHour, offsetMinute] = [number("offsetHour"), number("offsetMinute")];

  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  const onCalendar = local.getUTCMonth() === month - 1 && local.getUTCDate() === day;
  const onClock = hour < 24 && minute < 60 && second < 60 && offsetHour < 16 && offsetMinute < 60;
  const micros = Math.round(Number(`0.${fields.fraction ?? 0}`) * 1e6);
  local.setUTCHours(hour, minute, second + Math.floor(micros / 1e6));

  const offset = (offsetHour * 60 + offsetMinute) * (fields.sign === "-" ? -1 : 1);
  const utc = new Date(local.getTime() - offset * MINUTE_MS);
  const utcYear = utc.getUTCFullYear();
  if (!onCalendar || !onClock || year < YEAR_MIN || utcYear < YEAR_MIN || utcYear > YEAR_MAX) {
    throw refusedByPostgres("22008", `date/time field value out of range: "${text}"`);
  }
  return stored(utc, micros % 1e6);
}

/** A moment in the form that the table stores. */
export function storedTimestamp(moment: Date): string {
  return stored(moment, moment.getUTCMilliseconds() * 1000);
}

function stored(moment: Date, micros: number): string {
  return `${moment.toISOString().slice(0, 19)}.${String(micros).padStart(6, "0")}Z`;
}

/** A stored time as PostgreSQL writes it into JSON, "2026-03-01T04:05:06.123+00:00". */
export function timestampToJson(time: string): string {
  return `${withoutTrailingZeros(time)}+00:00`;
}

/** A stored time as PostgreSQL writes it as text, "2026-03-01 04:05:06.123+00". */
export function timestampToText(time: string): string {
  return `${withoutTrailingZeros(time).replace("T", " ")}+00`;
}

function withoutTrailingZeros(time: string): string {
  return time.replace(/\.?0*Z$/, "");
}
