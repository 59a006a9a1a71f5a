import { PostgrestError } from "../postgrest/errors.ts";
import { parseTimestamp, storedTimestamp } from "../timestamps.ts";

/** Orders of dates with slashes: 03/02/2024 is the third of February, or the second of March. */
export const DATE_ORDERS = ["day-first", "month-first"] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * What a list's dates with slashes show about their order. The result is an order if some dates fit only this order;
 * `both` if there are such dates for each order; `either` if all dates fit both; `none` without dates with slashes.
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
/** Go prints the zone of a time twice: "2023-05-01 10:00:00.123456 +0530 IST". Source: pkg.go.dev, "time". */
const GO_ZONE_NAME = /([+-]\d{4}) (?:[A-Z]{1,5}|[+-]\d{2,4})$/;
/** Seconds or milliseconds since 1970, as databases export them. */
const EPOCH = /^(\d{10})(\d{3})?$/;
/** Earlier dates are not real: other tools export a missing time as 1970. */
const EARLIEST = "1971";

/** Adds one more date to what the dates of a list show. */
export function addShownDate(shown: ShownOrder, text: string): ShownOrder {
  const slashes = SLASHES.exec(plain(text))?.groups;
  if (slashes === undefined || slashes.a === slashes.b) return shown;
  const own = findOnlyOrder(slashes);
  if (own === undefined) return shown === "none" ? "either" : shown;
  return shown === "none" || shown === "either" || shown === own ? own : "both";
}

/**
 * Parses a date in the notations of exports and spreadsheets. Without a time zone it is in UTC.
 *
 * @param order order of dates with slashes; with `both`, only dates that fit a single order are parsed
 * @returns the time as the table stores it; undefined when it is unknown or not in the past
 */
export function parseDate(text: string, order: DateOrder | "both", now: Date): string | undefined {
  try {
    const time = parseTimestamp(toIso(plain(text), order));
    return time > EARLIEST && time <= storedTimestamp(now) ? time : undefined;
  } catch (error) {
    if (error instanceof PostgrestError) return undefined;
    throw error;
  }
}

function plain(text: string): string {
  return text.trim().replace(GO_ZONE_NAME, "$1");
}

/** The only order that fits a date, such as 15/01/2024; undefined when both orders fit, or none. */
function findOnlyOrder({ a, b }: Readonly<Record<string, string | undefined>>): DateOrder | undefined {
  const [first, second] = [Number(a), Number(b)];
  if (first > 12 && second <= 12) return "day-first";
  return second > 12 && first <= 12 ? "month-first" : undefined;
}

/** Converts a date to ISO 8601. Returns an unknown notation unchanged. */
function toIso(text: string, order: DateOrder | "both"): string {
  const [, seconds, millis = "000"] = EPOCH.exec(text) ?? [];
  if (seconds !== undefined) return new Date(Number(seconds + millis)).toISOString();

  const slashes = SLASHES.exec(text)?.groups;
  if (slashes) {
    const own = order === "both" && slashes.a !== slashes.b ? findOnlyOrder(slashes) : order;
    // The text itself is not a valid timestamp.
    if (own === undefined) return text;
    const [day, month] = own === "day-first" ? [slashes.a, slashes.b] : [slashes.b, slashes.a];
    return joinIso({ ...slashes, day, month });
  }
  for (const known of NUMBERS) {
    const fields = known.exec(text)?.groups;
    if (fields) return joinIso(fields);
  }
  for (const known of WORDS) {
    const fields = known.exec(text)?.groups;
    if (fields) return joinIso({ ...fields, month: String(MONTHS.indexOf(fields.word?.toLowerCase() ?? "") + 1) });
  }
  return text;
}

function joinIso(fields: Readonly<Record<string, string | undefined>>): string {
  const { year = "", month = "", day = "", minute = "00", second = "00", zone = "" } = fields;
  const fullYear = year.length === 2 ? `20${year}` : year;
  const date = [fullYear, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  const offset = zone.replace(/^(utc|gmt)$/i, "z");
  return `${date}T${hourOf(fields)}:${minute}:${second}${offset}`;
}

/** Hour of the day: "3" and "pm" are 15; "12" and "am" are 0. */
function hourOf({ hour = "0", half }: Readonly<Record<string, string | undefined>>): string {
  if (half === undefined) return hour.padStart(2, "0");
  const ofTwelve = Number(hour) % 12;
  return String(half.toLowerCase() === "pm" ? ofTwelve + 12 : ofTwelve).padStart(2, "0");
}
