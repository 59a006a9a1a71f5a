import { join } from "node:path";
import {
  type LegalContent,
  type MusicContent,
  type Picture,
  RETURNS_ANCHOR,
  type ScreenContent,
  type Site,
} from "@porchlight/protocol/content.ts";
import { formatDate, parseDate } from "@porchlight/protocol/format-date.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { ALBUM_PAGE_LIMITS, type Album, type AlbumRecordings, albumSlug } from "@porchlight/protocol/music.ts";
import type { ReturnsSection, ShopProduct, ShopProducts } from "@porchlight/protocol/shop.ts";
import type { Logger } from "../lib/log.ts";
import { readText } from "../lib/read-text.ts";
import { ARTIST_FILE, type Artist, parseArtist } from "./artist.ts";
import { fileStamp } from "./file-stamp.ts";
import { DEFAULT_ACCENT } from "./identity/derive-theme.ts";
import type { ArtistIdentity } from "./identity/identity.ts";
import { parseText, type Text, toHtml, toSections } from "./markdown.ts";
import { findMissingPictures, joinMissing, type MissingPictures } from "./missing-pictures.ts";
import { fillFrontMatter, fillText, findUnfilled } from "./placeholders.ts";
import { PRESS_FILE, type Press, readPress } from "./press.ts";
import { toSocialLink } from "./social-links.ts";
import type { PicturePlace } from "./words-over-pictures.ts";

/** The texts and settings of the content folder that pages are made from. */
export type Content = {
  artist: Artist;
  about: Text;
  /** Introduction of the shop page. */
  shop?: Text;
  /** Introduction of the music page. */
  music?: Text;
  legal: Record<LegalScreen, Text>;
  /** The press kit, if there is one. */
  press?: Press;
  /** Pictures and files that `artist.json` and `press.md` name but that are missing; absent if all exist. */
  missing?: MissingPictures;
};

const SHOP_FILE = "store/shop.md";
const MUSIC_FILE = "music/music.md";

type LegalScreen = "privacy" | "terms" | "accessibility";

/** Files of the content folder that pages are made from. */
export const CONTENT_FILES = [
  ARTIST_FILE,
  "about.md",
  SHOP_FILE,
  MUSIC_FILE,
  "privacy.md",
  "terms.md",
  "accessibility.md",
  PRESS_FILE,
];

/** A problem in the content folder that the owner has to correct. The message says what is wrong, and where. */
export class ContentError extends Error {
  override readonly name = "ContentError";
}

/**
 * Reads the texts and `artist.json`.
 *
 * @param log warns about missing pictures and about placeholders without a value
 * @throws {ContentError} with a message that names the file, the line and the issue
 */
export function readContent(contentDir: string, log?: Logger): Content {
  const readIfThere = (file: string) => {
    const source = readText(contentDir, file);
    return source === undefined ? undefined : parseText(file, source);
  };
  const read = (file: string) => parseText(file, readRequiredText(contentDir, file));
  return withContentError(() => {
    const shop = readIfThere(SHOP_FILE);
    const music = readIfThere(MUSIC_FILE);
    const artist = parseArtist(readRequiredText(contentDir, ARTIST_FILE));
    const press = readPress(contentDir);
    const missing = joinMissing(findMissingPictures(contentDir, artist), press?.missing);
    const content = {
      artist: artist.value,
      about: read("about.md"),
      ...(shop && { shop }),
      ...(music && { music }),
      legal: { privacy: read("privacy.md"), terms: read("terms.md"), accessibility: read("accessibility.md") },
      ...(press && { press: press.press }),
      ...(missing && { missing }),
    };
    if (log) logContentWarnings(content, log);
    return content;
  });
}

/** Logs the pictures that pages leave out, and the placeholders that pages show unchanged. */
export function logContentWarnings(content: Content, log: Logger): void {
  const { missing } = content;
  if (missing) {
    log.warn({ files: missing.files, reason: missing.message }, "pictures of the artist are left out");
  }
  const unfilled = findUnfilledPlaceholders(content);
  if (unfilled.length > 0)
    log.warn({ reason: unfilled.join("; ") }, "placeholders without a value are shown as written");
}

/** Describes each placeholder without a value, in any text. */
export function findUnfilledPlaceholders({ artist, about, shop, music, press, legal }: Content): string[] {
  const { privacy, terms, accessibility } = legal;
  const texts = {
    "about.md": about,
    [SHOP_FILE]: shop,
    [MUSIC_FILE]: music,
    [PRESS_FILE]: press,
    "privacy.md": privacy,
    "terms.md": terms,
    "accessibility.md": accessibility,
  };
  return findUnfilled(texts, artist);
}

