import { statSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { ContentError } from "../../../content/content.ts";
import { DELIMITER_LINE, detectDelimiter } from "../../../lib/csv-delimiter.ts";
import { withoutGuards } from "../../../lib/formulas.ts";
import { readRegularFile } from "../../../lib/read-text.ts";
import { isTimeZone, toZonedTime } from "../../../lib/time-zone.ts";
import { findCountry } from "../../shared/addresses/countries.ts";
import { findProvince } from "../../shared/addresses/provinces.ts";

/** A show as another service's file names it. The values are texts as in `shows.yaml`, not checked yet. */
export type FoundShow = {
  /** Where it begins in the file: a line of CSV, or the number of the event in a calendar. */
  place: string;
  date: string;
  starts?: string;
  ends?: string;
  timeZone?: string;
  venue: string;
  address?: string;
  town: string;
  region?: string;
  country: string;
  name?: string;
  lineup: readonly string[];
  ticketUrl?: string;
  announce?: string;
  note?: string;
  isCancelled: boolean;
};

/** Largest file, in bytes. 50 rows of Bandsintown have some 20 kB. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Names of columns in lower case. Sources: artists.bandsintown.com/event-upload; manager.bandsintown.com, "Bulk
 * upload"; support.songkick.com, "Bulk Upload Tool Instructions".
 */
const COLUMNS: Readonly<Record<string, Column>> = {
  date: "date",
  "start date": "date",
  time: "starts",
  "start time": "starts",
  "end time": "ends",
  timezone: "timeZone",
  venue: "venue",
  "venue name": "venue",
  address: "address",
  city: "town",
  region: "region",
  state: "region",
  country: "country",
  "event name": "name",
  description: "note",
  lineup: "lineup",
  "ticket link": "ticketUrl",
  "publish date": "publishDate",
  "publish time": "publishTime",
  "schedule date": "publishDate",
  "schedule time": "publishTime",
};

type Column = Exclude<keyof FoundShow, "place" | "isCancelled" | "announce"> | "publishDate" | "publishTime";

/** Finds the time zone of a place; undefined if it is not known. */
type FindZone = (place: Pick<FoundShow, "town" | "region" | "country">) => string | undefined;

/**
 * Reads Bandsintown's or Songkick's CSV, or any calendar file.
 *
 * @throws {ContentError} if the file cannot be read, or is neither
 */
export async function readShows(file: string, findZone: FindZone): Promise<FoundShow[]> {
  const text = readFile(file);
  return /^\s*BEGIN:VCALENDAR/i.test(text) ? readCalendar(file, text, findZone) : readCsv(file, text);
}

function readFile(file: string): string {
  let bytes: Buffer | undefined;
  try {
    if (statSync(file).size <= MAX_BYTES) bytes = readRegularFile(file);
  } catch (cause) {
    throw new ContentError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  if (!bytes) throw new ContentError(`${file} is too large for a list of shows.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ContentError(`${file} is not UTF-8. Save it as "CSV UTF-8" and try again.`, { cause });
  }
}

function readCsv(file: string, text: string): FoundShow[] {
  const rows = parseRows(file, text.replace(DELIMITER_LINE, ""));
  const [first, ...others] = rows;
  const columns = first?.cells.map((name) => {
    // Templates mark required columns by a star.
    const key = name
      .trim()
      .toLowerCase()
      .replace(/\s*\*$/, "");
    return Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
  });
  if (!columns?.includes("date") || !columns.includes("venue")) {
    throw new ContentError(
      `${file} has no columns "Date" and "Venue" in its first line. It must be a file of Bandsintown or Songkick, or a calendar.`,
    );
  }
  return others.map(({ line, cells }) => {
    const cell = (column: Column) => withoutGuards(cells[columns.indexOf(column)]?.trim() ?? "");
    const country = findCountry(cell("country"))?.code ?? cell("country");
    const [publishDate, publishTime] = [cell("publishDate"), toTime(cell("publishTime"))];
    return withoutBlanks({
      place: `Line ${line}`,
      date: cell("date"),
      starts: toTime(cell("starts")),
      ends: toTime(cell("ends")),
      timeZone: cell("timeZone"),
      venue: cell("venue"),
      address: cell("address"),
      town: cell("town"),
      region: findProvince(country, cell("region"))?.name ?? cell("region"),
      country,
      name: cell("name"),
      lineup: cell("lineup")
        .split(",")
        .map((act) => act.trim())
        .filter(Boolean),
      ticketUrl: cell("ticketUrl"),
      announce: publishDate && `${publishDate} ${publishTime || "00:00"}`,
      note: cell("note"),
      isCancelled: false,
    });
  });
}

function parseRows(file: string, text: string): { line: number; cells: string[] }[] {
  try {
    const rows = parse(text, {
      delimiter: detectDelimiter(text.slice(0, 4096)),
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    // The cast holds: with `info`, the parser returns this shape.
    return (rows as unknown as { info: { lines: number }; record: string[] }[]).map(({ info, record }) => ({
      line: info.lines,
      cells: record,
    }));
  } catch (cause) {
    throw new ContentError(`${file} is no CSV: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** "21:30", "9:30 PM" and "9 pm" as "21:30" and "21:00"; any other text stays, so that the check names it. */
function toTime(written: string): string {
  const [, hour = "", minute = "00", half] = /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])\.?m\.?$/i.exec(written) ?? [];
  if (hour === "") return /^\d:\d{2}$/.test(written) ? `0${written}` : written.replace(/^(\d{2}:\d{2}):\d{2}$/, "$1");
  const inHalf = Number(hour) % 12;
  return `${String(half?.toLowerCase() === "p" ? inHalf + 12 : inHalf).padStart(2, "0")}:${minute}`;
}

/** Reads a calendar. The library is loaded only here. */
async function readCalendar(file: string, text: string, findZone: FindZone): Promise<FoundShow[]> {
  const { default: ICAL } = await import("ical.js");
  try {
    const calendar = new ICAL.Component(ICAL.parse(text));
    const zoneOfAll = String(calendar.getFirstPropertyValue("x-wr-timezone") ?? "");
    return calendar.getAllSubcomponents("vevent").map((component, at) => {
      const event = new ICAL.Event(component);
      const { startDate, endDate } = event;
      const written = String(component.getFirstProperty("dtstart")?.getParameter("tzid") ?? "");
      const { venue, address, town, region, country } = readLocation(event.location ?? "");
      // Google writes times in UTC, and separately the time zone of the calendar's owner. Other zones have names of
      // their own.
      const zoneOfPlace = findZone({ town, region, country });
      const zone = [written, zoneOfPlace ?? "", zoneOfAll].find(isTimeZone) ?? "";
      const local = (time: typeof startDate) =>
        time.zone?.tzid === "UTC" && zone !== "" ? toZonedTime(time.toJSDate(), zone) : time.toString();
      const day = (time: typeof startDate) => local(time).slice(0, 10);
      const clock = (time: typeof startDate) => (time.isDate ? "" : local(time).slice(11, 16));
      const status = String(component.getFirstPropertyValue("status") ?? "");
      return withoutBlanks({
        place: `Event ${at + 1}`,
        date: day(startDate),
        starts: clock(startDate),
        // Without an end, the library returns the start.
        ends: component.hasProperty("dtend") || component.hasProperty("duration") ? clock(endDate) : "",
        timeZone: zone === zoneOfPlace && zone !== written ? "" : zone,
        venue,
        address,
        town,
        region,
        country,
        name: event.summary ?? "",
        lineup: [],
        ticketUrl: String(component.getFirstPropertyValue("url") ?? ""),
        announce: "",
        note: "",
        isCancelled: status.toUpperCase() === "CANCELLED",
      });
    });
  } catch (cause) {
    throw new ContentError(`${file} is no calendar: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Reads "The Rope Walk, 12 Ontario Street, Kingston, Ontario, Canada". Parts that are missing stay empty. */
function readLocation(location: string) {
  const parts = location.split(/,|\n/).map((part) => part.trim());
  const country = findCountry(parts.at(-1) ?? "")?.code ?? "";
  if (country) parts.pop();
  const province = findProvince(country, parts.at(-1) ?? "")?.name;
  const region =
    parts.length > 2 && (province !== undefined || parts.length > 3) ? (province ?? parts.at(-1) ?? "") : "";
  if (region) parts.pop();
  const [venue = "", ...others] = parts;
  const town = others.pop() ?? "";
  return { venue, address: others.join(", "), town, region, country };
}

/** Leaves out what is empty. */
function withoutBlanks(show: { [Key in keyof FoundShow]-?: FoundShow[Key] }): FoundShow {
  // The required fields may be empty; the check of the show names them.
  const required = ["place", "date", "venue", "town", "country", "lineup", "isCancelled"];
  return Object.fromEntries(
    Object.entries(show).filter(([key, value]) => required.includes(key) || value !== ""),
  ) as FoundShow;
}
