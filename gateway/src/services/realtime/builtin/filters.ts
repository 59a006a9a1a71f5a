import { readTimestamp } from "../../../lib/read-timestamp.ts";
import type { PublishedTable, PublishedType, Row } from "../../shared/change-events.ts";
import { matchesPattern } from "./patterns.ts";

/** One condition on a row. */
export type Test = { column: string; passes: (value: Row[string]) => boolean };

/** Conditions that must all hold, or an error message. */
type ParsedFilter = { ok: true; tests: Test[] } | { ok: false; message: string };

/** Maximum number of values in an `in`, as on the hosted platform. */
const IN_MAX = 100;

const COMPARISONS: Readonly<Record<string, (value: Comparable, other: Comparable) => boolean>> = {
  eq: (value, other) => value === other,
  neq: (value, other) => value !== other,
  lt: (value, other) => value < other,
  lte: (value, other) => value <= other,
  gt: (value, other) => value > other,
  gte: (value, other) => value >= other,
};

type Comparable = string | bigint;

/** An error whose message goes to the client. Every other error is our own. */
class FilterError extends Error {}

/**
 * Parses a filter such as `source=eq.website-footer,id=gt.10`: conditions joined by commas. `not.` negates a condition.
 * Regular expressions are rejected, because a client's expression could block the only thread for hours.
 * Source: supabase.com/docs/guides/realtime/postgres-changes, "Available filters".
 */
export function parseFilter(text: string, table: PublishedTable): ParsedFilter {
  if (text.trim() === "") return { ok: true, tests: [] };
  try {
    return { ok: true, tests: splitOutside(text).map((part) => parseCondition(part, table)) };
  } catch (error) {
    if (error instanceof FilterError)
      return { ok: false, message: `Error parsing \`filter\` params: ${error.message}` };
    throw error;
  }
}

/**
 * Whether a row meets all conditions. A condition on a missing column fails. A removed row shows only its key, so a
 * filter on any other column matches no removal. Source: supabase/walrus, apply_rls.
 */
export function passes(tests: readonly Test[], row: Row): boolean {
  return tests.every((test) => {
    const value = row[test.column];
    return value !== undefined && test.passes(value);
  });
}

function parseCondition(text: string, table: PublishedTable): Test {
  const [, name, negation, operator, value] = /^([^=]*)=(not\.)?([a-z]+)\.(.*)$/s.exec(text.trim()) ?? [];
  if (name === undefined || operator === undefined || value === undefined) throw new FilterError(quoted(text.trim()));
  const column = table.columns.find((each) => each.name === name);
  if (column === undefined) throw new FilterError(`invalid column for filter ${name}`);
  const test = testOf(operator, value, column.type);
  return { column: name, passes: negation === undefined ? test.positive : test.negative };
}

/** A condition and its negation. As in SQL, null meets neither. */
type Pair = { positive: Test["passes"]; negative: Test["passes"] };

function testOf(operator: string, value: string, type: PublishedType): Pair {
  const compare = COMPARISONS[operator];
  if (compare !== undefined && Object.hasOwn(COMPARISONS, operator)) {
    const other = comparable(unquoted(value), type);
    return pairOf((own) => compare(comparable(String(own), type), other));
  }
  switch (operator) {
    case "in": {
      const others = new Set(listOf(value).map((each) => comparable(each, type)));
      return pairOf((own) => others.has(comparable(String(own), type)));
    }
    case "like":
    case "ilike": {
      if (type !== "text") throw new FilterError(`operator ${operator} needs a column of text`);
      const ignoresCase = operator === "ilike";
      const pattern = unquoted(value);
      return pairOf((own) => matchesPattern(String(own), pattern, ignoresCase));
    }
    case "is":
      if (value !== "null") throw new FilterError(`is.${value} needs a column of true and false`);
      return { positive: (own) => own === null, negative: (own) => own !== null };
    case "isdistinct": {
      const other = comparable(unquoted(value), type);
      const isSame: Test["passes"] = (own) => own !== null && comparable(String(own), type) === other;
      return { positive: (own) => !isSame(own), negative: isSame };
    }
    default:
      throw new FilterError(`operator ${operator} is not served`);
  }
}

function pairOf(holds: (own: string | number) => boolean): Pair {
  return {
    positive: (own) => own !== null && holds(own),
    negative: (own) => own !== null && !holds(own),
  };
}

/** Converts a value so that comparisons follow PostgreSQL's order of the type. */
function comparable(text: string, type: PublishedType): Comparable {
  switch (type) {
    case "text":
      return text;
    case "int8":
      if (!/^\s*[+-]?\d{1,19}\s*$/.test(text))
        throw new FilterError(`invalid input syntax for type bigint: ${quoted(text)}`);
      // PostgreSQL accepts a plus sign before a number, BigInt does not.
      return BigInt(text.replace("+", ""));
    case "timestamptz": {
      const read = readTimestamp(text);
      if (!read.ok) throw new FilterError(read.message);
      return BigInt(read.second.getTime()) * 1_000n + BigInt(read.micros);
    }
  }
}

function listOf(value: string): string[] {
  const inner = /^\((.*)\)$/s.exec(value)?.[1];
  if (inner === undefined) throw new FilterError("`in` filter value must be wrapped by parentheses");
  const elements = splitOutside(inner).map((each) => unquoted(each.trim()));
  if (elements.length > IN_MAX) throw new FilterError(`too many values for \`in\` filter. Maximum ${IN_MAX}`);
  return elements;
}

/** Splits at commas outside of quotes and parentheses. */
function splitOutside(text: string): string[] {
  const parts = [""];
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "," && depth === 0 && !isQuoted) {
      parts.push("");
      continue;
    }
    const written = isQuoted && character === "\\" ? text.slice(at, at + 2) : character;
    parts[parts.length - 1] += written;
    at += written.length - 1;
    if (character === '"' && (isQuoted || opensQuotes(text, at))) isQuoted = !isQuoted;
    else if (!isQuoted && character === "(") depth += 1;
    else if (!isQuoted && character === ")") depth = Math.max(0, depth - 1);
  }
  return parts;
}

/** A quotation mark in the middle of a word is part of the word. */
function opensQuotes(text: string, at: number): boolean {
  return at === 0 || ".(,".includes(text.charAt(at - 1));
}

function unquoted(value: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1];
  return inner === undefined ? value : inner.replace(/\\(.)/gs, "$1");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