/**
 * Reads `artist.json`; undefined if it is missing.
 *
 * @throws {ContentError} with a message that names the file, the line and the issue
 */
export function readArtist(contentDir: string): Artist | undefined {
  return withContentError(() => {
    const source = readText(contentDir, ARTIST_FILE);
    return source === undefined ? undefined : parseArtist(source).value;
  });
}

/** @throws {ContentError} if `read` throws; the error of `read` becomes its cause */
export function withContentError<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new ContentError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function readRequiredText(contentDir: string, file: string): string {
  const source = readText(contentDir, file);
  if (source === undefined) throw new Error(`${file} is missing from ${contentDir}`);
  return source;
}

/** What every page needs from `artist.json`. */
type ArtistSummary = Pick<Artist, "name" | "language" | "kind"> & ArtistIdentity;

/**
 * Creates a function that returns the artist's current name, identity and language. After a broken edit, the last good
 * values stay. The pages report the problem, because they use the whole file.
 *
 * @throws {ContentError} if the file cannot be read at the start
 */
export function createArtistReader(contentDir: string): () => ArtistSummary {
  const path = join(contentDir, ARTIST_FILE);
  let stamp = fileStamp(path);
  let summary: ArtistSummary = readArtist(contentDir) ?? NO_ARTIST;
  return () => {
    const next = fileStamp(path);
    if (next === stamp) return summary;
    stamp = next;
    try {
      summary = readArtist(contentDir) ?? summary;
    } catch {
      // The pages report the problem.
    }
    return summary;
  };
}

/** Never shown: without `artist.json` the gateway does not start. */
const NO_ARTIST: ArtistSummary = {
  name: "",
  kind: "MusicGroup",
  language: "en",
  accent: DEFAULT_ACCENT,
  ground: "dusk",
  display: "clarendon",
  images: { hero: [] },
};

/** Finds a prepared picture by its name; undefined if there is none. */
export type FindPicture = (name: string, alt: string) => Picture | undefined;

/** Finds a prepared picture, with the shade that it needs where words stand over it. */
export type FindPictureUnderWords = (name: string, alt: string, place?: PicturePlace) => Picture | undefined;

/** What all screens show besides the texts and pictures. */
type ShownWithContent = Pick<
  Site,
  "origin" | "year" | "hasIcon" | "hasShows" | "hasNewsletters" | "themeColour" | "logo" | "taxes"
>;

/** Builds what all screens show of the artist. */
export function toSite(
  { artist }: Content,
  { origin, year, hasIcon, hasShows, hasNewsletters, themeColour, logo, taxes }: ShownWithContent,
  findPicture: FindPictureUnderWords,
): Site {
  const { images, social } = artist;
  const background =
    images.background && findFocused(findPicture, { ...images.background, alt: "" }, { at: "background" });
  const shareImage = images.share && findPicture(images.share.name, images.share.alt);
  return {
    origin,
    name: artist.name,
    subtitle: artist.subtitle,
    tagline: artist.tagline,
    kind: artist.kind,
    language: artist.language,
    themeColour,
    ...(logo && { logo }),
    social: social.map((link) => toSocialLink(link, artist.name)),
    ...(artist.watchUrl && { watchUrl: artist.watchUrl }),
    contactUrl: artist.contactUrl,
    ...(background && { background }),
    ...(shareImage && { shareImage }),
    hasIcon,
    ...(hasShows && { hasShows }),
    ...(hasNewsletters && { hasNewsletters }),
    year,
    ...(taxes && { taxes }),
  };
}

/** Finds a picture under words, with the focus that the owner chose. */
export function findFocused(
  findPicture: FindPictureUnderWords,
  { name, alt, focus }: { name: string; alt: string; focus?: string },
  place: PicturePlace,
): Picture | undefined {
  const chosen = focus === undefined ? {} : { focus };
  const picture = findPicture(name, alt, { ...place, ...chosen });
  return picture && { ...picture, ...chosen };
}

/** A screen that needs only texts and pictures. */
type PlainScreen = Exclude<ScreenContent["screen"], "home" | "shop" | "music" | "shows" | "press">;

/**
 * Builds the content of one screen.
 *
 * @param returns the last section of the Terms page
 */
