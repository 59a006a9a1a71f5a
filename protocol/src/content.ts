/**
 * What a page is made of: the artist's words and pictures as the gateway reads them from `content/`
 * and as the site receives them, inlined in a page's HTML and at `GET /content/{screen}.json`.
 */
import type { Album, AlbumRecordings } from "./music.ts";
import type { PriceTaxes, ShopProduct } from "./shop.ts";

/** A link to the artist on a platform, or to any other page of theirs. */
export type SocialLink = {
  /** As `artist.json` names it, "apple-music"; absent for a page that is on none we know. */
  platform?: string;
  url: string;
  /** The path of its mark, in a square of 24. It comes as data, so that no page has marks that it does not show. */
  icon: string;
  /** What a screen reader says, "Harbour Line on Instagram". */
  label: string;
  /** Whether the mark does not say which page it is. */
  isPlain?: true;
};

/** Suffixes of prepared pictures and the widths in pixels that they stand for. Source: docs/product.md §7. */
export const PICTURE_WIDTHS = {
  thumbnail: 300,
  small: 640,
  medium: 1024,
  large: 1920,
  hero: 2560,
} as const;

/** One of the five prepared widths. */
export type PictureSuffix = keyof typeof PICTURE_WIDTHS;

/** A prepared width of a picture, in pixels; an original that is narrower keeps its own. */
export type PictureVariant = { suffix: PictureSuffix; width: number };

/** The widths that an original is prepared in: each of the five, none beyond its own. */
export function pictureVariantsOf(originalWidth: number): PictureVariant[] {
  return Object.entries(PICTURE_WIDTHS).map(([suffix, width]) => ({
    // Object.entries widens the keys of PICTURE_WIDTHS to string.
    suffix: suffix as PictureSuffix,
    width: Math.min(width, originalWidth),
  }));
}

/** Of several variants of the same width, as a narrow original has them, the first is enough. */
export function eachWidthOnce(variants: PictureVariant[]): PictureVariant[] {
  return variants.filter(({ width }, at) => width !== variants[at - 1]?.width);
}

/**
 * An original with its prepared variants.
 * Addresses follow from it: `/optimized/{name}-{suffix}.jpg`, `/optimized/webp/…webp`, `/optimized/avif/…avif`,
 * each with `?v={version}` so that a browser may keep it for ever.
 */
export type Picture = {
  /** Path under `content/images` without its ending, `n1`; one of `content/store` begins with its folder, `store/shirt`. */
  name: string;
  /** Pixels of the original, for `width` and `height`, so that nothing moves while it loads. */
  width: number;
  height: number;
  /** First characters of the original's checksum. */
  version: string;
  /** Words for those who cannot see it; empty when it only decorates. */
  alt: string;
  /** Prepared variants, narrowest first; a variant is never wider than its original. */
  variants: PictureVariant[];
};

