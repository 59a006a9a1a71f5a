import { parseJson } from "../../../lib/parse-json.ts";
import { invalidBody, notServed, PostgrestError, postgresError } from "./errors.ts";

/** Maximum number of rows in a body. One INSERT may store as many. */
const ROWS_MAX = 1_000;
/** Maximum number of columns that a request may name. The table has seven. */
const COLUMNS_MAX = 50;

/** The rows of a body, and their columns. */
type Payload = { columns: string[]; rows: ReadonlyMap<string, unknown>[] };

/**
 * Parses the rows of a body: an object for one row, an array for several.
 *
 * @param named the `columns` parameter. With it, rows may have different keys, and other keys are ignored
 */
export function parsePayload(body: string, contentType: string | undefined, named: string[] | undefined): Payload {
  requireJson(contentType);
  const json = parsePayloadJson(body);
  // Any other JSON means no rows.
  const items: unknown[] = Array.isArray(json) ? json : isObject(json) ? [json] : [];
  // The time below grows with the rows and the columns, and every client can send many of both.
  if (items.length > ROWS_MAX) throw notServed(`A body may bring ${ROWS_MAX} rows at most.`);
  if (named && named.length > COLUMNS_MAX) throw notServed(`columns may name ${COLUMNS_MAX} columns at most.`);
  const rows = items.map((item) => {
    if (isObject(item)) return new Map(Object.entries(item));
    throw named === undefined
      ? invalidBody("All object keys must match")
      : postgresError("22023", "argument of json_to_recordset must be an array of objects");
  });

  if (named !== undefined) return { columns: named, rows: rows.map((row) => onlyKeys(row, named)) };
  const columns = [...(rows[0]?.keys() ?? [])];
  for (const row of rows) {
    if (row.size !== columns.length || !columns.every((column) => row.has(column))) {
      throw invalidBody("All object keys must match");
    }
  }
  return { columns, rows };
}

/** Parses the arguments of a function: an object, or no body for no arguments. */
export function parseArguments(body: string, contentType: string | undefined): ReadonlyMap<string, unknown> {
  requireJson(contentType);
  const json = body === "" ? {} : parsePayloadJson(body);
  if (!isObject(json)) throw invalidBody("The arguments of a function must be an object");
  return new Map(Object.entries(json));
}

function requireJson(contentType: string | undefined): void {
  const type = (contentType ?? "application/json").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw invalidBody(`Content-Type not acceptable: ${type}`);
}

/** The error for a column of the body that the table does not have. */
export function noSuchBodyColumn(column: string, table: string): PostgrestError {
  return new PostgrestError(400, {
    code: "PGRST204",
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  });
}

function onlyKeys(row: ReadonlyMap<string, unknown>, keys: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(keys.filter((key) => row.has(key)).map((key) => [key, row.get(key)]));
}

function parsePayloadJson(body: string): unknown {
  // U+FFFD replaces bytes that were not UTF-8. No name or email contains it.
  if (body.includes("\ufffd")) throw invalidBody("Empty or invalid json");
  try {
    return parseJson(body);
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
