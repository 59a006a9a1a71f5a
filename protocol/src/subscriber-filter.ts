/** Translates a `SubscriberFilter` for the subscriber list and for exports. */
import type { SubscriberFilter } from "./admin.ts";
import type { Subscriber } from "./subscriber.ts";

/** A condition with PostgREST's names. */
export type FilterTest = [column: keyof Subscriber, operator: "ilike" | "eq" | "gte" | "lt", value: string];

/** A search text with fewer characters matches only the beginning of an email. */
export const SEARCH_INSIDE_LENGTH = 3;

export const DAY_MS = 86_400_000;

/** @returns the conditions; a row has to meet all of them */
export function toFilterTests({ email, source, status, from, to }: SubscriberFilter): FilterTest[] {
  const tests: FilterTest[] = [];
  if (email !== undefined) tests.push(["email", "ilike", searchPattern(email)]);
  if (source !== undefined) tests.push(["source", "eq", source]);
  if (status !== undefined) tests.push(["status", "eq", status]);
  if (from !== undefined) tests.push(["subscribed_at", "gte", startOfDay(from)]);
  if (to !== undefined) tests.push(["subscribed_at", "lt", endOfDay(to)]);
  return tests;
}

/**
 * Makes the pattern for PostgREST's `ilike`. A backslash escapes special characters, except the asterisk: PostgREST
 * turns every asterisk into `%`. So an asterisk becomes "any one character" here. Source: docs.postgrest.org,
 * "Operators".
 */
function searchPattern(part: string): string {
  const literal = part.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_");
  return [...part].length < SEARCH_INSIDE_LENGTH ? `${literal}%` : `%${literal}%`;
}

/** @returns the start of a UTC day, `YYYY-MM-DD`, as ISO 8601 */
export function startOfDay(day: string): string {
  return `${day}T00:00:00Z`;
}

/** @returns the start of the next UTC day, as ISO 8601 */
export function endOfDay(day: string): string {
  return startOfDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10));
}
