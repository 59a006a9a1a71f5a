import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { PostgrestError } from "../postgrest/errors.ts";

/** PostgreSQL's types of our columns. */
export type ColumnType = "bigint" | "text" | "timestamp with time zone";

/** A column: its type as PostgreSQL names it, whether it can be empty, and whether all that is stored in it is lower-case. */
export type Column = { name: keyof Subscriber; type: ColumnType; nullable: boolean; isLowerCase?: true };

/** Columns of the table in their order, the same as in hosting/supabase/migrations. */
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

/** The column that a body or a query names; undefined when the table has none of that name. */
export function findColumn(name: string): Column | undefined {
  return BY_NAME.get(name);
}

/** The column that a query names. @throws {PostgrestError} when the table has none of that name */
export function requireColumn(name: string): Column {
  const column = findColumn(name);
  if (column !== undefined) return column;
  throw new PostgrestError(400, { code: "42703", message: `column ${SUBSCRIBERS_TABLE}.${name} does not exist` });
}
