import { PostgrestError } from "../postgrest/errors.ts";
import { parseTimestamp, storedTimestamp } from "../timestamps.ts";

/** Orders that dates with slashes have: 03/02/2024 is the third of February, or the second of March. */
export const DATE_ORDERS = ["day-first", "month-first"] as const;

/** What stands first in a date with slashes. */
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * What the dates with slashes of a list show: an order that some of them can have only, `both` where some can have only
 * the one and some the other, `either` where all can be read in two ways, and `none` where no such date is.
 */
export type ShownOrder = DateOrder | "both" | "either" | "none";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const TIME = String.raw`(?:,?[\sT]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?\s*(?<half>[ap]m)?)?`;
const ZONE = String.raw`\s*(?<zone>z|utc|gmt|[+-]\d\d:?\d\d)?`;
const notation = (date: string) => new RegExp(`^${date}${TIME}${ZONE}$`, "i");

/** "1/15/24 3:05pm", "15/01/2024". */
const SLASHES = notation(String.raw`(?<a>\d{1,2})\/(?<b>\d{1,2})\/(?<year>\d{4}|\d\d)`);
/** "15.01.2024 15:05"; "2024/01/15". */
const NUMBERS = [
  notation(String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d\d)`),
  notation(String.raw`(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})`),
];
/** "15 Jan 2024", "Mon, 15 Jan 2024 10:00:00 +0000", "January 15, 2024 3:05 pm". */
const WORDS = [
  notation(String.raw`(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})[\s-]+(?<word>[a-z]{3})[a-z]*\.?[\s,-]+(?<year>\d{4})`),
  notation(String.raw`(?:[a-z]{3,9},?\s+)?(?<word>[a-z]{3})[a-z]*\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})`),
];
/** Go's way to print a time names the zone twice: "2023-05-01 10:00:00.123456 +0530 IST". Source: pkg.go.dev, "time". */
const GO_ZONE_NAME = /([+-]\d{4}) (?:[A-Z]{1,5}|[+-]\d{2,4})$/;
/** Seconds or milliseconds since 1970, as exports of databases have them. */
const EPOCH = /^(\d{10})(\d{3})?$/;
/** Nobody joined a mailing list earlier; it is what an empty time becomes elsewhere. */
const EARLIEST = "1971";

/** What the dates of a list show once another one is seen. */
export function shownWith(shown: ShownOrder, text: string): ShownOrder {
  const slashes = SLASHES.exec(plain(text))?.groups;
  if (slashes === undefined || slashes.a === slashes.b) return shown;
  const own = onlyOrderOf(slashes);
  if (own === undefined) return shown === "none" ? "either" : shown;
  return shown === "none" || shown === "either" || shown === own ? own : "both";
}

/**
 * Reads when somebody joined, in the notations that exports and spreadsheets have. Without a zone it is UTC.
 *
 * @param order of dates with slashes; `both` reads those alone that can be read in one way only
 * @returns the moment as the table stores it; undefined when it cannot be told, or is not of the past
 */
export function readMoment(text: string, order: DateOrder | "both", now: Date): string | undefined {
  try {
    const moment = parseTimestamp(isoOf(plain(text), order));
    return moment > EARLIEST && moment <= storedTimestamp(now) ? moment : undefined;
  } catch (error) {
    if (error instanceof PostgrestError) return undefined;
    throw error;
  }
}

function plain(text: string): string {
  return text.trim().replace(GO_ZONE_NAME, "$1");
}

/** The order that a date can have only, as 15/01/2024 has; undefined for one that can have either or none. */
function onlyOrderOf({ a, b }: Readonly<Record<string, string | undefined>>): DateOrder | undefined {
  const [first, second] = [Number(a), Number(b)];
  if (first > 12 && second <= 12) return "day-first";
  return second > 12 && first <= 12 ? "month-first" : undefined;
}

/** The same in ISO 8601 where the notation is known, else as it is. */
function isoOf(text: string, order: DateOrder | "both"): string {
  const [, seconds, millis = "000"] = EPOCH.exec(text) ?? [];
  if (seconds !== undefined) return new Date(Number(seconds + millis)).toISOString();

  const slashes = SLASHES.exec(text)?.groups;
  if (slashes) {
    const own = order === "both" && slashes.a !== slashes.b ? onlyOrderOf(slashes) : order;
    // As it stands it is no moment.
    if (own === undefined) return text;
    const [day, month] = own === "day-first" ? [slashes.a, slashes.b] : [slashes.b, slashes.a];
    return iso({ ...slashes, day, month });
  }
  for (const known of NUMBERS) {
    const fields = known.exec(text)?.groups;
    if (fields) return iso(fields);
  }
  for (const known of WORDS) {
    const fields = known.exec(text)?.groups;
    if (fields) return iso({ ...fields, month: String(MONTHS.indexOf(fields.word?.toLowerCase() ?? "") + 1) });
  }
  return text;
}

function iso(fields: Readonly<Record<string, string | undefined>>): string {
  const { year = "", month = "", day = "", minute = "00", second = "00", zone = "" } = fields;
  const fullYear = year.length === 2 ? `20${year}` : year;
  const date = [fullYear, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  const offset = zone.replace(/^(utc|gmt)$/i, "z");
  return `${date}T${hourOf(fields)}:${minute}:${second}${offset}`;
}

/** "3" and "pm" is 15; "12" and "am" is 0. */
function hourOf({ hour = "0", half }: Readonly<Record<string, string | undefined>>): string {
  if (half === undefined) return hour.padStart(2, "0");
  const ofTwelve = Number(hour) % 12;
  return String(half.toLowerCase() === "pm" ? ofTwelve + 12 : ofTwelve).padStart(2, "0");
}
