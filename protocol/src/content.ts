/**
 * The artist's texts and pictures. The gateway reads them from `content/`; the site receives them inlined in a page's
 * HTML and at `GET /content/{screen}.json`.
 */
import type { Album, AlbumRecordings } from "./music.ts";
import type { PictureVariant } from "./picture-widths.ts";
import type { PriceTaxes, ShopProduct } from "./shop.ts";
import { SHOWS_PATH, type Show } from "./shows.ts";

/** A link to one of the artist's pages elsewhere. */
export type SocialLink = {
  /** Name in `artist.json`, "apple-music"; absent for an unknown platform. */
  platform?: string;
  url: string;
  /** SVG path of the icon, in a square of 240 by 240. It is sent as data, so a page contains only the icons that it shows. */
  icon: string;
  /** For screen readers, "Harbour Line on Instagram". */
  label: string;
  /** Whether the icon is a general one, which does not show what the link leads to. */
  isPlain?: true;
};

/**
 * An original with its prepared variants, at `/optimized/{name}-{suffix}.jpg`, `/optimized/webp/…webp` and
 * `/optimized/avif/…avif`, each with `?v={version}`, so that browsers can cache it forever.
 */
export type Picture = {
  /** Path under `content/images` without its extension, `n1`; for `content/store` with its folder, `store/shirt`. */
  name: string;
  /** Pixels of the original, for `width` and `height`, so that the layout does not shift. */
  width: number;
  height: number;
  /** Beginning of the original's checksum. */
  version: string;
  /** Text alternative; empty for a decoration. */
  alt: string;
  /** Narrowest first. */
  variants: PictureVariant[];
  /**
   * Where the upright part for phones is cut, in percent from the left; only on pictures that fill the window. It is at
   * `/optimized/avif/{name}-upright{percent}.avif`.
   */
  upright?: number;
  /** Absent where no words are over the picture, or where they need no more shade. */
  shade?: PictureShade;
  /**
   * What stays in view where the picture is cropped: a point, "62% 40%", or on the front page `left` or `right`.
   * Absent: the usual part.
   */
  focus?: string;
};

/** How much shade a picture gets in addition to the shade that every picture has. */
export type ShadeLevel = 1 | 2 | 3;

/** The shade that a picture needs under the menu, and under the other words over it; absent where it needs no more. */
export type PictureShade = { menu?: ShadeLevel; words?: ShadeLevel };

