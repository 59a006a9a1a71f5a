import type { SqlValue } from "../../../data/statements.ts";
import { notServed, postgresError } from "../postgrest/errors.ts";
import type { Media } from "../postgrest/media.ts";
import type { OrderTerm, SelectItem } from "../postgrest/select.ts";
import { timestampToJson, timestampToText } from "../timestamps.ts";
import { COLUMNS, type Column, requireColumn } from "./columns.ts";

/** A row as SQLite returns it, by column. */
export type StoredRow = Readonly<Record<string, SqlValue>>;

/** A field of the response: its name, its column, and how its value is written. */
export type Field = { name: string; column: Column; write: (value: SqlValue, format: Media["format"]) => SqlValue };

const AS_TEXT = new Set(["text", "varchar", "character varying"]);
const OWN_NAMES: Readonly<Record<Column["type"], ReadonlySet<string>>> = {
  bigint: new Set(["bigint", "int8"]),
  text: AS_TEXT,
  "timestamp with time zone": new Set(["timestamptz", "timestamp with time zone"]),
};
/** PostgreSQL's other types. No column can be cast to them here. */
const OTHER_TYPES = new Set(
  "bool boolean date float4 float8 int int2 int4 integer json jsonb name numeric real smallint time timestamp timetz uuid".split(
    " ",
  ),
);

/**
 * Turns `select` into the fields of each row.
 *
 * @throws {PostgrestError} for an unknown column or type
 */
export function fieldsOf(select: readonly SelectItem[]): Field[] {
  return select.flatMap(({ column: name, alias, cast }) => {
    if (name === "*") return COLUMNS.map((column) => ({ name: column.name, column, write: plainWriter(column) }));
    const column = requireColumn(name);
    return [
      { name: alias ?? name, column, write: cast === undefined ? plainWriter(column) : castWriter(column, cast) },
    ];
  });
}

function plainWriter({ type }: Column): Field["write"] {
  if (type !== "timestamp with time zone") return (value) => value;
  return (value, format) => {
    if (typeof value !== "string") return value;
    return format === "csv" ? timestampToText(value) : timestampToJson(value);
  };
}

function castWriter(column: Column, cast: string): Field["write"] {
  const type = cast.toLowerCase();
  if (OWN_NAMES[column.type].has(type)) return plainWriter(column);
  if (AS_TEXT.has(type)) {
    return (value) => {
      if (value === null) return null;
      return column.type === "bigint" ? String(value) : timestampToText(String(value));
    };
  }
  if (OTHER_TYPES.has(type)) throw notServed(`A cast from ${column.type} to ${cast} is not served.`);
  throw postgresError("42704", `type "${cast}" does not exist`);
}

/** Turns an order into SQL. Rows that are equal in this order are sorted by `id`, so that pages never overlap. */
export function orderSql(order: readonly OrderTerm[]): string {
  const terms = order.map(({ column: name, descending, nulls }) => {
    const { name: column, nullable } = requireColumn(name);
    // In a column without nulls, NULLS FIRST or LAST would only prevent SQLite from using the index.
    const place = nullable ? ` NULLS ${(nulls ?? (descending ? "first" : "last")).toUpperCase()}` : "";
    return `${column} ${descending ? "DESC" : "ASC"}${place}`;
  });
  const isComplete = order.some(({ column }) => column === "id");
  return [...terms, ...(isComplete ? [] : [order[0]?.descending ? "id DESC" : "id ASC"])].join(", ");
}

/** Writes rows in the format that the client requested. The format `object` needs exactly one row. */
export function writeRows(rows: readonly StoredRow[], fields: readonly Field[], media: Media): string {
  if (media.format === "csv") return writeCsv(rows, fields);
  const shown = rows.map((row) => shownRow(row, fields, media));
  return JSON.stringify(media.format === "object" ? shown[0] : shown);
}

function shownRow(row: StoredRow, fields: readonly Field[], media: Media): Record<string, SqlValue> {
  const entries = fields
    .map(({ name, column, write }) => [name, write(row[column.name] ?? null, media.format)] as const)
    .filter(([, value]) => !media.nullsStripped || value !== null);
  // Unlike a plain assignment, fromEntries can create a field called __proto__.
  return Object.fromEntries(entries);
}

function writeCsv(rows: readonly StoredRow[], fields: readonly Field[]): string {
  const lines = rows.map((row) =>
    fields.map(({ column, write }) => csvCell(write(row[column.name] ?? null, "csv"))).join(","),
  );
  return [fields.map(({ name }) => csvCell(name)).join(","), ...lines].join("\n");
}

/** Quotes a cell as PostgreSQL quotes the fields of a row. Null is empty. */
function csvCell(value: SqlValue): string {
  if (value === null) return "";
  const text = String(value);
  return text === "" || /[\s",()\\]/.test(text) ? `"${text.replaceAll("\\", "\\\\").replaceAll('"', '""')}"` : text;
}
