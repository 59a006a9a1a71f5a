import { notEmbedded, notServed } from "./errors.ts";
import { Scanner } from "./scanner.ts";

/** Comparisons that allow `(any)` or `(all)`. */
type QuantifiedOperator = "eq" | "gte" | "gt" | "lte" | "lt" | "like" | "ilike" | "match" | "imatch";
/** Comparisons that allow neither. All except `neq` are for arrays and ranges. */
type SimpleOperator = "neq" | "cs" | "cd" | "ov" | "sl" | "sr" | "nxr" | "nxl" | "adj";
/** Full-text search. */
type SearchOperator = "fts" | "plfts" | "phfts" | "wfts";
export type IsValue = "null" | "not_null" | "true" | "false" | "unknown";

/** The test of a column. Its values are still text, as in the query string. */
export type Test =
  | { operator: QuantifiedOperator; quantifier?: "any" | "all"; value: string }
  | { operator: SimpleOperator | SearchOperator | "isdistinct"; value: string }
  | { operator: "is"; value: IsValue }
  | { operator: "in"; values: string[] };

/** A filter of the query string, or a tree of filters. */
export type Condition =
  | { kind: "test"; column: string; negated: boolean; test: Test }
  | { kind: "group"; joint: "and" | "or"; negated: boolean; conditions: Condition[] };

/** Deepest nesting of groups. Nobody writes deeper groups by hand, and each level takes a level of the stack. */
export const GROUP_DEPTH_MAX = 20;

const QUANTIFIED = /(eq|gte|gt|lte|lt|like|ilike|match|imatch)(?:\((any|all)\))?\./y;
const SIMPLE = /(neq|cs|cd|ov|sl|sr|nxr|nxl|adj)\./y;
const SEARCH = /(fts|plfts|phfts|wfts)(?:\([\p{L}0-9_ $]+\))?\./uy;
const IS_VALUE = /(not_null|null|true|false|unknown)/iy;
const GROUP = /(not\.)?(and|or)[ \t]*(?=\()/y;

/** Parses a filter such as `email=eq.ann@example.com`. */
export function parseFilter(key: string, value: string): Condition {
  const column = parseColumnPath(key);
  const scanner = new Scanner(value, "filter");
  const condition = parseTest(scanner, column, () => scanner.rest());
  scanner.end("the filter's value");
  return condition;
}

/** Parses a group such as `or=(status.eq.active,email.like.a*)`. The key may begin with `not.`. */
export function parseGroup(key: string, value: string): Condition {
  const path = key.split(".");
  const joint = path.at(-1) ?? "";
  const embedded = path.slice(0, -1).find((part) => part !== "not");
  if (embedded !== undefined) throw notEmbedded(embedded);
  const scanner = new Scanner(`${path.includes("not") ? "not." : ""}${joint}${value}`, "logic tree");
  const condition = parseMember(scanner, 0);
  scanner.end('","');
  return condition;
}

/** Parses the key of a filter, which is a column. A table's name before the column is an error. */
function parseColumnPath(key: string): string {
  const scanner = new Scanner(key, "tree path");
  const column = parseColumn(scanner);
  if (scanner.takes(".")) throw notEmbedded(column);
  scanner.end("delimiter (.)");
  return column;
}

/** Parses a column name. A path into JSON is an error, because none of our columns holds JSON. */
export function parseColumn(scanner: Scanner): string {
  scanner.blanks();
  const column = scanner.name();
  if (scanner.sees("->")) throw notServed("There are no JSON columns to take a path into.");
  scanner.blanks();
  return column;
}

function parseMember(scanner: Scanner, depth: number): Condition {
  scanner.blanks();
  const [, not, joint] = scanner.match(GROUP) ?? [];
  if (joint === "and" || joint === "or") {
    if (depth === GROUP_DEPTH_MAX) scanner.fail(`at most ${GROUP_DEPTH_MAX} groups inside one another`);
    return { kind: "group", joint, negated: not !== undefined, conditions: parseMembers(scanner, depth + 1) };
  }
  const column = parseColumn(scanner);
  scanner.expect(".");
  return parseTest(scanner, column, () => scanner.match(/\{[^{}]*\}/y)?.[0] ?? scanner.listValue());
}

function parseMembers(scanner: Scanner, depth: number): Condition[] {
  scanner.expect("(");
  const members: Condition[] = [];
  do members.push(parseMember(scanner, depth));
  while (scanner.takesPadded(","));
  if (!scanner.takesPadded(")")) scanner.fail('"," or ")"');
  return members;
}

function parseTest(scanner: Scanner, column: string, readValue: () => string): Condition {
  const negated = scanner.takes("not.");
  return { kind: "test", column, negated, test: parseOperation(scanner, readValue) };
}

function parseOperation(scanner: Scanner, readValue: () => string): Test {
  if (scanner.takes("in.")) return { operator: "in", values: parseList(scanner) };
  if (scanner.takes("is.")) return { operator: "is", value: parseIsValue(scanner) };
  if (scanner.takes("isdistinct.")) return { operator: "isdistinct", value: readValue() };

  // A match is one of the names in its pattern.
  const search = scanner.match(SEARCH)?.[1] as SearchOperator | undefined;
  if (search !== undefined) return { operator: search, value: readValue() };
  const simple = scanner.match(SIMPLE)?.[1] as SimpleOperator | undefined;
  if (simple !== undefined) return { operator: simple, value: readValue() };
  const quantified = scanner.match(QUANTIFIED);
  if (quantified === undefined) scanner.fail('"not" or operator (eq, gt, ...)');
  const operator = quantified[1] as QuantifiedOperator;
  const quantifier = quantified[2] as "any" | "all" | undefined;
  return quantifier === undefined ? { operator, value: readValue() } : { operator, quantifier, value: readValue() };
}

function parseList(scanner: Scanner): string[] {
  if (!scanner.takesPadded("(")) scanner.fail('"("');
  const values: string[] = [];
  do values.push(scanner.listValue());
  while (scanner.takes(","));
  if (!scanner.takesPadded(")")) scanner.fail('")"');
  return values;
}

function parseIsValue(scanner: Scanner): IsValue {
  const value = scanner.match(IS_VALUE)?.[1]?.toLowerCase();
  // The pattern matches only these words.
  return (value as IsValue | undefined) ?? scanner.fail("isVal: (null, not_null, true, false, unknown)");
}