export function toScreen(
  name: PlainScreen,
  content: Content,
  origin: string,
  findPicture: FindPictureUnderWords,
  returns?: ReturnsSection,
): ScreenContent {
  const { artist } = content;
  switch (name) {
    case "about": {
      const { portrait } = artist.images;
      const head = toHead(content.about, artist, origin);
      const picture = portrait && findFocused(findPicture, portrait, { at: "portrait", title: head.title });
      return {
        screen: name,
        ...head,
        bodyHtml: toHtml(fillText(content.about, artist, origin)),
        ...(content.press && { hasPress: true as const }),
        ...(picture && { portrait: picture }),
      };
    }
    case "terms": {
      const { sections, ...terms } = toLegal(content.legal[name], artist, origin);
      const last = returns ? [{ id: RETURNS_ANCHOR, ...returns }] : [];
      return { screen: name, ...terms, sections: [...sections, ...last] };
    }
    case "privacy":
    case "accessibility":
      return { screen: name, ...toLegal(content.legal[name], artist, origin) };
    case "admin":
      return {
        screen: name,
        title: "Admin",
        description: `The owner's dashboard of ${artist.name}.`,
        keywords: [artist.name],
      };
    case "not-found":
      return {
        screen: name,
        title: MESSAGES.notFoundTitle,
        description: MESSAGES.notFound,
        keywords: [artist.name],
      };
  }
}

/** Maximum number of products in the rendered HTML. The browser fetches the others. */
const PRODUCTS_IN_PAGE = 100;

/**
 * Builds the shop screen, or the page of one product.
 *
 * @param shown the products in the rendered HTML; if it is absent, the browser fetches them
 */
export function toShopScreen(
  { artist, shop }: Content,
  { currencyCode, products, asOf }: ShopProducts,
  origin: string,
  shown?: "all" | ShopProduct,
): ScreenContent {
  const one = typeof shown === "object" ? shown : undefined;
  const head = shop
    ? toHead(shop, artist, origin)
    : { title: "Shop", description: `Merchandise of ${artist.name}.`, keywords: [artist.name] };
  return {
    screen: "shop",
    ...head,
    ...(one && { handle: one.handle }),
    introductionHtml: shop ? toHtml(fillText(shop, artist, origin)) : "",
    ...(shown && { products: one ? [one] : products.slice(0, PRODUCTS_IN_PAGE) }),
    currencyCode,
    ...(asOf !== undefined && { asOf }),
  };
}

/** What the Music screen shows besides the text. */
export type Music = {
  /** Undefined until the first list has been fetched. */
  albums: readonly Album[] | undefined;
  recordings: readonly AlbumRecordings[];
  artistId: string;
};

/**
 * Builds the Music screen, or the page of one album.
 *
 * @param shown the albums in the rendered HTML; if it is absent, the browser fetches them
 */
export function toMusicScreen(
  { artist, music }: Content,
  { albums, recordings, artistId, goods }: Music & Pick<MusicContent, "goods">,
  origin: string,
  findPicture: FindPicture,
  shown?: "all" | Album,
): ScreenContent {
  const one = typeof shown === "object" ? shown : undefined;
  const hasCover = ((one ?? albums?.[0])?.images.length ?? 0) > 0;
  const ownPicture = shown && !hasCover ? artist.images.portrait : undefined;
  const portrait = ownPicture && findPicture(ownPicture.name, ownPicture.alt);
  const followUrl = artist.social.find(({ platform }) => platform === "spotify")?.url;
  const head = music
    ? toHead(music, artist, origin)
    : { title: "Music", description: `Albums and singles by ${artist.name}.`, keywords: [artist.name] };
  return {
    screen: "music",
    ...head,
    introductionHtml: music ? toHtml(fillText(music, artist, origin)) : "",
    artistId,
    ...(followUrl && { followUrl }),
    ...(shown &&
      albums && {
        albums: (one ? [one] : albums.slice(0, ALBUM_PAGE_LIMITS.finished)).map((album) => withoutSizes(album, origin)),
      }),
    ...(one && { album: albumSlug(one) }),
    ...(portrait && { portrait }),
    recordings,
    ...(goods && { goods }),
  };
}

/** Leaves out the smaller sizes of a prepared cover: the site knows them, and the page stays small. */
function withoutSizes(album: Album, origin: string): Album {
  const isPrepared = album.images[0]?.url.startsWith(`${origin}/optimized/`);
  return isPrepared ? { ...album, images: album.images.slice(0, 1) } : album;
}

function toLegal(text: Text, artist: Artist, origin: string): LegalContent {
  const { updated } = text.front;
  return {
    ...toHead(text, artist, origin),
    ...(updated && { updated: formatWrittenDate(updated, artist.language) }),
    ...toSections(fillText(text, artist, origin), [RETURNS_ANCHOR]),
  };
}

/** Formats a date for the language. Returns a text that is not a date unchanged. */
function formatWrittenDate(written: string, language: string): string {
  const day = parseDate(written);
  return day === undefined ? written : formatDate(day, language);
}

/** The head of a page from its text, with the placeholders filled in. */
export function toHead(text: Text, artist: Artist, origin: string) {
  const { title, description, keywords } = fillFrontMatter(text, artist, origin);
  return { title, description, keywords: [artist.name, ...keywords] };
}
