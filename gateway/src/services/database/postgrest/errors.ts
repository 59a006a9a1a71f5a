import type { DatabaseResponse } from "../contract.ts";

/** The only schema. */
export const SCHEMA = "public";

/** The four keys of every error body. Source: PostgREST, "Errors". */
type ErrorBody = { code: string; message: string; details: string | null; hint: string | null };

/**
 * An error response as PostgREST gives it. Decide on `code`: codes that begin with PGRST are PostgREST's, all others
 * are PostgreSQL's.
 */
export class PostgrestError extends Error {
  override readonly name = "PostgrestError";
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    body: { code: string; message: string; details?: string; hint?: string },
    headers: Record<string, string> = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = { code: body.code, message: body.message, details: body.details ?? null, hint: body.hint ?? null };
    this.headers = headers;
  }
}

export function postgrestErrorResponse({ status, body, headers }: PostgrestError): DatabaseResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** The error for the root of the interface, where other servers list the tables. */
export function noRoot(): PostgrestError {
  return new PostgrestError(404, { code: "PGRST126", message: "Root endpoint metadata is disabled" });
}

/** The error for a path with too many parts. */
export function invalidPath(): PostgrestError {
  return new PostgrestError(404, { code: "PGRST125", message: "Invalid path specified in request URL" });
}

/** The error for an unknown table. */
export function noSuchTable(name: string): PostgrestError {
  return new PostgrestError(404, {
    code: "PGRST205",
    message: `Could not find the table '${SCHEMA}.${name}' in the schema cache`,
  });
}

/** The error for another schema than {@link SCHEMA}. */
export function invalidSchema(profile: string): PostgrestError {
  return new PostgrestError(406, {
    code: "PGRST106",
    message: `Invalid schema: ${profile}`,
    hint: `Only the following schemas are exposed: ${SCHEMA}`,
  });
}

/** The error for a query that is longer than those of any client of a visitor. */
export function queryTooLong(): PostgrestError {
  return new PostgrestError(414, { code: "PGRST100", message: "The query is too long." });
}

/** The error for a method that no table has. */
export function unsupportedMethod(method: string): PostgrestError {
  return new PostgrestError(405, { code: "PGRST117", message: `Unsupported HTTP method: ${method}` });
}

/** The error for calling a function by another method than POST. */
export function notByMethod(method: string): PostgrestError {
  return new PostgrestError(
    405,
    { code: "PGRST101", message: `Cannot use the ${method} method on RPC` },
    { allow: "POST" },
  );
}

/** The error for a part of the request that cannot be parsed. @param column counted from 1 */
export function unparsable(what: string, text: string, column: number, details: string): PostgrestError {
  return new PostgrestError(400, {
    code: "PGRST100",
    message: `"failed to parse ${what} (${text})" (line 1, column ${column})`,
    details,
  });
}

/** The error for a feature of PostgREST that is missing here. See docs/decisions/postgrest-subset.md. */
export function notServed(details: string): PostgrestError {
  return new PostgrestError(400, { code: "PGRST127", message: "Feature not implemented", details });
}

/** The error for a body that does not match its content type, or holds no rows. */
export function invalidBody(message: string): PostgrestError {
  return new PostgrestError(400, { code: "PGRST102", message });
}

/** The error for a query with a table that `select` does not embed. */
export function notEmbedded(name: string): PostgrestError {
  return new PostgrestError(400, {
    code: "PGRST108",
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

/** An error of PostgreSQL itself, with status 400. */
export function postgresError(code: string, message: string, hint?: string): PostgrestError {
  return new PostgrestError(400, { code, message, ...(hint === undefined ? {} : { hint }) });
}

/** The error for an operator that PostgreSQL does not have for a type. */
export function noSuchOperator(operation: string): PostgrestError {
  return new PostgrestError(404, {
    code: "42883",
    message: `operator does not exist: ${operation}`,
    hint: "No operator matches the given name and argument types. You might need to add explicit type casts.",
  });
}
