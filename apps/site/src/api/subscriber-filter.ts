import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";

/** From so many characters on a search looks inside addresses; a shorter one looks at how they begin. */
export const SEARCH_INSIDE_LENGTH = 3;

const DAY_MS = 86_400_000;

/**
 * The pattern of PostgREST's `ilike` for a search.
 *
 * Signs of its own lose their meaning by a backslash. The asterisk cannot: PostgREST takes every one for `%` before
 * PostgreSQL sees the pattern, so it stands as "any one character". Source: docs.postgrest.org, "Operators".
 */
export function searchPattern(part: string): string {
  const literal = part.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_");
  return [...part].length < SEARCH_INSIDE_LENGTH ? `${literal}%` : `%${literal}%`;
}

/** Whether a filter narrows anything. */
export function isNarrowing(filter: SubscriberFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** Whether a row is one that the filter lets through, decided as the table does. */
export function letsThrough(filter: SubscriberFilter, row: Subscriber): boolean {
  const { email, source, status, from, to } = filter;
  if (source !== undefined && row.source !== source) return false;
  if (status !== undefined && row.status !== status) return false;
  const time = Date.parse(row.subscribed_at);
  if (from !== undefined && time < Date.parse(from)) return false;
  if (to !== undefined && time >= Date.parse(dayAfter(to))) return false;
  if (email === undefined) return true;
  const [part, address] = [email.toLowerCase(), row.email.toLowerCase()];
  return [...part].length < SEARCH_INSIDE_LENGTH ? address.startsWith(part) : address.includes(part);
}

/** The day after a day, both `YYYY-MM-DD`, in UTC. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
