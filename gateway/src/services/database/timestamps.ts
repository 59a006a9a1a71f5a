import { readTimestamp } from "../../lib/read-timestamp.ts";
import { postgresError } from "./postgrest/errors.ts";

/**
 * Parses a time into the format that the table stores: UTC with microseconds, "2026-03-01T04:05:06.123000Z". Such texts
 * sort like their times.
 *
 * @throws {PostgrestError} 22007 for an unknown notation, 22008 for a time that does not exist
 */
export function parseTimestamp(text: string): string {
  const read = readTimestamp(text);
  if (!read.ok) throw postgresError(read.code, read.message);
  return stored(read.second, read.micros);
}

/** Writes a time in the format that the table stores. */
export function storedTimestamp(moment: Date): string {
  return stored(moment, moment.getUTCMilliseconds() * 1000);
}

function stored(moment: Date, micros: number): string {
  return `${moment.toISOString().slice(0, 19)}.${String(micros).padStart(6, "0")}Z`;
}

/** Writes a stored time as PostgreSQL writes it in JSON, "2026-03-01T04:05:06.123+00:00". */
export function timestampToJson(time: string): string {
  return `${withoutTrailingZeros(time)}+00:00`;
}

/** Writes a stored time as PostgreSQL writes it as text, "2026-03-01 04:05:06.123+00". */
export function timestampToText(time: string): string {
  return `${withoutTrailingZeros(time).replace("T", " ")}+00`;
}

function withoutTrailingZeros(time: string): string {
  return time.replace(/\.?0*Z$/, "");
}
