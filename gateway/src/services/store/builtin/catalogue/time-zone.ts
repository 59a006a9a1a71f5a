/** More than any zone's difference from UTC, in milliseconds. The largest is Kiritimati's, 14 hours. */
const MAX_OFFSET_MS = 15 * 60 * 60 * 1_000;
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
  });
  formats.set(timeZone, made);
  return made;
}
