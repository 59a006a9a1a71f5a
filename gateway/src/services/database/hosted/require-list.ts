import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { DatabaseRequest } from "../contract.ts";
import { FUNCTION_POLICY } from "../policy.ts";
import {
  invalidPath,
  invalidSchema,
  noRoot,
  noSuchTable,
  notByMethod,
  PostgrestError,
  queryTooLong,
  SCHEMA,
  unsupportedMethod,
} from "../postgrest/errors.ts";
import { parseQuery } from "../postgrest/query.ts";

/** Methods of a table. Others never reach the provider: `fetch` throws at TRACE, as if the provider had failed. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]);

/**
 * Longest query of a visitor that is passed on. The provider's response repeats it in a header, and a proxy may count a
 * long one as a failure.
 */
const VISITOR_QUERY_MAX_LENGTH = 1_000;

/** Functions of the list that clients other than a move may call. The provider checks the rights of each client. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  Object.entries(FUNCTION_POLICY)
    .filter(([, roles]) => roles.some((role) => role !== "service"))
    .map(([name]) => name),
);

/**
 * Checks that a request is about the list, without a request to the provider. A project may hold other tables. A
 * browser with this site's key must not reach them, neither by name nor through a relationship with the list.
 *
 * @throws {PostgrestError} PostgREST's own error when the request is about anything else
 */
export function requireList({ method, resource, query, header, caller }: DatabaseRequest): void {
  const [first = "", name, ...more] = resource.split("/");
  if (!METHODS.has(method)) throw unsupportedMethod(method);
  if (resource === "") throw noRoot();
  if (first === "rpc" && name && more.length === 0) {
    requireFunction(name);
    if (method !== "POST") throw notByMethod(method);
  } else if (name !== undefined) {
    throw invalidPath();
  } else if (first !== SUBSCRIBERS_TABLE) {
    throw noSuchTable(first);
  }
  for (const profile of [header("accept-profile"), header("content-profile")]) {
    if (profile !== undefined && profile !== SCHEMA) throw invalidSchema(profile);
  }
  if (caller.role === "anonymous" && query.length > VISITOR_QUERY_MAX_LENGTH) throw queryTooLong();
  // Throws when the query names another table.
  parseQuery(query, SUBSCRIBERS_TABLE);
}

function requireFunction(name: string): void {
  if (FUNCTIONS.has(name)) return;
  throw new PostgrestError(404, {
    code: "PGRST202",
    message: `Could not find the function ${SCHEMA}.${name} in the schema cache`,
    details: `Searched for the function ${SCHEMA}.${name}, but no matches were found in the schema cache.`,
  });
}
