import type { SqlValue } from "../../../data/statements.ts";
import type { Condition, IsValue, Test } from "../postgrest/conditions.ts";
import { noSuchOperator, notServed, postgresError } from "../postgrest/errors.ts";
import { type Column, requireColumn } from "./columns.ts";
import { containedText, likeToGlob } from "./patterns.ts";
import { parseArray, parseValue } from "./values.ts";

/** A piece of SQL and the values to bind in it, in their order. Input of a client is only in the values. */
export type Sql = { text: string; values: SqlValue[] };

const COMPARISONS = { eq: "=", neq: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;
const ARRAY_AND_RANGE = {
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
} as const;

/**
 * Turns the conditions of a query into SQL. It parses every value as its column's type, so that every client gets the
 * same error for a wrong value.
 *
 * @throws {PostgrestError} for a column, a value or an operator that PostgreSQL would reject
 */
export function toWhereSql(conditions: readonly Condition[]): Sql {
  return conditions.length === 0 ? { text: "TRUE", values: [] } : joined(conditions.map(sqlOf), "AND");
}

function sqlOf(condition: Condition): Sql {
  const sql =
    condition.kind === "group"
      ? joined(condition.conditions.map(sqlOf), condition.joint === "and" ? "AND" : "OR")
      : testSql(requireColumn(condition.column), condition.test);
  return condition.negated ? { text: `(NOT ${sql.text})`, values: sql.values } : sql;
}

function testSql(column: Column, test: Test): Sql {
  switch (test.operator) {
    case "in":
      return inSql(column, test.values);
    case "is":
      return isSql(column, test.value);
    case "isdistinct":
      return { text: `(${column.name} IS NOT ?)`, values: [parseValue(test.value, column.type)] };
    case "neq":
      return comparisonSql(column, "neq", test.value);
    case "eq":
    case "gt":
    case "gte":
    case "lt":
    case "lte":
    case "like":
    case "ilike":
      return quantifiedSql(column, test.operator, test);
    case "match":
    case "imatch":
      // A client's regular expression could keep the only thread busy for hours.
      throw notServed("Regular expressions are not served. Use like or ilike.");
    case "fts":
    case "plfts":
    case "phfts":
    case "wfts":
      throw notServed("Full-text search is not served. Use like or ilike.");
    default:
      throw noSuchOperator(`${column.type} ${ARRAY_AND_RANGE[test.operator]} unknown`);
  }
}

type Compared = keyof typeof COMPARISONS | "like" | "ilike";

function quantifiedSql(
  column: Column,
  operator: Compared,
  { quantifier, value }: { quantifier?: "any" | "all"; value: string },
): Sql {
  if (quantifier === undefined) return comparisonSql(column, operator, value);
  const elements = parseArray(value);
  // For an empty array, `any` is false and `all` is true.
  if (elements.length === 0) return { text: quantifier === "any" ? "FALSE" : "TRUE", values: [] };
  const each = elements.map((element) =>
    element === null ? { text: "NULL", values: [] } : comparisonSql(column, operator, element),
  );
  return joined(each, quantifier === "any" ? "OR" : "AND");
}

function comparisonSql(column: Column, operator: Compared, value: string): Sql {
  if (operator === "like" || operator === "ilike") {
    if (column.type !== "text") {
      throw noSuchOperator(`${column.type} ${operator === "like" ? "~~" : "~~*"} unknown`);
    }
    parseValue(value, "text");
    return patternSql(column, value, operator === "ilike");
  }
  return { text: `(${column.name} ${COMPARISONS[operator]} ?)`, values: [parseValue(value, column.type)] };
}

/**
 * Turns a pattern into SQL. For a text at any position, `instr` takes a third of the time of a pattern. SQLite's
 * lower() changes only ASCII letters, so other texts need a pattern if their case is ignored.
 */
function patternSql({ name, isLowerCase }: Column, pattern: string, anyCase: boolean): Sql {
  const text = containedText(pattern);
  if (text !== undefined && !anyCase) return { text: `(instr(${name}, ?) > 0)`, values: [text] };
  if (text !== undefined && /^[ -~]*$/.test(text)) {
    // In a long list, lower() would make up a third of the search's time.
    const held = isLowerCase ? name : `lower(${name})`;
    return { text: `(instr(${held}, ?) > 0)`, values: [text.toLowerCase()] };
  }
  return { text: `(${name} GLOB ?)`, values: [likeToGlob(pattern, anyCase)] };
}

function inSql(column: Column, elements: readonly string[]): Sql {
  // `in.()` is an empty list, so no row matches.
  if (elements.length === 1 && elements[0] === "") return { text: "FALSE", values: [] };
  const values = elements.map((element) => parseValue(element, column.type));
  return { text: `(${column.name} IN (${values.map(() => "?").join(", ")}))`, values };
}

function isSql(column: Column, value: IsValue): Sql {
  if (value === "null") return { text: `(${column.name} IS NULL)`, values: [] };
  if (value === "not_null") return { text: `(${column.name} IS NOT NULL)`, values: [] };
  throw postgresError("42804", `argument of IS ${value.toUpperCase()} must be type boolean, not type ${column.type}`);
}

/**
 * Joins conditions as a balanced tree. SQLite limits the depth of an expression, and a chain would be too deep.
 */
function joined(parts: readonly Sql[], joint: "AND" | "OR"): Sql {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const middle = Math.ceil(parts.length / 2);
  const [left, right] = [joined(parts.slice(0, middle), joint), joined(parts.slice(middle), joint)];
  return { text: `(${left.text} ${joint} ${right.text})`, values: [...left.values, ...right.values] };
}
