import { NAME_MAX_LENGTH, SUBSCRIBERS_TABLE, UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import { PostgrestError, postgresError } from "../postgrest/errors.ts";
import { noSuchBodyColumn } from "../postgrest/payload.ts";
import { type Column, findColumn } from "./columns.ts";

/**
 * The table's constraints, the same as in hosting/supabase/migrations, and PostgreSQL's error for each broken one.
 */

/** Finds a column that a body names. @throws {PostgrestError} if the table has no such column */
export function requireBodyColumn(name: string): Column {
  const column = findColumn(name);
  if (column === undefined) throw noSuchBodyColumn(name, SUBSCRIBERS_TABLE);
  return column;
}

export function isTooLong(name: string | null): boolean {
  return name !== null && name.length > NAME_MAX_LENGTH;
}

/** The error for a null in a column that must have a value. */
export function nullIn(column: Column["name"]): PostgrestError {
  return postgresError(
    "23502",
    `null value in column "${column}" of relation "${SUBSCRIBERS_TABLE}" violates not-null constraint`,
  );
}

/** The error for a value that breaks a column's check. As under row-level security, it does not name the value. */
export function violatesCheck(column: Column["name"]): PostgrestError {
  return postgresError(
    "23514",
    `new row for relation "${SUBSCRIBERS_TABLE}" violates check constraint "${SUBSCRIBERS_TABLE}_${column}_check"`,
  );
}

/** The error for an id or email that another row has. */
export function duplicateOf(column: "id" | "email"): PostgrestError {
  const constraint = column === "id" ? "pkey" : `${column}_key`;
  return new PostgrestError(409, {
    code: UNIQUE_VIOLATION,
    message: `duplicate key value violates unique constraint "${SUBSCRIBERS_TABLE}_${constraint}"`,
  });
}
