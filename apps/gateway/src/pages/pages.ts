import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import {
  albumPath,
  type PageData,
  SCREEN_PATHS,
  type ScreenContent,
  type ScreenName,
} from "@porchlight/protocol/content.ts";
import { type Album, albumSlug, slugAskedFor } from "@porchlight/protocol/music.ts";
import type { SiteRenderer } from "@porchlight/protocol/render.ts";
import type { ShopProduct, ShopProducts } from "@porchlight/protocol/shop.ts";
import {
  CONTENT_FILES,
  type Content,
  ContentError,
  type Music,
  musicOf,
  readContent,
  screenOf,
  shopOf,
  siteOf,
} from "../content/content.ts";
import { createHeldMistake } from "../content/held-mistake.ts";
import { stampOf } from "../content/stamp.ts";
import { decoded } from "../http/path-below.ts";
import { type Prepared, packTightly, prepare } from "../http/prepared.ts";
import { CLOSED_POLICY, documentHeaders, SPOTIFY_SITE } from "../http/security-headers.ts";
import type { Logger } from "../log.ts";
import type { PictureStore } from "../pictures/picture-store.ts";
import type { Icons } from "./icons.ts";
import { robotsOf, sitemapOf } from "./search-engines.ts";
import { manifestOf } from "./web-manifest.ts";

/** Finished pages and their data, made once per change and given from memory. */
export interface Pages {
  /** The answer at a path without its query, `/about`; undefined where no page is. */
  find(path: string): Prepared | undefined;
  /** The page for a wrong address. */
  notFound(): Prepared;
  /**
   * Draws and packs every screen once, one after another, so that no visitor waits for a first drawing in a new process:
   * it takes several times as long as any later one.
   */
  warmUp(): Promise<void>;
  /** Looks at the content folder without a page being asked for. */
  look(): void;
  /** What is wrong with the last edit of the words, while those of before are shown; undefined when nothing is. */
  trouble(): string | undefined;
  /** Draws with another renderer from now on. */
  replaceRenderer(renderer: SiteRenderer): void;
}

/** What pages are made from. */
export type PagesOptions = {
  contentDir: string;
  publicUrl: string;
  renderer: SiteRenderer;
  pictures: PictureStore;
  icons: Icons;
  /** Everything on sale; another object whenever something in it changed. */
  products: () => ShopProducts;
  /** Albums and recordings; another object whenever something in it changed. */
  music: () => Music;
  /** Domain of the hosted shop whose Shop Pay the cart offers. */
  shopPayDomain?: string | undefined;
  clock: () => Date;
  log: Logger;
  isDevelopment?: boolean;
};

/** A screen to be put together; `shown` is what its finished HTML shows of a catalogue. */
type Wanted =
  | { screen: "shop"; shown?: "all" | ShopProduct }
  | { screen: "music"; shown?: "all" | Album }
  | { screen: Exclude<ScreenName, "shop" | "music">; shown?: "all" };

/** Looks at the content folder are counted in spans of this many milliseconds … */
const LOOK_SPAN_MS = 100;
/** … and in each only this many are made, so that a crowd costs no more than a few visitors. */
const LOOKS_PER_SPAN = 25;
/** Pictures are many and change rarely: their folder is listed no more often than this, in milliseconds. */
const PICTURE_LOOK_MS = 1_000;

/** A page may be kept by a browser but is asked for again each time; the answer is then mostly a 304. */
const ASK_AGAIN = { "Cache-Control": "no-cache" };

/**
 * Makes pages on first demand and again after the content folder changed: an edit shows on the next load.
 * A broken edit is logged once it has stood still, and the last good words stay.
 *
 * @throws {ContentError} when the content folder cannot be read at the start
 */
