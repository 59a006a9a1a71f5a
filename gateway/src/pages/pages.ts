import { setImmediate as nextIteration } from "node:timers/promises";
import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import {
  albumPath,
  type PageData,
  SCREEN_PATHS,
  type ScreenContent,
  type ScreenName,
} from "@porchlight/protocol/content.ts";
import { type Album, albumSlug } from "@porchlight/protocol/music.ts";
import type { SiteRenderer } from "@porchlight/protocol/render.ts";
import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { SHOWS_PATH, type Show } from "@porchlight/protocol/shows.ts";
import { toAlbumGoods } from "../content/album-goods.ts";
import { toMusicScreen, toScreen, toShopScreen, toSite } from "../content/content.ts";
import { toHomeScreen } from "../content/front-page.ts";
import { fillText } from "../content/placeholders.ts";
import type { PicturePlace } from "../content/words-over-pictures.ts";
import { decoded } from "../http/path-below.ts";
import { type Prepared, packTightly, prepare, withAge } from "../http/prepared.ts";
import { CLOSED_POLICY, documentHeaders } from "../http/security-headers.ts";
import { backgroundStyle, focusStyle } from "../media/pictures/shade.ts";
import { createPressKit, type PressKit } from "../media/press/press-kit.ts";
import { SPOTIFY_EMBED_SOURCES } from "../services/music/spotify-embed.ts";
import { embedAddress, SHOWS_EMBED_PATH } from "../services/shows/embed.ts";
import { shopPaySources } from "../services/store/shop-pay.ts";
import { toPressScreen } from "./page-press.ts";
import { findShow, prepareShowsFile, toShowsScreen } from "./page-shows.ts";
import { createPageSources, embedsSpotify, type PageSourcesOptions } from "./page-sources.ts";
import { robotsOf, sitemapOf } from "./search-engines.ts";
import { manifestOf } from "./web-manifest.ts";

/** Finished pages and their data. Each is rendered once after a change and served from memory. */
export interface Pages {
  /** Finds the response for a path, such as `/about`; undefined if there is no page. Only the embed reads its query. */
  find(path: string, query?: string): Prepared | undefined;
  /** The page for a wrong address. */
  notFound(): Prepared;
  /**
   * Renders and compresses every screen, one after another, so that no visitor waits for it. The first rendering in a
   * new process takes several times as long as later ones.
   */
  warmUp(): Promise<void>;
  /** Checks the content folder without a request for a page; at once if a file was saved. */
  checkContent(isSaved?: boolean): void;
  /** Finds new pictures now. Resolves when each can be shown, at least as a preview. */
  refreshPictures(): Promise<void>;
  /** The problem of the last edit of the texts, if it cannot be applied; otherwise undefined. */
  problem(): string | undefined;
  /** A sentence about pictures that the texts name but that are missing; undefined when none is missing. */
  missingPictures(): string | undefined;
  /** The files of the press kit. */
  pressKit: PressKit;
  /** Renders with this renderer from now on. */
  replaceRenderer(renderer: SiteRenderer): void;
}

export type PagesOptions = Omit<PageSourcesOptions, "outdate"> & {
  publicUrl: string;
  renderer: SiteRenderer;
  /** Domain of the hosted shop whose Shop Pay the cart offers. */
  shopPayDomain?: string | undefined;
  /** Whether visitors can ask for emails about shows. */
  hasReminders?: boolean;
  isDevelopment?: boolean;
};

/** A screen to render. `shown` says which part of the catalogue its HTML contains. */
type ScreenRequest =
  | { screen: "shop"; shown?: "all" | ShopProduct }
  | { screen: "music"; shown?: "all" | Album }
  | { screen: "shows"; shown?: "all" | Show }
  | { screen: Exclude<ScreenName, "shop" | "music" | "shows">; shown?: "all" };

/** A browser may cache a page but has to revalidate it each time. Most responses are then a 304. */
const REVALIDATE = { "Cache-Control": "no-cache" };

/**
 * Renders a page at its first request, and again after the content folder has changed, so that an edit shows on the
 * next load. A broken edit is logged when the files have not changed for a moment, and the last good texts stay.
 *
 * @throws {ContentError} when the content folder cannot be read at the start
 */
