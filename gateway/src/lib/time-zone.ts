import { findInstant, MAX_OFFSET_MS, MINUTE_MS, offsetAt, zonedFormat } from "@porchlight/protocol/zoned-time.ts";

/** IANA names begin with a letter. `Intl` also accepts offsets such as "-05:00". */
export const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** Whether a text is an IANA time zone, "America/Toronto". */
export function isTimeZone(name: string): boolean {
  if (!TIME_ZONE.test(name)) return false;
  try {
    zonedFormat(name);
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
  return zonedFormat(timeZone).resolvedOptions().timeZone;
}

/** The day of an instant in a time zone, `YYYY-MM-DD`. */
export function toDay(instant: Date, timeZone: string): string {
  const parts = zonedFormat(timeZone).formatToParts(instant);
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
 * The instant at which clocks in a time zone show a time, as {@link findInstant} finds it.
 *
 * @returns ISO 8601 with the zone's offset, "2026-12-05T20:00:00-05:00"
 */
export function toZonedInstant({ day, time }: LocalTime, timeZone: string): string {
  const instant = findInstant(`${day}T${time}`, timeZone);
  return withOffset(instant, offsetAt(instant, timeZone));
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