export function createPages(options: PagesOptions): Pages {
  const {
    contentDir,
    publicUrl,
    pictures,
    icons,
    products,
    music,
    shopPayDomain,
    clock,
    log,
    isDevelopment = false,
  } = options;
  let { renderer } = options;
  const textPaths = CONTENT_FILES.map((file) => join(contentDir, file));
  const stampOfTexts = () => textPaths.map(stampOf).join();
  let stamp = stampOfTexts();
  let content: Content = readContent(contentDir, log);
  let year = clock().getUTCFullYear();
  let onSale = products();
  let heard = music();
  let albumsBySlug = bySlug(heard);
  let prepared = new Map<string, Prepared>();
  let packing = Promise.resolve();
  let span = { from: 0, looks: 0 };
  let picturesLookedAt = performance.now();
  let picturesRefresh: Promise<void> | undefined;
  const mistake = createHeldMistake({
    paths: textPaths,
    clock,
    tell: (reason) => log.error({ reason }, "an edit in the content folder cannot be used; the last good one stays"),
  });

  function look(): void {
    const now = performance.now();
    if (now - span.from > LOOK_SPAN_MS) span = { from: now, looks: 0 };
    span.looks += 1;
    if (span.looks > LOOKS_PER_SPAN) return;
    lookAtTexts();
    lookAtProducts();
    lookAtMusic();
    if (now - picturesLookedAt > PICTURE_LOOK_MS) {
      picturesLookedAt = now;
      lookAtPictures();
    }
  }

  function lookAtTexts(): void {
    const next = stampOfTexts();
    const nextYear = clock().getUTCFullYear();
    if (next === stamp && nextYear === year) {
      mistake.look();
      return;
    }
    stamp = next;
    year = nextYear;
    try {
      content = readContent(contentDir, log);
      prepared = new Map();
      mistake.drop();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      mistake.hold(error.message);
    }
  }

  function lookAtProducts(): void {
    const next = products();
    if (next === onSale) return;
    onSale = next;
    for (const path of prepared.keys()) if (SHOWS_PRODUCTS.test(path)) prepared.delete(path);
  }

  function lookAtMusic(): void {
    const next = music();
    if (next === heard) return;
    const didEmbed = embedsSpotify(heard);
    heard = next;
    albumsBySlug = bySlug(heard);
    // The policy stands on every page: visitors go on to the Music screen from any of them.
    if (embedsSpotify(heard) !== didEmbed) prepared = new Map();
    for (const path of prepared.keys()) if (SHOWS_MUSIC.test(path)) prepared.delete(path);
  }

  function lookAtPictures(): void {
    if (picturesRefresh || !(pictures.hasChanged() || icons.hasChanged())) return;
    // Each to its end: should one fail, the other may still be drawing, and must not begin again beside itself.
    picturesRefresh = Promise.allSettled([pictures.refresh(), icons.refresh()]).then((outcomes) => {
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") log.error({ err: outcome.reason }, "pictures could not be prepared");
      }
      prepared = new Map();
      picturesRefresh = undefined;
    });
  }

  function contentOf(wanted: Wanted): ScreenContent {
    switch (wanted.screen) {
      case "shop":
        return shopOf(content, onSale, publicUrl, wanted.shown);
      case "music":
        return musicOf(content, heard, publicUrl, pictures.find, wanted.shown);
      default:
        return screenOf(wanted.screen, content, publicUrl, pictures.find);
    }
  }

  function pageOf(wanted: Wanted): PageData {
    const hasIcon = icons.version() !== undefined;
    const site = siteOf(content, { origin: publicUrl, year, hasIcon }, pictures.find);
    const screen = contentOf(wanted);
    return { site, content: screen, head: renderer.headOf(site, screen) };
  }

  function documentOf(wanted: Wanted): Prepared {
    const page = pageOf(wanted);
    const { html, inlineScripts, inlineStyles } = renderer.renderPage(page);
    return prepare({
      status: wanted.screen === "not-found" ? 404 : 200,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        ...ASK_AGAIN,
        ...documentHeaders({
          inlineScripts,
          inlineStyles,
          isDevelopment,
          shopPayDomain,
          embedsSpotify: embedsSpotify(heard),
        }),
      },
      body: html,
    });
  }

  function make(path: string): Prepared | undefined {
    const screen = SCREEN_OF_PATH.get(path);
    if (screen) return documentOf({ screen, shown: "all" });
    const [, holder, part] = PART_PATH.exec(path) ?? [];
    if (holder !== undefined && part !== undefined) return documentOfPart(holder, decoded(part));
    const data = /^\/content\/([a-z-]+)\.json$/.exec(path)?.[1];
    if (data && isScreen(data)) {
      const { content: screenContent, head } = pageOf({ screen: data });
      return plainText("application/json", JSON.stringify({ content: screenContent, head }));
    }
    if (path === "/sitemap.xml")
      return plainText("application/xml", sitemapOf(publicUrl, onSale.products, heard.albums ?? []));
    if (path === "/manifest.webmanifest")
      return plainText("application/manifest+json", manifestOf(content.artist, icons.version()));
    if (path === "/robots.txt") return plainText("text/plain; charset=utf-8", robotsOf(publicUrl));
    return undefined;
  }

  /** The page of one product or album. */
  function documentOfPart(holder: string, part: string): Prepared | undefined {
    if (holder === "shop") {
      const product = onSale.products.find(({ handle }) => handle === part);
      return product && documentOf({ screen: "shop", shown: product });
    }
    const album = albumAt(part);
    return album && documentOf({ screen: "music", shown: album });
  }

  function albumAt(part: string): Album | undefined {
    return albumsBySlug.get(part) ?? albumsBySlug.get(slugAskedFor(part));
  }

  /** A path as we write it: a handle of thirteen letters has thousands of other spellings, and each would be kept. */
  function inOneSpelling(path: string): string {
    const [, holder, encoded] = PART_PATH.exec(path) ?? [];
    if (encoded === undefined) return path;
    const part = decoded(encoded);
    const album = holder === "music" ? albumAt(part) : undefined;
    return album ? albumPath(albumSlug(album)) : `/${holder}/${encodeURIComponent(part)}`;
  }

  function kept(key: string, makeIt: () => Prepared | undefined): Prepared | undefined {
    const known = prepared.get(key);
    if (known) return known;
    const made = makeIt();
    if (!made) return undefined;
    prepared.set(key, made);
    packLater(key, made);
    return made;
  }

  /** One page after another, so that of the threads that also check passwords and read files only one is taken. */
  function packLater(key: string, made: Prepared): void {
    packing = packing
      .then(() => (prepared.get(key) === made ? packTightly(made) : undefined))
      .catch((error: unknown) => log.error({ err: error }, "a page could not be packed more tightly"));
  }

  return {
    find(path) {
      // Only paths that can be pages are worth a look at the content folder.
      if (!prepared.has(path) && !MADE_HERE.test(path)) return undefined;
      look();
      const key = inOneSpelling(path);
      return kept(key, () => make(key));
    },
    notFound() {
      look();
      return kept("not-found", () => documentOf({ screen: "not-found" })) ?? documentOf({ screen: "not-found" });
    },
    async warmUp() {
      for (const path of SCREEN_OF_PATH.keys()) {
        await nextTurn();
        kept(path, () => make(path));
        await packing;
      }
    },
    look,
    trouble: mistake.told,
    replaceRenderer(next) {
      renderer = next;
      prepared = new Map();
    },
  };
}

