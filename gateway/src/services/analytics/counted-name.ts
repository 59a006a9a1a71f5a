import { type AnalyticsEvent, ITEM_NAME_MAX_LENGTH, OTHER_PAGES } from "@porchlight/protocol/analytics.ts";
import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";

/**
 * What an event is counted under; undefined where it names an album that there is not. No stranger can bring in a name
 * of their own.
 *
 * @param albums those that the carousel may hold just now
 */
export function countedName(event: AnalyticsEvent, albums: readonly { name: string }[]): string | undefined {
  if (event.name === "page_view") return screenOf(event.params.page_path);
  const { item_name } = event.params;
  // An event has no room for the rest of a longer name.
  return albums.find(({ name }) => name.slice(0, ITEM_NAME_MAX_LENGTH) === item_name)?.name;
}

/** The path of the screen that shows a path: the shop shows its products, the Music screen its albums. */
function screenOf(path: string): string {
  const folded = /^(\/shop|\/music)\/[^/]+$/.exec(path)?.[1] ?? path;
  return Object.values(SCREEN_PATHS).find((known) => known === folded) ?? OTHER_PAGES;
}
