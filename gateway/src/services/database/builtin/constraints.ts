import { NAME_MAX_LENGTH, SUBSCRIBERS_TABLE, UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import { PostgrestError, postgresError } from "../postgrest/errors.ts";
import { noSuchBodyColumn } from "../postgrest/payload.ts";
import { type Column, findColumn } from "./columns.ts";

/** Constraints of the table, the same as in hosting/supabase/migrations, and how PostgreSQL refuses what breaks them. */

/** The column that a body names. @throws {PostgrestError} when the table has none of that name */
export function requireBodyColumn(name: string): Column {
  const column = findColumn(name);
  if (column === undefined) throw noSuchBodyColumn(name, SUBSCRIBERS_TABLE);
  return column;
}

/** Whether a name is longer than the table keeps. */
export function isTooLong(name: string | null): boolean {
  return name !== null && name.length > NAME_MAX_LENGTH;
}

/** Nothing, where there must be something. */
export function nullIn(column: Column["name"]): PostgrestError {
  return postgresError(
    "23502",
    `null value in column "${column}" of relation "${SUBSCRIBERS_TABLE}" violates not-null constraint`,
  );
}

/** A value that the column does not take. Under row-level security PostgreSQL leaves out which, and so do we. */
export function violatesCheck(column: Column["name"]): PostgrestError {
  return postgresError(
    "23514",
    `new row for relation "${SUBSCRIBERS_TABLE}" violates check constraint "${SUBSCRIBERS_TABLE}_${column}_check"`,
  );
}

/** A value that another row has. */
export function duplicateOf(column: "id" | "email"): PostgrestError {
  const constraint = column === "id" ? "pkey" : `${column}_key`;
  return new PostgrestError(409, {
    code: UNIQUE_VIOLATION,
    message: `duplicate key value violates unique constraint "${SUBSCRIBERS_TABLE}_${constraint}"`,
  });
}
