import type { DatabaseResponse } from "../contract.ts";

/** The only schema that is served. */
export const SCHEMA = "public";

/** The four keys of every error body. Source: PostgREST, "Errors". */
type ErrorBody = { code: string; message: string; details: string | null; hint: string | null };

/**
 * A request that is answered with an error, as PostgREST words it.
 * Decide on `code`: a PGRST one is PostgREST's own, any other is PostgreSQL's.
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

/** An error on the wire. */
export function postgrestErrorResponse({ status, body, headers }: PostgrestError): DatabaseResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** What stands at the root of the interface elsewhere. */
export function noRoot(): PostgrestError {
  return new PostgrestError(404, { code: "PGRST126", message: "Root endpoint metadata is disabled" });
}

/** A path of more parts than anything has. */
export function invalidPath(): PostgrestError {
  return new PostgrestError(404, { code: "PGRST125", message: "Invalid path specified in request URL" });
}

/** Another table than ours. */
export function noSuchTable(name: string): PostgrestError {
  return new PostgrestError(404, {
    code: "PGRST205",
    message: `Could not find the table '${SCHEMA}.${name}' in the schema cache`,
  });
}

/** Another schema than {@link SCHEMA}. */
export function invalidSchema(profile: string): PostgrestError {
  return new PostgrestError(406, {
    code: "PGRST106",
    message: `Invalid schema: ${profile}`,
    hint: `Only the following schemas are exposed: ${SCHEMA}`,
  });
}

/** A function is called by POST alone. */
export function notByMethod(method: string): PostgrestError {
  return new PostgrestError(
    405,
    { code: "PGRST101", message: `Cannot use the ${method} method on RPC` },
    { allow: "POST" },
  );
}

/** A part of the request that does not parse. `column` counts from 1. */
export function unparsable(what: string, text: string, column: number, details: string): PostgrestError {
  return new PostgrestError(400, {
    code: "PGRST100",
    message: `"failed to parse ${what} (${text})" (line 1, column ${column})`,
    details,
  });
}

/** Something that PostgREST knows and that this table does without. See docs/decisions/postgrest-subset.md. */
export function notServed(details: string): PostgrestError {
  return new PostgrestError(400, { code: "PGRST127", message: "Feature not implemented", details });
}

/** A body that is not what its content type says, or not shaped as rows. */
export function invalidBody(message: string): PostgrestError {
  return new PostgrestError(400, { code: "PGRST102", message });
}

/** A part of the query that speaks of a table which the select does not embed. */
export function notEmbedded(name: string): PostgrestError {
  return new PostgrestError(400, {
    code: "PGRST108",
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

/** A value, or a statement, that PostgreSQL itself would refuse with 400. */
export function postgresError(code: string, message: string, hint?: string): PostgrestError {
  return new PostgrestError(400, { code, message, ...(hint === undefined ? {} : { hint }) });
}

/** An operator that PostgreSQL does not have between these types. */
export function noSuchOperator(operation: string): PostgrestError {
  return new PostgrestError(404, {
    code: "42883",
    message: `operator does not exist: ${operation}`,
    hint: "No operator matches the given name and argument types. You might need to add explicit type casts.",
  });
}
