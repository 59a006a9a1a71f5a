/** Time zones, by `Intl`: instants and what the clocks of a zone show. */

/** More than any zone's difference from UTC, in milliseconds. The largest is Kiritimati's, 14 hours. */
export const MAX_OFFSET_MS = 15 * 60 * 60 * 1_000;
export const MINUTE_MS = 60_000;

/** Cached, because creating a format takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The format with the day and the minute of a zone's clocks. @throws {RangeError} if there is no such zone */
export function zonedFormat(timeZone: string): Intl.DateTimeFormat {
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

/** The difference of a zone's clocks from UTC at an instant, in milliseconds. Whole minutes. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = zonedFormat(timeZone).formatToParts(instant);
  const find = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(find("year"), find("month") - 1, find("day"), find("hour"), find("minute"));
  return shown - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
}

/**
 * The instant at which clocks in a time zone show a time. If clocks go back and show it twice, it is the first one. If
 * they go forward and skip it, the instant is as long after the change as the time is after the beginning of the
 * skipped hour. Source: tc39.es/proposal-temporal, disambiguation "compatible".
 *
 * @param local `YYYY-MM-DDTHH:MM`, the value of a `datetime-local` input
 * @returns milliseconds since 1970
 */
export function findInstant(local: string, timeZone: string): number {
  const shown = Date.parse(`${local}Z`);
  return findInstants(local, timeZone)[0] ?? shown - offsetAt(shown - MAX_OFFSET_MS, timeZone);
}

/**
 * All instants at which clocks in a time zone show a time, the first one first: none if the clocks skip it, two if they
 * go back and show it again.
 *
 * @param local see {@link findInstant}
 */
export function findInstants(local: string, timeZone: string): number[] {
  const shown = Date.parse(`${local}Z`);
  const offsets = [shown - MAX_OFFSET_MS, shown + MAX_OFFSET_MS].map((at) => offsetAt(at, timeZone));
  return [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((at) => at + offsetAt(at, timeZone) === shown)
    .sort((one, other) => one - other);
}
