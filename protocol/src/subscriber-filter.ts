/** What the parts of a `SubscriberFilter` mean, wherever a list or an export is narrowed by one. */
import type { SubscriberFilter } from "./admin.ts";
import type { Subscriber } from "./subscriber.ts";

/** A test of a column, in PostgREST's words. */
export type FilterTest = [column: keyof Subscriber, operator: "ilike" | "eq" | "gte" | "lt", value: string];

/** From so many characters on a search looks inside addresses; a shorter one looks at how they begin. */
export const SEARCH_INSIDE_LENGTH = 3;

/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** The tests that a row has to pass, all of them. */
export function testsOf({ email, source, status, from, to }: SubscriberFilter): FilterTest[] {
  const tests: FilterTest[] = [];
  if (email !== undefined) tests.push(["email", "ilike", searchPattern(email)]);
  if (source !== undefined) tests.push(["source", "eq", source]);
  if (status !== undefined) tests.push(["status", "eq", status]);
  if (from !== undefined) tests.push(["subscribed_at", "gte", startOfDay(from)]);
  if (to !== undefined) tests.push(["subscribed_at", "lt", endOfDay(to)]);
  return tests;
}

/**
 * The pattern of PostgREST's `ilike` for a search.
 *
 * Signs of its own lose their meaning by a backslash. The asterisk cannot: PostgREST takes every one for `%` before
 * PostgreSQL sees the pattern, so it stands as "any one character". Source: docs.postgrest.org, "Operators".
 */
function searchPattern(part: string): string {
  const literal = part.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_");
  return [...part].length < SEARCH_INSIDE_LENGTH ? `${literal}%` : `%${literal}%`;
}

/** The first moment of a UTC day, `YYYY-MM-DD`, as ISO 8601. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00Z`;
}

/** The first moment after a UTC day, `YYYY-MM-DD`, as ISO 8601. */
export function endOfDay(day: string): string {
  return startOfDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10));
}
