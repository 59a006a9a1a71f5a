/** What the parts of a `SubscriberFilter` mean, wherever a list or an export is narrowed by one. */

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

/** The first moment of a UTC day, `YYYY-MM-DD`, as ISO 8601. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00Z`;
}

/** The first moment after a UTC day, `YYYY-MM-DD`, as ISO 8601. */
export function endOfDay(day: string): string {
  return startOfDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10));
}
