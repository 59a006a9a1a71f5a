/** More than any zone's difference from UTC, in milliseconds. The largest is Kiritimati's, 14 hours. */
const MAX_OFFSET_MS = 15 * 60 * 60 * 1_000;
const MINUTE_MS = 60_000;
/** IANA names begin with a letter. `Intl` also accepts offsets such as "-05:00". */
export const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** Cached, because creating a format takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether a text is an IANA time zone, "America/Toronto". */
export function isTimeZone(name: string): boolean {
  if (!TIME_ZONE.test(name)) return false;
  try {
    getFormat(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The IANA time zones of a country, ISO 3166-1. Source: tc39.es/proposal-intl-locale-info. */
export function timeZonesOf(country: string): readonly string[] {
  // TypeScript's library does not have this function yet.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] | undefined };
  return locale.getTimeZones() ?? [];
}

/** The present name of a time zone: "America/Montreal" became "America/Toronto". */
export function canonicalZone(timeZone: string): string {
  return getFormat(timeZone).resolvedOptions().timeZone;
}

/** The day of an instant in a time zone, `YYYY-MM-DD`. */
export function toDay(instant: Date, timeZone: string): string {
  const parts = getFormat(timeZone).formatToParts(instant);
  const find = (type: "year" | "month" | "day") => parts.find((part) => part.type === type)?.value ?? "";
  return `${find("year").padStart(4, "0")}-${find("month")}-${find("day")}`;
}

/**
 * The first instant of a day in a time zone. It is midnight, or later if clocks are put forward at midnight.
 *
 * @param day `YYYY-MM-DD`
 * @returns ISO 8601, UTC
 */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // `Intl` converts instants to days but not days to instants, so this is a binary search.
  let before = midnight - MAX_OFFSET_MS;
  let within = midnight + MAX_OFFSET_MS;
  while (within - before > 1) {
    const between = Math.floor((before + within) / 2);
    if (toDay(new Date(between), timeZone) < day) before = between;
    else within = between;
  }
  return new Date(within).toISOString();
}

/** A time on the clock of a place: `day` is `YYYY-MM-DD`, `time` is `HH:MM`. */
type LocalTime = { day: string; time: string };

/**
 * The instant at which clocks in a time zone show a time. If clocks go back and show it twice, it is the first one. If
 * they go forward and skip it, it is as long after the change as the time is after the skipped hour's start.
 * Source: tc39.es/proposal-temporal, disambiguation "compatible".
 *
 * @returns ISO 8601 with the zone's offset, "2026-12-05T20:00:00-05:00"
 */
export function toZonedInstant({ day, time }: LocalTime, timeZone: string): string {
  const local = Date.parse(`${day}T${time}:00Z`);
  const before = offsetAt(local - MAX_OFFSET_MS, timeZone);
  const after = offsetAt(local + MAX_OFFSET_MS, timeZone);
  const exact = [before, after].map((offset) => local - offset).find((at) => at + offsetAt(at, timeZone) === local);
  const instant = exact ?? local - before;
  return withOffset(instant, offsetAt(instant, timeZone));
}

/** The difference of a zone's clocks from UTC at an instant, in milliseconds. Whole minutes. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = getFormat(timeZone).formatToParts(instant);
  const find = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(find("year"), find("month") - 1, find("day"), find("hour"), find("minute"));
  return shown - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
}

/** An instant on the clocks of a time zone: "2026-12-05T20:00:00-05:00". */
export function toZonedTime(instant: Date, timeZone: string): string {
  return withOffset(instant.getTime(), offsetAt(instant.getTime(), timeZone));
}

function withOffset(instant: number, offset: number): string {
  const minutes = Math.abs(offset) / MINUTE_MS;
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  const sign = offset < 0 ? "-" : "+";
  const local = new Date(instant + offset).toISOString().slice(0, 19);
  return `${local}${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, made);
  return made;
}
