/** A time, as a whole second in UTC and its microseconds, or PostgreSQL's error for the text. */
type ReadTimestamp =
  | { ok: true; second: Date; micros: number }
  | { ok: false; code: "22007" | "22008"; message: string };

/** Fields of a time in ISO 8601, as PostgreSQL reads it; without a zone it is UTC. */
const TIMESTAMP =
  /^\s*(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)(?:(?:t|\s+)(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?)?\s*(?:z|utc|(?<sign>[+-])(?<offsetHour>\d\d?)(?::?(?<offsetMinute>\d\d))?)?\s*$/i;

/** Maximum length of a text that is read as a time, in characters. PostgreSQL has such a limit too. */
const TEXT_MAX_LENGTH = 128;
const MINUTE_MS = 60_000;
const YEAR_MIN = 1;
const YEAR_MAX = 9999;

/** Parses a time as PostgreSQL does: 22007 is an unknown notation, 22008 a time that does not exist. */
export function readTimestamp(text: string): ReadTimestamp {
  const fields = text.length > TEXT_MAX_LENGTH ? undefined : TIMESTAMP.exec(text)?.groups;
  if (fields === undefined) {
    const message = `invalid input syntax for type timestamp with time zone: "${text}"`;
    return { ok: false, code: "22007", message };
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
    return { ok: false, code: "22008", message: `date/time field value out of range: "${text}"` };
  }
  return { ok: true, second: utc, micros: micros % 1e6 };
}
