import { isListSecret } from "../../../../data/list-secret.ts";
import { postgresError } from "../../postgrest/errors.ts";
import { parseTimestamp } from "../../timestamps.ts";
import { parseArray, parseValue, textFromJson } from "../values.ts";

/** Parsers for the arguments of functions. They convert JSON as PostgreSQL does, and throw a {@link PostgrestError}. */

/** Parses a `text`. Null becomes an empty text, because no function here distinguishes them. */
export function readText(value: unknown): string {
  return textFromJson(value) ?? "";
}

/** Parses a `text[]` and skips nulls. */
export function readTexts(value: unknown): string[] {
  if (value === null) return [];
  const items: unknown[] = Array.isArray(value) ? value : parseArray(textFromJson(value) ?? "");
  return items.flatMap((item) => {
    if (Array.isArray(item)) throw postgresError("22P02", `malformed array literal: "${textFromJson(value)}"`);
    return textFromJson(item) ?? [];
  });
}

/** Parses an `integer`. */
export function readInteger(value: unknown): number {
  return Number(parseValue(textFromJson(value) ?? "", "bigint"));
}

/** Parses the secret of a list. */
export function readSecret(value: unknown): string {
  const text = textFromJson(value);
  if (text !== null && isListSecret(text)) return text;
  throw postgresError("22023", "secret must be 32 bytes in base64url");
}

/** Parses a `jsonb` array of records into their fields. */
export function readRecords(value: unknown): ReadonlyMap<string, unknown>[] {
  if (!Array.isArray(value)) throw postgresError("22023", "removed must be an array");
  return value.map((item: unknown) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) {
      throw postgresError("22023", "argument of jsonb_to_recordset must be an array of objects");
    }
    return new Map(Object.entries(item));
  });
}

/** Parses the hash of a removed address. */
export function readHash(value: unknown): string {
  const text = textFromJson(value);
  if (text === null) throw nullIn("address_hash");
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw postgresError(
    "23514",
    'new row for relation "suppressed_addresses" violates check constraint "suppressed_addresses_address_hash_check"',
  );
}

/** Parses a `date`. */
export function readDay(value: unknown): string {
  const text = textFromJson(value);
  if (text === null) throw nullIn("removed_on");
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) {
    throw postgresError("22007", `invalid input syntax for type date: "${text}"`);
  }
  return parseTimestamp(text).slice(0, text.length);
}

function nullIn(column: string) {
  return postgresError(
    "23502",
    `null value in column "${column}" of relation "suppressed_addresses" violates not-null constraint`,
  );
}
