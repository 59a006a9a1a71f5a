import { join } from "node:path";
import type { LegalContent, Picture, ScreenContent, Site } from "@porchlight/protocol/content.ts";
import { formatDate, parseDate } from "@porchlight/protocol/format-date.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { ALBUM_PAGE_LIMITS, type Album, type AlbumRecordings, albumSlug } from "@porchlight/protocol/music.ts";
import type { ShopProduct, ShopProducts } from "@porchlight/protocol/shop.ts";
import type { Logger } from "../lib/log.ts";
import { readText } from "../lib/read-text.ts";
import { ARTIST_FILE, type Artist, parseArtist } from "./artist.ts";
import { filled, filledFront, unfilledWords } from "./filled-words.ts";
import { parseText, type Text, toHtml, toSections } from "./markdown.ts";
import { findMissingPictures, type MissingPictures } from "./missing-pictures.ts";
import { toSocialLink } from "./social-links.ts";
import { stampOf } from "./stamp.ts";

/** The artist's own words, read from the content folder and not yet put together with pictures. */
export type Content = {
  artist: Artist;
  about: Text;
  /** Absent where the artist says nothing of the shop. */
  shop?: Text;
  /** Absent where the artist says nothing of the music page. */
  music?: Text;
  legal: Record<LegalScreen, Text>;
  /** Absent where every picture that `artist.json` names is there. */
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
];

/** Something in the content folder that only its owner can mend; the message says what and where. */
export class ContentError extends Error {
  override readonly name = "ContentError";
}

/**
 * Reads the artist's words.
 *
 * @param log told of pictures that `artist.json` names and that are not there, and of words in braces without a value
 * @throws {ContentError} with a sentence that names the file, the line and the mistake
 */
export function readContent(contentDir: string, log?: Logger): Content {
  const readIfThere = (file: string) => {
    const source = readText(contentDir, file);
    return source === undefined ? undefined : parseText(file, source);
  };
  const read = (file: string) => parseText(file, neededText(contentDir, file));
  return refusing(() => {
    const shop = readIfThere(SHOP_FILE);
    const music = readIfThere(MUSIC_FILE);
    const artist = parseArtist(neededText(contentDir, ARTIST_FILE));
    const missing = findMissingPictures(contentDir, artist);
    const content = {
      artist: artist.value,
      about: read("about.md"),
      ...(shop && { shop }),
      ...(music && { music }),
      legal: { privacy: read("privacy.md"), terms: read("terms.md"), accessibility: read("accessibility.md") },
      ...(missing && { missing }),
    };
    if (log) warnOf(content, log);
    return content;
  });
}

/** Logs what pages leave out or show as it was written. */
export function warnOf(content: Content, log: Logger): void {
  const { missing } = content;
  if (missing) {
    const files = missing.names.map((name) => `images/${name}`);
    log.warn({ files, reason: missing.sentence }, "pictures of the artist are left out");
  }
  const words = wordsWithoutValue(content);
  if (words.length > 0) log.warn({ reason: words.join("; ") }, "words in braces are shown as they were written");
}

/** A sentence for each word in braces, in any text, that has no value. */
export function wordsWithoutValue({ artist, about, shop, music, legal }: Content): string[] {
  const { privacy, terms, accessibility } = legal;
  const texts = {
    "about.md": about,
    [SHOP_FILE]: shop,
    [MUSIC_FILE]: music,
    "privacy.md": privacy,
    "terms.md": terms,
    "accessibility.md": accessibility,
  };
  return unfilledWords(texts, artist);
}

/**
 * The artist as `artist.json` has them; undefined where that file is missing.
 *
 * @throws {ContentError} with a sentence that names the file, the line and the mistake
 */
export function readArtist(contentDir: string): Artist | undefined {
  return refusing(() => {
    const source = readText(contentDir, ARTIST_FILE);
    return source === undefined ? undefined : parseArtist(source).value;
  });
}

/**
 * Reads something of the content folder.
 *
 * @throws {ContentError} in the place of whatever was thrown
 */
export function refusing<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new ContentError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function neededText(contentDir: string, file: string): string {
  const source = readText(contentDir, file);
  if (source === undefined) throw new Error(`${file} is missing from ${contentDir}`);
  return source;
}

/** What every page shows of the artist, finished or not. */
export type Face = Pick<Artist, "name" | "themeColour" | "language">;

/**
 * The artist's name, colour and language as `artist.json` has them now. A later edit that cannot be used leaves the last
 * good ones; the pages, which show all of the file, log what is wrong with it.
 *
 * @throws {ContentError} when it cannot be read at the start
 */
export function readFace(contentDir: string): () => Face {
  const path = join(contentDir, ARTIST_FILE);
  let stamp = stampOf(path);
  let face: Face = readArtist(contentDir) ?? NOBODY;
  return () => {
    const next = stampOf(path);
    if (next === stamp) return face;
    stamp = next;
    try {
      face = readArtist(contentDir) ?? face;
    } catch {
      // Logged by the pages.
    }
    return face;
  };
}

/** Shown by nothing: without `artist.json` the pages refuse to start. */
const NOBODY: Face = { name: "", themeColour: "#000000", language: "en" };

/** Finds a prepared picture by its name; undefined while there is none. */
export type FindPicture = (name: string, alt: string) => Picture | undefined;

