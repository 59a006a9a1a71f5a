import { type AnalyticsEvent, ITEM_NAME_MAX_LENGTH, OTHER_PAGES } from "@porchlight/protocol/analytics.ts";
import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";

/**
 * The name under which an event is counted. It is always an existing screen or album, never a stranger's text.
 *
 * @param albums the albums that the carousel may show now
 * @returns undefined for an unknown album
 */
export function countedName(event: AnalyticsEvent, albums: readonly { name: string }[]): string | undefined {
  if (event.name === "page_view") return screenOf(event.params.page_path);
  const { item_name } = event.params;
  // If a name is long, the event has only its beginning.
  return albums.find(({ name }) => name.slice(0, ITEM_NAME_MAX_LENGTH) === item_name)?.name;
}

/** The screen of a path. Products belong to the shop, albums to the Music screen, each show to the Shows screen. */
function screenOf(path: string): string {
  const folded = /^(\/shop|\/music|\/shows)\/[^/]+$/.exec(path)?.[1] ?? path;
  return Object.values(SCREEN_PATHS).find((known) => known === folded) ?? OTHER_PAGES;
}
