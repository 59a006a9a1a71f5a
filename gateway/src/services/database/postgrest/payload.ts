import { invalidBody, notServed, PostgrestError, postgresError } from "./errors.ts";

/** Rows of one body at most: as many as an INSERT may bring. */
const ROWS_MAX = 1_000;
/** Columns that a request may name at most; the table has seven. */
const COLUMNS_MAX = 50;

/** Rows of a body, and the columns that it speaks of. */
type Payload = { columns: string[]; rows: ReadonlyMap<string, unknown>[] };

/**
 * Reads the rows of a body: an object for one, an array for several.
 *
 * @param named the `columns` parameter: then the rows need not have the same keys, and other keys are passed over
 */
export function parsePayload(body: string, contentType: string | undefined, named: string[] | undefined): Payload {
  requireJson(contentType);
  const json = parseJson(body);
  // Whatever else JSON can be stands for no rows at all.
  const items: unknown[] = Array.isArray(json) ? json : isObject(json) ? [json] : [];
  // Each row is looked at for each column, for every client.
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

/** Reads the arguments of a function: an object, or no body for none. */
export function parseArguments(body: string, contentType: string | undefined): ReadonlyMap<string, unknown> {
  requireJson(contentType);
  const json = body === "" ? {} : parseJson(body);
  if (!isObject(json)) throw invalidBody("The arguments of a function must be an object");
  return new Map(Object.entries(json));
}

function requireJson(contentType: string | undefined): void {
  const type = (contentType ?? "application/json").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw invalidBody(`Content-Type not acceptable: ${type}`);
}

/** A column of the body that the table does not have. */
export function noSuchBodyColumn(column: string, table: string): PostgrestError {
  return new PostgrestError(400, {
    code: "PGRST204",
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  });
}

function onlyKeys(row: ReadonlyMap<string, unknown>, keys: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(keys.filter((key) => row.has(key)).map((key) => [key, row.get(key)]));
}

function parseJson(body: string): unknown {
  // What stands for bytes that were no text; no name or address has it.
  if (body.includes("\ufffd")) throw invalidBody("Empty or invalid json");
  try {
    return JSON.parse(body);
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
