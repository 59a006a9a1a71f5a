import { readTimestamp } from "../../lib/read-timestamp.ts";
import { postgresError } from "./postgrest/errors.ts";

/**
 * Reads a time as text into the form that the table stores: UTC with six digits of a second,
 * "2026-03-01T04:05:06.123000Z", so that the order of texts is the order of times.
 *
 * @throws {PostgrestError} 22007 for another notation, 22008 for a time that no calendar has
 */
export function parseTimestamp(text: string): string {
  const read = readTimestamp(text);
  if (!read.ok) throw postgresError(read.code, read.message);
  return stored(read.second, read.micros);
}

/** A moment in the form that the table stores. */
export function storedTimestamp(moment: Date): string {
  return stored(moment, moment.getUTCMilliseconds() * 1000);
}

function stored(moment: Date, micros: number): string {
  return `${moment.toISOString().slice(0, 19)}.${String(micros).padStart(6, "0")}Z`;
}

/** A stored time as PostgreSQL writes it into JSON, "2026-03-01T04:05:06.123+00:00". */
export function timestampToJson(time: string): string {
  return `${withoutTrailingZeros(time)}+00:00`;
}

/** A stored time as PostgreSQL writes it as text, "2026-03-01 04:05:06.123+00". */
export function timestampToText(time: string): string {
  return `${withoutTrailingZeros(time).replace("T", " ")}+00`;
}

function withoutTrailingZeros(time: string): string {
  return time.replace(/\.?0*Z$/, "");
}
