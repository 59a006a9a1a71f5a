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
  SCHEMA,
} from "../postgrest/errors.ts";
import { parseQuery } from "../postgrest/query.ts";

/** Functions of the list that others than a move may call; who of them may, the provider decides. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  Object.entries(FUNCTION_POLICY)
    .filter(([, roles]) => roles.some((role) => role !== "service"))
    .map(([name]) => name),
);

/**
 * Lets through what is about the list and refuses everything else in the words of PostgREST, without asking the
 * provider: a project may hold other tables, and a browser that was given this site's key must not reach them, not by
 * name and not by way of a relationship with the list either.
 *
 * @throws {PostgrestError} when a request is about anything else
 */
export function requireList({ method, resource, query, header }: DatabaseRequest): void {
  const [first = "", name, ...more] = resource.split("/");
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
  // Read only to be sure that it names no other table.
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
