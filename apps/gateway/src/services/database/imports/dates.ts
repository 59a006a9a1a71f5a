import { Refusal } from "../postgrest/refusal.ts";
import { parseTimestamp, storedTimestamp } from "../timestamps.ts";

/** Whether 03/02/2024 is the third of February; without a file that says so, it is the second of March. */
export type DayOrder = { isDayFirst: boolean };

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

/** Whether a date with slashes can only have its day first, as 15/01/2024 has. */
export function hasDayFirst(text: string): boolean {
  return Number(SLASHES.exec(text)?.groups?.a) > 12;
}

/**
 * Reads when somebody joined, in the notations that exports and spreadsheets have. Without a zone it is UTC.
 *
 * @returns the moment as the table stores it; undefined when it cannot be told, or is not of the past
 */
export function readMoment(text: string, { isDayFirst }: DayOrder, now: Date): string | undefined {
  try {
    const moment = parseTimestamp(isoOf(text.trim().replace(GO_ZONE_NAME, "$1"), isDayFirst));
    return moment > EARLIEST && moment <= storedTimestamp(now) ? moment : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The same in ISO 8601 where the notation is known, else as it is. */
function isoOf(text: string, isDayFirst: boolean): string {
  const [, seconds, millis = "000"] = EPOCH.exec(text) ?? [];
  if (seconds !== undefined) return new Date(Number(seconds + millis)).toISOString();

  const slashes = SLASHES.exec(text)?.groups;
  if (slashes) {
    const [day, month] = isDayFirst ? [slashes.a, slashes.b] : [slashes.b, slashes.a];
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
