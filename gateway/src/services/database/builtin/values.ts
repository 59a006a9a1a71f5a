import type { SqlValue } from "../../../data/statements.ts";
import { postgresError } from "../postgrest/errors.ts";
import { parseTimestamp } from "../timestamps.ts";
import type { ColumnType } from "./columns.ts";

const BIGINT_MIN = -(2n ** 63n);
const BIGINT_MAX = 2n ** 63n - 1n;

/**
 * Parses a value of the query string as PostgreSQL parses a literal of the column's type.
 *
 * @throws {PostgrestError} with PostgreSQL's code
 */
export function parseValue(text: string, type: ColumnType): SqlValue {
  if (text.includes("\0")) {
    throw postgresError("22021", 'invalid byte sequence for encoding "UTF8": 0x00');
  }
  switch (type) {
    case "text":
      return text;
    case "timestamp with time zone":
      return parseTimestamp(text);
    case "bigint":
      return parseBigint(text);
  }
}

function parseBigint(text: string): bigint {
  const digits = /^\s*([+-]?\d+)\s*$/.exec(text)?.[1];
  if (digits === undefined) throw postgresError("22P02", `invalid input syntax for type bigint: "${text}"`);
  // PostgreSQL accepts a plus sign, BigInt does not.
  const value = BigInt(digits.replace("+", ""));
  if (value < BIGINT_MIN || value > BIGINT_MAX) {
    throw postgresError("22003", `value "${text.trim()}" is out of range for type bigint`);
  }
  return value;
}

/**
 * Parses an array as PostgreSQL writes it, `{a,"b,c"}`, one level deep.
 *
 * @returns its elements; an unquoted NULL is null
 */
export function parseArray(text: string): (string | null)[] {
  const malformed = () => postgresError("22P02", `malformed array literal: "${text}"`);
  const inner = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1];
  if (inner === undefined) throw malformed();
  if (inner.trim() === "") return [];

  const elements: (string | null)[] = [];
  const element = /\s*(?:"((?:[^"\\]|\\.)*)"\s*|((?:[^\s",{}\\]|\\.)(?:[^",{}\\]|\\.)*))(,|$)/suy;
  for (;;) {
    const [, quoted, bare, separator] = element.exec(inner) ?? [];
    const written = quoted ?? bare?.trim();
    if (written === undefined) throw malformed();
    elements.push(quoted === undefined && /^null$/i.test(written) ? null : written.replace(/\\(.)/gsu, "$1"));
    if (separator === "") return elements;
  }
}

/**
 * Turns a field of the body into text as PostgreSQL does. Numbers and booleans do not change; objects and arrays become
 * JSON.
 */
export function textFromJson(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === "string" ? value : asJson(value);
  if (text.includes("\0")) {
    throw postgresError("22P05", "unsupported Unicode escape sequence");
  }
  if (!text.isWellFormed()) {
    throw postgresError("22P02", "invalid input syntax for type json");
  }
  return text;
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // The value came from JSON, so only nesting deeper than the stack can fail.
    throw postgresError("22P02", "invalid input syntax for type json");
  }
}
