import type { PublishedNewsletters } from "./contract.ts";

/** Minimum time between two reads of the ids, in milliseconds. Every page of the site needs them. */
const READ_MS = 1_000;

/**
 * The ids of the archive's newsletters, for the sitemap and the footer.
 *
 * @param now milliseconds on a clock that never goes back
 * @returns a function that returns the same array until something in it changes
 */
export function createPublishedIds(
  newsletters: Pick<PublishedNewsletters, "ids">,
  now: () => number,
): () => readonly number[] {
  let ids: readonly number[] = newsletters.ids();
  let readAt = now();
  return () => {
    if (now() - readAt < READ_MS) return ids;
    readAt = now();
    const next = newsletters.ids();
    if (next.join() !== ids.join()) ids = next;
    return ids;
  };
}
