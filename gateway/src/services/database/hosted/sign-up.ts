import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { readListEmail } from "../../shared/sign-up-rules.ts";
import type { DatabaseRequest } from "../contract.ts";
import { parsePayload } from "../postgrest/payload.ts";
import { parsePreferences } from "../postgrest/preferences.ts";
import { parseQuery } from "../postgrest/query.ts";

/** Says to the list's trigger that addresses which left or were removed come back by a link alone. */
const BY_LINK = { "x-porchlight-returning": "by-link" };

/** A visitor's sign-up as it goes to Supabase. */
export type HostedSignUp = {
  /** As JSON, its email normalised. */
  body: string;
  /** Headers by which the address has to be confirmed; absent where the request is refused in any case. */
  byLink?: { email: string; headers: Record<string, string> };
};

/** Headers of a sign-up that the gateway itself sends. */
export function signUpHeaders(isByLink: boolean): Record<string, string> {
  return { prefer: "return=minimal", ...(isByLink && BY_LINK) };
}

/** Whether a request is a visitor's sign-up. */
export function isSignUp({ method, resource, caller }: DatabaseRequest): boolean {
  return method === "POST" && resource === SUBSCRIBERS_TABLE && caller.role === "anonymous";
}

/**
 * Reads a visitor's sign-up. Only JSON is taken, as by the built-in database: a form or CSV would go past unread.
 *
 * @throws {PostgrestError} when the body is no JSON of rows
 */
export function readSignUp({ query, header, body }: DatabaseRequest): HostedSignUp {
  const { rows } = parsePayload(body, header("content-type"), parseQuery(query, SUBSCRIBERS_TABLE).columns);
  // What is no row at all stores nothing.
  if (rows.length === 0) return { body };
  const emails = rows.map(emailOf);
  const normalised = rows.map((row, at) => ({ ...Object.fromEntries(row), ...emails[at] }));
  const email = emails[0]?.email;
  const preferences = parsePreferences(header("prefer"));
  const asksForRow = preferences.return === "representation" || preferences.return === "headers-only";
  // Several rows, and those that ask for more than to be stored, are refused for every address.
  const isPlain = rows.length === 1 && !asksForRow && preferences.resolution === undefined;
  return {
    body: JSON.stringify(normalised),
    // How many rows were stored must not tell that none was.
    ...(email && isPlain && { byLink: { email, headers: { accept: "application/json", ...signUpHeaders(true) } } }),
  };
}

/** An email that does not survive is left empty, which the table's own check refuses when its turn comes. */
function emailOf(row: ReadonlyMap<string, unknown>): { email?: string } {
  const typed = row.get("email");
  return typeof typed === "string" ? { email: readListEmail(typed) ?? "" } : {};
}
