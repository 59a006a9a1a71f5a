import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { PostgrestError } from "../postgrest/errors.ts";

/** PostgreSQL's types of our columns. */
export type ColumnType = "bigint" | "text" | "timestamp with time zone";

/** A column, with PostgreSQL's name of its type. `isLowerCase`: the column stores only lower-case text. */
export type Column = { name: keyof Subscriber; type: ColumnType; nullable: boolean; isLowerCase?: true };

/** The table's columns in order, the same as in hosting/supabase/migrations. */
export const COLUMNS: readonly Column[] = [
  { name: "id", type: "bigint", nullable: false },
  { name: "email", type: "text", nullable: false, isLowerCase: true },
  { name: "status", type: "text", nullable: false },
  { name: "source", type: "text", nullable: false },
  { name: "subscribed_at", type: "timestamp with time zone", nullable: false },
  { name: "first_name", type: "text", nullable: true },
  { name: "last_name", type: "text", nullable: true },
];

const BY_NAME: ReadonlyMap<string, Column> = new Map(COLUMNS.map((column) => [column.name, column]));

export function findColumn(name: string): Column | undefined {
  return BY_NAME.get(name);
}

/** Finds a column that a query names. @throws {PostgrestError} if the table has no such column */
export function requireColumn(name: string): Column {
  const column = findColumn(name);
  if (column !== undefined) return column;
  throw new PostgrestError(400, { code: "42703", message: `column ${SUBSCRIBERS_TABLE}.${name} does not exist` });
}