export function createPages(options: PagesOptions): Pages {
  const { publicUrl, pictures, icons, identity, shopPayDomain, clock, log } = options;
  const { hasReminders = false, isDevelopment = false } = options;
  let { renderer } = options;
  const prepared = new Map<string, Prepared>();
  let packing = Promise.resolve();
  const sources = createPageSources({
    ...options,
    outdate(paths) {
      for (const path of prepared.keys()) if (paths === "all" || paths.test(path)) prepared.delete(path);
    },
  });

  const pressKit = createPressKit({
    contentDir: options.contentDir,
    press: () => sources.content().press,
    text() {
      const { artist, press } = sources.content();
      return press ? fillText(press, artist, publicUrl) : "";
    },
    artistName: () => sources.content().artist.name,
    clock,
  });
  const lookNow = () => identity.lookOf(sources.content().artist);
  const findPicture = (name: string, alt: string, place?: PicturePlace) =>
    pictures.find(name, alt, place && { place, colours: lookNow().colours });

  function contentOf(requested: ScreenRequest): ScreenContent {
    switch (requested.screen) {
      case "home":
        return toHomeScreen(sources.content(), frontSources(), publicUrl, findPicture);
      case "shop":
        return toShopScreen(sources.content(), sources.products(), publicUrl, requested.shown);
      case "music":
        return toMusicScreen(sources.content(), musicWithGoods(), publicUrl, pictures.find, requested.shown);
      case "shows":
        return toShowsScreen(sources.shows(), showsFrame(), requested.shown);
      case "press":
        return toPressScreen(sources.content(), publicUrl, pressKit.list(), findPicture);
      default:
        return toScreen(requested.screen, sources.content(), publicUrl, findPicture, sources.products().returns);
    }
  }

  function frontSources() {
    const shop = sources.products();
    return { music: sources.music(), shop, shows: sources.shows(), now: clock().getTime() };
  }

  function showsFrame() {
    const { artist } = sources.content();
    return { artist, music: sources.music(), publicUrl, now: clock().getTime(), hasReminders };
  }

  function musicWithGoods() {
    const goods = toAlbumGoods(sources.products(), sources.content().artist.language);
    return { ...sources.music(), ...(goods && { goods }) };
  }

  function pageOf(requested: ScreenRequest): PageData {
    const hasIcon = icons.version() !== undefined;
    const { taxes } = sources.products();
    const { themeColour, logo } = lookNow();
    const hasShows = sources.shows().length > 0;
    const shown = {
      origin: publicUrl,
      year: sources.year(),
      hasIcon,
      themeColour,
      ...(hasShows && { hasShows: true as const }),
      ...(sources.newsletters().length > 0 && { hasNewsletters: true as const }),
      ...(logo && { logo }),
      ...(taxes && { taxes }),
    };
    const site = toSite(sources.content(), shown, findPicture);
    const screen = contentOf(requested);
    return { site, content: screen, head: renderer.createHead(site, screen) };
  }

  function documentOf(requested: ScreenRequest): Prepared {
    const page = pageOf(requested);
    const { display, style, ground } = lookNow();
    const { images } = sources.content().artist;
    const isPictureless = !images.hero.some(({ name, alt }) => pictures.find(name, alt));
    const look = {
      display,
      style: style + backgroundStyle(page.site.background) + focusStyle(images),
      isPictureless,
      isDawn: ground === "dawn",
    };
    const { html, inlineScripts, inlineStyles } = renderer.renderPage(page, look);
    return prepare({
      status: requested.screen === "not-found" ? 404 : 200,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        ...REVALIDATE,
        ...documentHeaders({
          inlineScripts,
          inlineStyles,
          isDevelopment,
          sources: [
            ...(shopPayDomain ? [shopPaySources(shopPayDomain)] : []),
            ...(embedsSpotify(sources.music()) ? [SPOTIFY_EMBED_SOURCES] : []),
          ],
        }),
      },
      body: html,
    });
  }

  function createPage(path: string): Prepared | undefined {
    const shows = sources.shows();
    if (path.startsWith(SHOWS_PATH) || path === SHOWS_DATA_PATH) {
      if (shows.length === 0) return undefined;
      const file = prepareShowsFile(shows, path, showsFrame());
      if (file) return file;
      const show = findShow(shows, path);
      if (show) return documentOf({ screen: "shows", shown: show });
    }
    // Without the owner's file there is no press kit at any address.
    const hasPress = sources.content().press !== undefined;
    if (!hasPress && (path === SCREEN_PATHS.press || path === PRESS_DATA_PATH)) return undefined;
    const screen = SCREEN_OF_PATH.get(path);
    if (screen) return documentOf({ screen, shown: "all" });
    const [, holder, part] = PART_PATH.exec(path) ?? [];
    if (holder !== undefined && part !== undefined) return documentOfPart(holder, decoded(part));
    const data = /^\/content\/([a-z-]+)\.json$/.exec(path)?.[1];
    if (data && isScreen(data)) {
      // The data contains no albums and products, because the browser requests them itself. It contains the cached
      // products only while the shop is unavailable. The head is that of the finished page, which lists all albums and
      // products.
      const { head, content } = pageOf({ screen: data, shown: "all" });
      const isStored = "asOf" in content;
      return prepareText(
        "application/json",
        JSON.stringify({ content: isStored ? content : contentOf({ screen: data }), head }),
      );
    }
    if (path === "/sitemap.xml") {
      const { products } = sources.products();
      return prepareText(
        "application/xml",
        sitemapOf(publicUrl, {
          products,
          albums: sources.music().albums ?? [],
          shows,
          newsletters: sources.newsletters(),
          hasPress,
        }),
      );
    }
    if (path === "/manifest.webmanifest") {
      return prepareText("application/manifest+json", manifestOf(sources.content().artist, lookNow(), icons.version()));
    }
    if (path === "/robots.txt") return prepareText("text/plain; charset=utf-8", robotsOf(publicUrl));
    return undefined;
  }

  /** The page of one product or album. */
  function documentOfPart(holder: string, part: string): Prepared | undefined {
    if (holder === "shop") {
      const product = sources.products().products.find(({ handle }) => handle === part);
      return product && documentOf({ screen: "shop", shown: product });
    }
    const album = sources.albumAt(part);
    return album && documentOf({ screen: "music", shown: album });
  }

  /** Returns the spelling of a path that is cached. A handle of 13 letters has thousands of other spellings. */
  function normalisePath(path: string): string {
    const [, holder, encoded] = PART_PATH.exec(path) ?? [];
    if (encoded === undefined) return path;
    const part = decoded(encoded);
    const album = holder === "music" ? sources.albumAt(part) : undefined;
    return album ? albumPath(albumSlug(album)) : `/${holder}/${encodeURIComponent(part)}`;
  }

  function cached<Made extends Prepared | undefined>(key: string, create: () => Made): Prepared | Made {
    const cached = prepared.get(key);
    if (cached) return cached;
    const created = create();
    if (created) {
      prepared.set(key, created);
      packLater(key, created);
    }
    return created;
  }

  /** Compresses one page after another, to use only one of the threads that also hash passwords and read files. */
  function packLater(key: string, created: Prepared): void {
    packing = packing
      .then(() => (prepared.get(key) === created ? packTightly(created) : undefined))
      .catch((error: unknown) => log.error({ err: error }, "a page could not be compressed further"));
  }

  return {
    find(path, query = "") {
      // The content folder is only checked for paths that may be pages.
      if (!prepared.has(path) && !PAGE_PATH.test(path)) return undefined;
      sources.check();
      const key = path === SHOWS_EMBED_PATH ? embedAddress(query) : normalisePath(path);
      const found = cached(key, () => createPage(key));
      const age = sources.ageAt(key);
      return found && age !== undefined ? withAge(found, age) : found;
    },
    notFound() {
      sources.check();
      return cached("not-found", () => documentOf({ screen: "not-found" }));
    },
    async warmUp() {
      for (const path of SCREEN_OF_PATH.keys()) {
        await nextIteration();
        cached(path, () => createPage(path));
        await packing;
      }
    },
    checkContent: sources.check,
    refreshPictures: sources.refreshPictures,
    problem: sources.problem,
    missingPictures: sources.missingPictures,
    pressKit,
    replaceRenderer(next) {
      renderer = next;
      prepared.clear();
    },
  };
}

