import { readFileSync } from "node:fs";
import { toWholeTenths } from "./icon-path.ts";
import { formatted } from "./storefront-types.ts";

/** The generated module: the platforms that `artist.json` may name, with their icons. */
export const PLATFORMS_FILE = "gateway/src/content/platforms.ts";

/** Folder of the icons in the package simple-icons. */
const MARKS = "node_modules/simple-icons/icons";

/** Names of the platforms in `artist.json`. The first six come from the specification. */
const PLATFORMS = `
  instagram youtube facebook tiktok spotify apple-music
  amazon-music audiomack bandcamp bandsintown beatport big-cartel bluesky buy-me-a-coffee deezer discogs discord genius
  ko-fi last-fm linkedin linktree mastodon mixcloud musicbrainz napster pandora patreon pinterest pixelfed qobuz reddit
  reverbnation snapchat songkick soundcloud substack telegram threads tidal tumblr twitch vimeo vk whatsapp wikipedia x
  youtube-music`
  .trim()
  .split(/\s+/);

/** Names of the platforms for which the package has no icon. */
const WITHOUT_MARK: Record<string, string> = { "amazon-music": "Amazon Music", linkedin: "LinkedIn", qobuz: "Qobuz" };

/** Icon files whose name differs from the platform's. */
const MARK_FILES: Record<string, string> = { "last-fm": "lastdotfm" };

const HEADER = `// Made by \`npm run generate\` from the icons of simple-icons; not to be edited.
`;

/** Writes the module with the platforms' names and icons. @returns its text */
export function platformsModule(): string {
  const platforms = PLATFORMS.map((key) => ({ key, ...platformOf(key) }));
  const names = JSON.stringify(Object.fromEntries(platforms.map(({ key, name }) => [key, name])));
  const icons = JSON.stringify(Object.fromEntries(platforms.map(({ key, icon }) => [key, icon])));
  return formatted(
    PLATFORMS_FILE,
    `${HEADER}
/** Names of the platforms that \`artist.json\` may use. Source: docs/product.md §9, social platforms. */
export const PLATFORM_NAMES = ${names};

/** Icons of the platforms, as SVG paths in a square of 240 by 240. Some platforms have none. */
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
  return { name, icon: toWholeTenths(path) };
}
