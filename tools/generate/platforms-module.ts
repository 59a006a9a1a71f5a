import { readFileSync } from "node:fs";
import { formatted } from "./storefront-types.ts";

/** Where the platforms stand that `artist.json` may name, with their marks. */
export const PLATFORMS_FILE = "gateway/src/content/platforms.ts";

/** The marks, as the package that we have them from draws them. */
const MARKS = "node_modules/simple-icons/icons";

/** What `artist.json` calls the platforms. The first six are those of the specification. */
const PLATFORMS = `
  instagram youtube facebook tiktok spotify apple-music
  amazon-music audiomack bandcamp bandsintown beatport big-cartel bluesky buy-me-a-coffee deezer discogs discord genius
  ko-fi last-fm linkedin linktree mastodon mixcloud musicbrainz napster pandora patreon pinterest pixelfed qobuz reddit
  reverbnation snapchat songkick soundcloud substack telegram threads tidal tumblr twitch vimeo vk whatsapp wikipedia x
  youtube-music`
  .trim()
  .split(/\s+/);

/** Names of those that the package has no mark of. */
const WITHOUT_MARK: Record<string, string> = { "amazon-music": "Amazon Music", linkedin: "LinkedIn", qobuz: "Qobuz" };

/** Files of marks that are not called like the platform. */
const MARK_FILES: Record<string, string> = { "last-fm": "lastdotfm" };

const HEADER = `// Made by \`npm run generate\` from the marks of simple-icons; not to be edited.
`;

/** Text of the module with the platforms' names and marks. */
export function platformsModule(): string {
  const platforms = PLATFORMS.map((key) => ({ key, ...platformOf(key) }));
  const names = JSON.stringify(Object.fromEntries(platforms.map(({ key, name }) => [key, name])));
  const icons = JSON.stringify(Object.fromEntries(platforms.map(({ key, icon }) => [key, icon])));
  return formatted(
    PLATFORMS_FILE,
    `${HEADER}
/** Names of the platforms that \`artist.json\` may use. Source: docs/product.md §9, social platforms. */
export const PLATFORM_NAMES = ${names};

/** Their icons, each the path of a drawing in a square of 24. Some platforms have none. */
export const PLATFORM_ICONS: Partial<Record<keyof typeof PLATFORM_NAMES, string>> = ${icons};`,
  );
}

function platformOf(key: string): { name: string; icon?: string } {
  const named = WITHOUT_MARK[key];
  if (named !== undefined) return { name: named };
  const source = MARK_FILES[key] ?? key.replaceAll("-", "");
  const svg = readFileSync(`${MARKS}/${source}.svg`, "utf8");
  const name = /<title>([^<]+)</.exec(svg)?.[1];
  const path = / d="([^"]+)"/.exec(svg)?.[1];
  if (!name || !path) throw new Error(`${source}.svg of simple-icons has no title or no path.`);
  return { name, icon: toHundredths(path) };
}

/**
 * Draws a mark to a hundredth of its 24 units, which at its size nobody sees: it stands in every page. Digits are cut and
 * not rounded, since flags of an arc may stand before a number without a blank.
 */
function toHundredths(path: string): string {
  return path.replaceAll(/(\.\d\d)\d+/g, "$1");
}