/** Puts together what every screen shows of the artist. */
export function siteOf(
  { artist }: Content,
  { origin, year, hasIcon, taxes }: Pick<Site, "origin" | "year" | "hasIcon" | "taxes">,
  findPicture: FindPicture,
): Site {
  const { images, social } = artist;
  const background = images.background && findPicture(images.background.name, "");
  const shareImage = images.share && findPicture(images.share.name, images.share.alt);
  return {
    origin,
    name: artist.name,
    subtitle: artist.subtitle,
    tagline: artist.tagline,
    kind: artist.kind,
    language: artist.language,
    themeColour: artist.themeColour,
    social: social.map((link) => toSocialLink(link, artist.name)),
    ...(artist.watchUrl && { watchUrl: artist.watchUrl }),
    contactUrl: artist.contactUrl,
    ...(background && { background }),
    ...(shareImage && { shareImage }),
    hasIcon,
    year,
    ...(taxes && { taxes }),
  };
}

/** A screen that needs nothing but the artist's words and pictures. */
type PlainScreen = Exclude<ScreenContent["screen"], "shop" | "music">;

/** Puts together one screen. */
export function screenOf(name: PlainScreen, content: Content, origin: string, findPicture: FindPicture): ScreenContent {
  const { artist } = content;
  switch (name) {
    case "home":
      return {
        screen: name,
        title: artist.name,
        description: artist.description,
        keywords: artist.keywords,
        introduction: artist.description,
        hero: artist.images.hero.flatMap(({ name, alt, focus }) => {
          const picture = findPicture(name, alt);
          return picture ? [{ ...picture, ...(focus && { focus }) }] : [];
        }),
      };
    case "about": {
      const { portrait } = artist.images;
      const picture = portrait && findPicture(portrait.name, portrait.alt);
      return {
        screen: name,
        ...wordsOf(content.about, artist, origin),
        bodyHtml: toHtml(filled(content.about, artist, origin)),
        ...(picture && { portrait: picture }),
      };
    }
    case "privacy":
    case "terms":
    case "accessibility":
      return { screen: name, ...legalOf(content.legal[name], artist, origin) };
    case "admin":
      return {
        screen: name,
        title: "Admin",
        description: `The owner's desk of ${artist.name}.`,
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

/** Most products that finished HTML holds; a browser fetches all of them. */
const PRODUCTS_IN_PAGE = 100;

/**
 * Puts together the shop, or the page of one product.
 *
 * @param shown what finished HTML shows beyond the words; without it the browser asks the store itself
 */
export function shopOf(
  { artist, shop }: Content,
  { currencyCode, products, asOf }: ShopProducts,
  origin: string,
  shown?: "all" | ShopProduct,
): ScreenContent {
  const one = typeof shown === "object" ? shown : undefined;
  const words = shop
    ? wordsOf(shop, artist, origin)
    : { title: "Shop", description: `Merchandise of ${artist.name}.`, keywords: [artist.name] };
  return {
    screen: "shop",
    ...words,
    ...(one && { handle: one.handle }),
    introductionHtml: shop ? toHtml(filled(shop, artist, origin)) : "",
    ...(shown && { products: one ? [one] : products.slice(0, PRODUCTS_IN_PAGE) }),
    currencyCode,
    ...(asOf !== undefined && { asOf }),
  };
}

/** What the Music screen is made of beyond the artist's words. */
export type Music = {
  /** Undefined while there never was a list. */
  albums: readonly Album[] | undefined;
  recordings: readonly AlbumRecordings[];
  artistId: string;
};

/**
 * Puts together the Music screen, or the page of one album.
 *
 * @param shown what finished HTML shows beyond the words; without it the browser asks the music service itself
 */
export function musicOf(
  { artist, music }: Content,
  { albums, recordings, artistId }: Music,
  origin: string,
  findPicture: FindPicture,
  shown?: "all" | Album,
): ScreenContent {
  const one = typeof shown === "object" ? shown : undefined;
  const hasCover = ((one ?? albums?.[0])?.images.length ?? 0) > 0;
  const ownPicture = shown && !hasCover ? artist.images.portrait : undefined;
  const portrait = ownPicture && findPicture(ownPicture.name, ownPicture.alt);
  const followUrl = artist.social.find(({ platform }) => platform === "spotify")?.url;
  const words = music
    ? wordsOf(music, artist, origin)
    : { title: "Music", description: `Albums and singles by ${artist.name}.`, keywords: [artist.name] };
  return {
    screen: "music",
    ...words,
    introductionHtml: music ? toHtml(filled(music, artist, origin)) : "",
    artistId,
    ...(followUrl && { followUrl }),
    ...(shown && albums && { albums: one ? [one] : albums.slice(0, ALBUM_PAGE_LIMITS.finished) }),
    ...(one && { album: albumSlug(one) }),
    ...(portrait && { portrait }),
    recordings,
  };
}

function legalOf(text: Text, artist: Artist, origin: string): LegalContent {
  const { updated } = text.front;
  return {
    ...wordsOf(text, artist, origin),
    ...(updated && { updated: dateInWords(updated, artist.language) }),
    ...toSections(filled(text, artist, origin)),
  };
}

/** A date as the owner wrote it, in the form of their language. Other words stay. */
function dateInWords(written: string, language: string): string {
  const day = parseDate(written);
  return day === undefined ? written : formatDate(day, language);
}

function wordsOf(text: Text, artist: Artist, origin: string) {
  const { title, description, keywords } = filledFront(text, artist, origin);
  return { title, description, keywords: [artist.name, ...keywords] };
}