/** The part of a picture's addresses that names it, `store/shirt`, whatever signs the owner's file name holds. */
export function pictureAddressName(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

/** Everything about the artist that more than one screen shows. */
export type Site = {
  /** `https://…` without a slash at its end, from `PUBLIC_URL`. */
  origin: string;
  name: string;
  subtitle: string;
  tagline: string;
  /** Whether search engines are told of a band or of one person. */
  kind: "MusicGroup" | "Person";
  language: string;
  themeColour: string;
  social: SocialLink[];
  /** The external video channel behind Watch; absent when the artist has none. */
  watchUrl?: string;
  /** Where Contact leads: an external page for direct messages, or `mailto:` an address. */
  contactUrl: string;
  /** Behind the text of every screen but Home; absent when the artist has none. */
  background?: Picture;
  /** For link previews. */
  shareImage?: Picture;
  /** Whether the artist has an icon. */
  hasIcon: boolean;
  /** Of the copyright line. */
  year: number;
  /** How the shop's prices stand to taxes; absent where taxes are added at the checkout. */
  taxes?: PriceTaxes;
};

/** Words about a screen for its head. */
export type ScreenWords = { title: string; description: string; keywords: string[] };

/** One numbered part of a legal page. `html` was made from Markdown on the gateway; raw HTML in it was escaped. */
export type Section = { id: string; heading: string; html: string };

/** A legal page. `updated` is the sentence as shown, "January 1, 2025". */
export type LegalContent = ScreenWords & { updated?: string; introHtml: string; sections: Section[] };

/**
 * The shop. Its products come with finished pages only; the browser asks the Storefront endpoint for them.
 * `introductionHtml` was made from Markdown on the gateway; raw HTML in it was escaped. `handle` is that of the product
 * which a `/shop/{handle}` page shows; such a page holds no other product.
 */
export type ShopContent = ScreenWords & {
  introductionHtml: string;
  products?: ShopProduct[];
  handle?: string;
  /** ISO 4217, "CAD". */
  currencyCode: string;
  /** ISO time of the products, while the shop that has them cannot be asked; then they are there in every case. */
  asOf?: string;
};

/**
 * The Music screen. Its albums come with finished pages only, once they were had; the browser asks the music service
 * for them. `album` is the address name of the one that a `/music/{album}` page shows, which then is the only one
 * there. `introductionHtml` was made from Markdown on the gateway; raw HTML in it was escaped.
 */
export type MusicContent = ScreenWords & {
  introductionHtml: string;
  /** The artist at the music service. */
  artistId: string;
  /** The artist's page at the streaming service, behind Follow on; absent where there is none. */
  followUrl?: string;
  albums?: readonly Album[];
  album?: string;
  /** The artist's portrait, for link previews of a finished page whose album, or newest album, has no cover. */
  portrait?: Picture;
  /** The artist's own recordings, of every album that has some. */
  recordings: readonly AlbumRecordings[];
};

/** A picture that fills the front page. `focus` is the side that an upright window, which sees a third of it, shows. */
export type HeroPicture = Picture & { focus?: "left" | "right" };

/** What one screen shows, by the screen's name. */
export type ScreenContent =
  | ({ screen: "home"; hero: HeroPicture[]; introduction: string } & ScreenWords)
  | ({ screen: "about"; portrait?: Picture; bodyHtml: string } & ScreenWords)
  | ({ screen: "shop" } & ShopContent)
  | ({ screen: "music" } & MusicContent)
  | ({ screen: "privacy" } & LegalContent)
  | ({ screen: "terms" } & LegalContent)
  | ({ screen: "accessibility" } & LegalContent)
  | ({ screen: "admin" } & ScreenWords)
  | ({ screen: "not-found" } & ScreenWords);

/** A screen's name; also the name of its chunk and of its `/content/{screen}.json`. */
export type ScreenName = ScreenContent["screen"];

/** Screens that visitors are led to, in the order of the sitemap. The owner's is at `ADMIN_PATH`. */
export const SCREEN_PATHS = {
  home: "/",
  about: "/about",
  music: "/music",
  shop: "/shop",
  privacy: "/privacy",
  terms: "/terms",
  accessibility: "/accessibility",
} as const satisfies Partial<Record<ScreenName, string>>;

/** Path of an album's own page; script shows it under the hash. @param slug what names it in addresses */
export function albumPath(slug: string): string {
  return `${SCREEN_PATHS.music}/${encodeURIComponent(slug)}`;
}

/** Path of a product's own page; script shows it under the hash. */
export function productPath(handle: string): string {
  return `${SCREEN_PATHS.shop}/${encodeURIComponent(handle)}`;
}

/** What stands in the head of a page, the same on the gateway and after a change of screen in the browser. */
export type Head = {
  title: string;
  description: string;
  keywords: string;
  /** Absolute; absent on a page that has no address of its own. */
  canonical?: string;
  /** Absolute address of the picture for link previews. */
  image?: { url: string; width: number; height: number; alt: string };
  /**
   * For link previews of an album: the artist's absolute address, and the day, month or year of its release.
   * Source: ogp.me, "music.album".
   */
  albumPreview?: { musician: string; releaseDate: string };
  noindex: boolean;
  /** schema.org objects, each becoming one JSON-LD block. */
  structuredData: Record<string, unknown>[];
};

/** Answer of `GET /content/{screen}.json`: a screen with its head. */
export type ScreenAnswer = { content: ScreenContent; head: Head };

/** All that a page is rendered from, inlined in its HTML. */
export type PageData = { site: Site } & ScreenAnswer;
