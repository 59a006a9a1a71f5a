/** A day goes from 14 hours before that of UTC, on Kiritimati, to 12 hours after it, in milliseconds. */
const FARTHEST_FROM_UTC_MS = 15 * 60 * 60 * 1_000;
/** Names of the time zone database begin with a letter; what `Intl` takes besides are distances such as "-05:00". */
export const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** Making one takes longer than all that is asked of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether it is a name of the time zone database, "America/Toronto". */
export function isTimeZone(name: string): boolean {
  if (!TIME_ZONE.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The day that an instant is part of in a time zone, `YYYY-MM-DD`. */
export function dayOf(instant: Date, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(instant);
  const numberOf = (type: "year" | "month" | "day") => parts.find((part) => part.type === type)?.value ?? "";
  return `${numberOf("year").padStart(4, "0")}-${numberOf("month")}-${numberOf("day")}`;
}

/**
 * The first instant of a day in a time zone, mostly midnight there: where clocks are put forward at midnight it is later.
 *
 * @param day `YYYY-MM-DD`
 * @returns ISO 8601, UTC
 */
export function beginningOf(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // `Intl` tells what day an instant is part of and not the other way round, so the instant is closed in on.
  let before = midnight - FARTHEST_FROM_UTC_MS;
  let within = midnight + FARTHEST_FROM_UTC_MS;
  while (within - before > 1) {
    const between = Math.floor((before + within) / 2);
    if (dayOf(new Date(between), timeZone) < day) before = between;
    else within = between;
  }
  return new Date(within).toISOString();
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  formats.set(timeZone, made);
  return made;
}
