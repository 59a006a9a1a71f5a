import { readFileSync } from "node:fs";
import { formatted } from "./storefront-types.ts";

/** Where the platforms stand that `artist.json` may name, with their marks. */
export const PLATFORMS_FILE = "gateway/src/content/platforms.ts";

/** The marks, as the package that we have them from draws them. */
const MARKS = "node_modules/simple-icons/icons";

/**
 * What `artist.json` calls each platform, and the file of its mark, or its name where the package has no mark of it. The
 * first six are those of the specification.
 */
const SOURCES: Record<string, string | { name: string }> = {
  instagram: "instagram",
  youtube: "youtube",
  facebook: "facebook",
  tiktok: "tiktok",
  spotify: "spotify",
  "apple-music": "applemusic",
  "amazon-music": { name: "Amazon Music" },
  audiomack: "audiomack",
  bandcamp: "bandcamp",
  bandsintown: "bandsintown",
  beatport: "beatport",
  "big-cartel": "bigcartel",
  bluesky: "bluesky",
  "buy-me-a-coffee": "buymeacoffee",
  deezer: "deezer",
  discogs: "discogs",
  discord: "discord",
  genius: "genius",
  "ko-fi": "kofi",
  "last-fm": "lastdotfm",
  linkedin: { name: "LinkedIn" },
  linktree: "linktree",
  mastodon: "mastodon",
  mixcloud: "mixcloud",
  musicbrainz: "musicbrainz",
  napster: "napster",
  pandora: "pandora",
  patreon: "patreon",
  pinterest: "pinterest",
  pixelfed: "pixelfed",
  qobuz: { name: "Qobuz" },
  reddit: "reddit",
  reverbnation: "reverbnation",
  snapchat: "snapchat",
  songkick: "songkick",
  soundcloud: "soundcloud",
  substack: "substack",
  telegram: "telegram",
  threads: "threads",
  tidal: "tidal",
  tumblr: "tumblr",
  twitch: "twitch",
  vimeo: "vimeo",
  vk: "vk",
  whatsapp: "whatsapp",
  wikipedia: "wikipedia",
  x: "x",
  "youtube-music": "youtubemusic",
};

const HEADER = `// Made by \`npm run generate\` from the marks of simple-icons; not to be edited.
`;

/** Text of the module with the platforms' names and marks. */
export function platformsModule(): string {
  const platforms = Object.entries(SOURCES).map(([key, from]) => ({ key, ...platformOf(from) }));
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

function platformOf(source: string | { name: string }): { name: string; icon?: string } {
  if (typeof source === "object") return source;
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
