/** The largest difference of a time zone from UTC, in milliseconds. */
const MAX_OFFSET_MS = 16 * 60 * 60 * 1000;

/**
 * The instant at which the clocks of a time zone show a time. Of a time that they skip: as if they did not.
 *
 * @param local as an input of the type `datetime-local` has it, `2026-12-05T20:00`
 */
export function toInstant(local: string, timeZone: string): Date {
  const shown = Date.parse(`${local}Z`);
  const [before, after] = [shown - MAX_OFFSET_MS, shown + MAX_OFFSET_MS].map((at) => offsetAt(at, timeZone));
  const exact = [before, after].find((offset = 0) => offsetAt(shown - offset, timeZone) === offset);
  return new Date(shown - (exact ?? before ?? 0));
}

/** The difference of a time zone's clocks from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const parts = format.formatToParts(instant);
  const find = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const minute = 60_000;
  const local = Date.UTC(find("year"), find("month") - 1, find("day"), find("hour"), find("minute"));
  return local - Math.floor(instant / minute) * minute;
}
