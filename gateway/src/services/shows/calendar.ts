import { describeShow, placeOf, showTitle } from "@porchlight/protocol/show-words.ts";
import { type Show, showPath } from "@porchlight/protocol/shows.ts";
import { offsetAt } from "@porchlight/protocol/zoned-time.ts";

/** Maximum length of a line in octets, without its end. Source: RFC 5545, 3.1. */
const LINE_OCTETS = 75;
/**
 * How often calendars should fetch the list again. Google's calendar does so every 8 to 24 hours, whatever this value
 * is.
 */
const REFRESH = "PT12H";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Step of the search for changes of clocks, in milliseconds. No zone changes them back within a week. */
const STEP_MS = 7 * DAY_MS;
/** Assumed length of a show without an end, in milliseconds. */
const USUAL_MS = 3 * 60 * MINUTE_MS;

/** The calendar around the shows. */
type CalendarFrame = {
  artistName: string;
  language: string;
  /** The site's public address, without a slash at the end. */
  publicUrl: string;
  /** The calendar's own absolute address, from which calendars refresh it; undefined for a file with one show. */
  source?: string;
};

/**
 * Writes shows as a calendar. The UID of a show never changes; its SEQUENCE rises with each change, so that calendars
 * replace their copy. Source: RFC 5545; RFC 7986 (NAME, REFRESH-INTERVAL, SOURCE).
 */
export function toCalendar(shows: readonly Show[], frame: CalendarFrame): string {
  const { artistName, source } = frame;
  const name = `${artistName}: shows`;
  const zones = [...new Set(shows.filter(hasTime).map(({ timeZone }) => timeZone))];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Porchlight//Shows//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    ...(source
      ? [`REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`, `X-PUBLISHED-TTL:${REFRESH}`, `SOURCE;VALUE=URI:${source}`]
      : []),
    ...zones.flatMap((zone) =>
      zoneLines(
        zone,
        shows.filter((show) => show.timeZone === zone),
      ),
    ),
    ...shows.flatMap((show) => eventLines(show, frame)),
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}

function eventLines(show: Show, { artistName, language, publicUrl }: CalendarFrame): string[] {
  const { id, status, sequence, changedAt, timeZone } = show;
  const url = `${publicUrl}${showPath(id)}`;
  const begins = show.starts ?? show.doors;
  const times =
    begins === undefined
      ? [`DTSTART;VALUE=DATE:${compactDay(show.date)}`]
      : [
          `DTSTART;TZID=${timeZone}:${compactLocal(begins)}`,
          `DTEND;TZID=${timeZone}:${compactLocal(show.ends ?? laterBy(USUAL_MS, begins, timeZone))}`,
        ];
  return [
    "BEGIN:VEVENT",
    `UID:${id}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${compactUtc(changedAt)}`,
    `LAST-MODIFIED:${compactUtc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    ...times,
    `SUMMARY:${escapeText(summaryOf(show, artistName))}`,
    `LOCATION:${escapeText(placeOf(show, language))}`,
    `DESCRIPTION:${escapeText([...describeShow(show, language), url].join("\n"))}`,
    `URL:${url}`,
    ...(show.position ? [`GEO:${show.position.latitude.toFixed(4)};${show.position.longitude.toFixed(4)}`] : []),
    `STATUS:${status === "cancelled" ? "CANCELLED" : status === "postponed" ? "TENTATIVE" : "CONFIRMED"}`,
    `TRANSP:${status === "cancelled" ? "TRANSPARENT" : "OPAQUE"}`,
    "END:VEVENT",
  ];
}

/** Calendars show little but the summary, so it says that a show does not take place. */
function summaryOf(show: Show, artistName: string): string {
  const title = showTitle(show, artistName);
  return show.status === "cancelled" || show.status === "postponed"
    ? `${show.status === "cancelled" ? "Cancelled" : "Postponed"}: ${title}`
    : title;
}

function hasTime({ starts, doors }: Show): boolean {
  return (starts ?? doors) !== undefined;
}

/**
 * The definition of a time zone for the years of the shows: each change of its clocks as a rule of its own, which every
 * reader understands.
 */
function zoneLines(timeZone: string, shows: readonly Show[]): string[] {
  const days = shows.map(({ date }) => Date.parse(`${date}T00:00:00Z`));
  // A year before the first show, so that one change of the clocks comes before it.
  const changes = findChanges(timeZone, Math.min(...days) - 366 * DAY_MS, Math.max(...days) + 3 * DAY_MS);
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timeZone}`,
    ...changes.flatMap(({ at, before, after }) => {
      const kind = after > before ? "DAYLIGHT" : "STANDARD";
      return [
        `BEGIN:${kind}`,
        `DTSTART:${compactUtc(new Date(at + before).toISOString()).slice(0, -1)}`,
        `TZOFFSETFROM:${compactOffset(before)}`,
        `TZOFFSETTO:${compactOffset(after)}`,
        `END:${kind}`,
      ];
    }),
    "END:VTIMEZONE",
  ];
}

type ClockChange = { at: number; before: number; after: number };

/** Finds the changes of a zone's clocks; the first one is the state at the beginning. */
function findChanges(timeZone: string, from: number, to: number): ClockChange[] {
  let offset = offsetAt(from, timeZone);
  const changes: ClockChange[] = [{ at: from, before: offset, after: offset }];
  for (let at = from; at < to; at += STEP_MS) {
    const next = offsetAt(at + STEP_MS, timeZone);
    if (next === offset) continue;
    let [low, high] = [at, at + STEP_MS];
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offsetAt(middle, timeZone) === offset) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before: offset, after: next });
    offset = next;
  }
  return changes;
}

/** The local time of an instant, an hour or more later. */
function laterBy(ms: number, instant: string, timeZone: string): string {
  const at = Date.parse(instant) + ms;
  return new Date(at + offsetAt(at, timeZone)).toISOString();
}

/** "2026-12-05T20:00:00-05:00" as `20261205T200000`. */
function compactLocal(instant: string): string {
  return instant.slice(0, 19).replaceAll(/[-:]/g, "");
}

function compactUtc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function compactDay(day: string): string {
  return day.replaceAll("-", "");
}

function compactOffset(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE_MS;
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}${twoDigits(minutes % 60)}`;
}

/** Source: RFC 5545, 3.3.11. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r\n|\r|\n/g, "\\n");
}

/** Folds a line: no part is longer than {@link LINE_OCTETS}, and no letter of UTF-8 is divided. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= LINE_OCTETS) return line;
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = "";
      // A continued line begins with a blank.
      octets = 1;
    }
    part += letter;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}