const SCREEN_OF_PATH = new Map<string, ScreenName>([
  // Object.entries widens the keys of SCREEN_PATHS to string.
  ...Object.entries(SCREEN_PATHS).map(([name, path]) => [path, name as keyof typeof SCREEN_PATHS] as const),
  [ADMIN_PATH, "admin"],
]);

const SHOWS_DATA_PATH = "/content/shows.json";
const PRESS_DATA_PATH = "/content/press.json";

/** Path of the page of one product or album. */
const PART_PATH = /^\/(shop|music)\/([^/]+)$/;
/** Paths at which a page or its data may be. */
const PAGE_PATH =
  /^\/([a-z-]*|(shop|music)\/[^/]+|shows(\.ics|\.atom|\/[a-z0-9-]{1,100}(\.ics)?)|content\/[a-z-]+\.json|sitemap\.xml|robots\.txt|manifest\.webmanifest)$/;

function isScreen(name: string): name is ScreenContent["screen"] {
  return name === "not-found" || name === "admin" || Object.hasOwn(SCREEN_PATHS, name);
}

/** Prepares a text that is not a document. A browser loads and runs nothing from it. */
function prepareText(contentType: string, body: string): Prepared {
  return prepare({
    headers: { "Content-Type": contentType, ...REVALIDATE, "Content-Security-Policy": CLOSED_POLICY },
    body,
  });
}