const SCREEN_OF_PATH = new Map<string, ScreenName>([
  // Object.entries widens the keys of SCREEN_PATHS to string.
  ...Object.entries(SCREEN_PATHS).map(([name, path]) => [path, name as keyof typeof SCREEN_PATHS] as const),
  [ADMIN_PATH, "admin"],
]);

/** The page of one product or album. */
const PART_PATH = /^\/(shop|music)\/([^/]+)$/;
const MADE_HERE =
  /^\/([a-z-]*|(shop|music)\/[^/]+|content\/[a-z-]+\.json|sitemap\.xml|robots\.txt|manifest\.webmanifest)$/;

/** What has to be made again when something about the products changes. */
const SHOWS_PRODUCTS = /^\/(shop(\/.*)?|content\/shop\.json|sitemap\.xml)$/;

/** What has to be made again when something about the music changes. */
const SHOWS_MUSIC = /^\/(music(\/.*)?|content\/music\.json|sitemap\.xml)$/;

function isScreen(name: string): name is ScreenContent["screen"] {
  return name === "not-found" || name === "admin" || Object.hasOwn(SCREEN_PATHS, name);
}

/** Whether an album may be shown in Spotify's own frame. */
function embedsSpotify({ albums = [] }: Music): boolean {
  return albums.some(({ external_urls }) => external_urls.spotify?.startsWith(`${SPOTIFY_SITE}/`));
}

function bySlug({ albums = [] }: Music): ReadonlyMap<string, Album> {
  return new Map(albums.map((album) => [albumSlug(album), album]));
}

function plainText(contentType: string, body: string): Prepared {
  return prepare({
    headers: { "Content-Type": contentType, ...ASK_AGAIN, "Content-Security-Policy": CLOSED_POLICY },
    body,
  });
}