/** Encodes a picture's name for its addresses. */
export function pictureAddressName(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

/** A drawing of the artist's name. Width and height are in pixels, for its shape. */
export type Logo = { address: string; width: number; height: number };

/** Facts about the artist for all screens. */
export type Site = {
  /** `https://…` without a trailing slash, from `PUBLIC_URL`. */
  origin: string;
  name: string;
  subtitle: string;
  tagline: string;
  /** Type of the artist in structured data. */
  kind: "MusicGroup" | "Person";
  language: string;
  /** Colour of the browser's frame. */
  themeColour: string;
  /** The artist's logo, shown instead of the written name. */
  logo?: Logo;
  social: SocialLink[];
  /** The external video channel behind Watch; absent when the artist has none. */
  watchUrl?: string;
  /** The link of Contact: an external page for direct messages, or `mailto:` an address. */
  contactUrl: string;
  /** The picture behind the text of every screen except Home. */
  background?: Picture;
  /** The picture in link previews. */
  shareImage?: Picture;
  /** Whether the artist has an icon. */
  hasIcon: boolean;
  /** Whether there are shows, past or future. Without any, nothing on the site leads to them. */
  hasShows?: true;
  /** Whether newsletters are in the archive. Without any, nothing on the site leads to it. */
  hasNewsletters?: true;
  /** For the copyright line. */
  year: number;
  /** Absent where the checkout adds taxes to the shop's prices. */
  taxes?: PriceTaxes;
};

/** A screen's texts for its head. */
type ScreenText = { title: string; description: string; keywords: string[] };

/** A section of a legal page. The gateway makes `html` from Markdown and escapes raw HTML in it. */
export type Section = { id: string; heading: string; html: string };

/** The anchor of the section about returns at the end of the Terms page. */
export const RETURNS_ANCHOR = "returns";

/** A legal page. `updated` is the formatted date, "January 1, 2025". */
export type LegalContent = ScreenText & { updated?: string; introHtml: string; sections: Section[] };

/**
 * The shop. Only finished pages have its products; the browser fetches them from the Storefront endpoint. The gateway
 * makes `introductionHtml` from Markdown and escapes raw HTML in it. A page of `/shop/{handle}` has only
 * that product, and its `handle`.
 */
export type ShopContent = ScreenText & {
  introductionHtml: string;
  products?: ShopProduct[];
  handle?: string;
  /** ISO 4217, "CAD". */
  currencyCode: string;
  /** ISO time of the cached products. Set, together with `products`, while a hosted shop cannot be reached. */
  asOf?: string;
};

/**
 * The Music screen. Only finished pages have its albums; the browser fetches them from the music service. A page of
 * `/music/{album}` has only that album, and its slug in `album`. The gateway makes `introductionHtml` from Markdown and
 * escapes raw HTML in it.
 */
export type MusicContent = ScreenText & {
  introductionHtml: string;
  /** The artist's id at the music service. */
  artistId: string;
  /** The artist's page at the streaming service. */
  followUrl?: string;
  albums?: readonly Album[];
  album?: string;
  /** For link previews of a page whose album, or newest album, has no cover. */
  portrait?: Picture;
  /** The artist's own recordings by album. */
  recordings: readonly AlbumRecordings[];
  /** What the shop has of each album; absent without any. */
  goods?: readonly AlbumGoods[];
};

/** The products that belong to an album, by its slug. `words` say what each is and its price, "Vinyl $34.00". */
export type AlbumGoods = { album: string; products: { handle: string; words: string }[] };

/**
 * The shows: the next ones first, and the past ones, the last first. A finished page has only the first of each, and the
 * numbers of all; the data of the screen has all. A page of `/shows/{id}` has only that show, in `show`.
 */
export type ShowsContent = ScreenText & {
  ahead: readonly Show[];
  past: readonly Show[];
  aheadCount: number;
  pastCount: number;
  /** Whether visitors can ask for emails about shows. */
  hasReminders?: true;
  show?: Show;
  /** The songs of these shows' setlists that play on the site; absent without any. */
  songs?: readonly SetlistSong[];
};

/** Path of the press kit. Its files are below it. */
const PRESS_PATH = "/press";

/** A file of the press kit. `facts` are its kind and size in words: "PDF, 120 kB". */
export type PressFile = { path: string; title: string; facts: string };

/**
 * The press kit. The gateway makes `html` from Markdown and escapes raw HTML in it. `words` is the number of words of a
 * biography; `zip` has everything in one file.
 */
export type PressContent = ScreenText & {
  biographies: (Section & { words: number })[];
  photos: { picture?: Picture; credit: string; file: PressFile }[];
  quotes: { words: string; source: string; url?: string }[];
  files: PressFile[];
  contacts: { role: string; name?: string; email?: string; phone?: string }[];
  zip?: PressFile;
};
/** A song of a setlist that plays here: its title as the setlist has it, and the slug of its album. */
export type SetlistSong = { title: string; album: string };

/** A picture of a store or a music service on the front page: prepared by the gateway, or a provider's own. */
export type FrontPicture = Picture | { url: string; srcSet?: string; width: number; height: number; alt: string };

/**
 * The newest release on the front page. `slug` names its page; `year` is absent without a date, `cover` without a
 * picture, `recordings` if it has none on this site.
 */
export type FrontRelease = {
  album: Album;
  slug: string;
  year?: string;
  cover?: FrontPicture;
  recordings?: AlbumRecordings;
};

/** A product on the front page. `type` may be empty; `price` is formatted. */
export type FrontProduct = { handle: string; title: string; type: string; price: string; picture?: FrontPicture };

/** A show on the front page, in words. `state` is there if it differs from a confirmed show: "Sold out". */
export type FrontShow = { id: string; date: string; day: string; title: string; place: string; state?: string };

/** The front page. It has no release while none is known, and no product while none can be bought. */
type HomeContent = ScreenText & {
  /** An upright window shows only a third of each. */
  hero: Picture[];
  introduction: string;
  release?: FrontRelease;
  product?: FrontProduct;
  /** The next shows, at most three. */
  shows?: FrontShow[];
};

export type ScreenContent =
  | ({ screen: "home" } & HomeContent)
  | ({ screen: "about"; portrait?: Picture; bodyHtml: string; hasPress?: true } & ScreenText)
  | ({ screen: "shop" } & ShopContent)
  | ({ screen: "music" } & MusicContent)
  | ({ screen: "shows" } & ShowsContent)
  | ({ screen: "press" } & PressContent)
  | ({ screen: "privacy" } & LegalContent)
  | ({ screen: "terms" } & LegalContent)
  | ({ screen: "accessibility" } & LegalContent)
  | ({ screen: "admin" } & ScreenText)
  | ({ screen: "not-found" } & ScreenText);

/** A screen's name; also the name of its chunk and of its `/content/{screen}.json`. */
export type ScreenName = ScreenContent["screen"];

/** Paths of the public screens, in the order of the sitemap. The dashboard is at `ADMIN_PATH`. */
export const SCREEN_PATHS = {
  home: "/",
  about: "/about",
  music: "/music",
  shows: SHOWS_PATH,
  shop: "/shop",
  press: PRESS_PATH,
  privacy: "/privacy",
  terms: "/terms",
  accessibility: "/accessibility",
} as const satisfies Partial<Record<ScreenName, string>>;

/** Path of an album's own page; the site shows it under the hash. */
export function albumPath(slug: string): string {
  return `${SCREEN_PATHS.music}/${encodeURIComponent(slug)}`;
}

/** Path of a product's own page; the site shows it under the hash. */
export function productPath(handle: string): string {
  return `${SCREEN_PATHS.shop}/${encodeURIComponent(handle)}`;
}

/** The head of a page, on the gateway and after a change of screen in the browser. */
export type Head = {
  title: string;
  description: string;
  keywords: string;
  /** Absolute; absent on a page without an address of its own. */
  canonical?: string;
  /** Picture for link previews, with an absolute address. */
  image?: { url: string; width: number; height: number; alt: string };
  /**
   * For link previews of an album: the artist's absolute address, and the day, month or year of release.
   * Source: ogp.me, "music.album".
   */
  albumPreview?: { musician: string; releaseDate: string };
  noindex: boolean;
  /** schema.org objects, each becoming one JSON-LD block. */
  structuredData: Record<string, unknown>[];
};

/** Response of `GET /content/{screen}.json`. */
export type ScreenResponse = { content: ScreenContent; head: Head };

/** The data of a page, inlined in its HTML. */
export type PageData = { site: Site } & ScreenResponse;
