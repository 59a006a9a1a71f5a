import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { readListEmail } from "../../shared/sign-up-rules.ts";
import type { DatabaseRequest } from "../contract.ts";
import { parsePayload } from "../postgrest/payload.ts";
import { parsePreferences } from "../postgrest/preferences.ts";
import { parseQuery } from "../postgrest/query.ts";

/** Tells the list's trigger that an unsubscribed or removed address may only return through a link. */
const BY_LINK = { "x-porchlight-returning": "by-link" };

/** A visitor's sign-up as it goes to Supabase. */
export type HostedSignUp = {
  /** The body as JSON, with a normalised email. */
  body: string;
  /** Headers that make the address wait for a confirmation link; absent when the table rejects the request anyway. */
  byLink?: { email: string; headers: Record<string, string> };
};

/** Headers of a sign-up that the gateway sends itself. */
export function signUpHeaders(isByLink: boolean): Record<string, string> {
  return { prefer: "return=minimal", ...(isByLink && BY_LINK) };
}

/** Whether a request is a visitor's sign-up. */
export function isSignUp({ method, resource, caller }: DatabaseRequest): boolean {
  return method === "POST" && resource === SUBSCRIBERS_TABLE && caller.role === "anonymous";
}

/**
 * Reads a visitor's sign-up. It must be JSON, as for the built-in database: the gateway could not check a form or CSV.
 *
 * @throws {PostgrestError} when the body holds no rows in JSON
 */
export function readSignUp({ query, header, body }: DatabaseRequest): HostedSignUp {
  const { rows } = parsePayload(body, header("content-type"), parseQuery(query, SUBSCRIBERS_TABLE).columns);
  // Without rows, nothing is stored.
  if (rows.length === 0) return { body };
  const emails = rows.map(normalisedEmail);
  const normalised = rows.map((row, at) => ({ ...Object.fromEntries(row), ...emails[at] }));
  const email = emails[0]?.email;
  const preferences = parsePreferences(header("prefer"));
  const asksForRow = preferences.return === "representation" || preferences.return === "headers-only";
  // Whatever the addresses, the table rejects several rows at once, and rows that are to be returned or merged.
  const isPlain = rows.length === 1 && !asksForRow && preferences.resolution === undefined;
  return {
    body: JSON.stringify(normalised),
    // Only `return=minimal`, because a count in the response would reveal that nothing was stored.
    ...(email && isPlain && { byLink: { email, headers: { accept: "application/json", ...signUpHeaders(true) } } }),
  };
}

/**
 * Normalises the email of a row. An address that no email can reach becomes empty, so that the table's check rejects
 * the row. An email with a NUL or a lone surrogate does not change, because PostgreSQL has its own errors for such
 * text.
 */
function normalisedEmail(row: ReadonlyMap<string, unknown>): { email?: string } {
  const typed = row.get("email");
  if (typeof typed !== "string" || typed.includes("\0") || !typed.isWellFormed()) return {};
  return { email: readListEmail(typed) ?? "" };
}
