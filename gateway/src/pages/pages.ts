import { setImmediate as nextTurn } from "node:timers/promises";
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
import { toMusicScreen, toScreen, toShopScreen, toSite } from "../content/content.ts";
import { decoded } from "../http/path-below.ts";
import { type Prepared, packTightly, prepare, withAge } from "../http/prepared.ts";
import { CLOSED_POLICY, documentHeaders } from "../http/security-headers.ts";
import { SPOTIFY_EMBED_SOURCES } from "../services/music/spotify-embed.ts";
import { shopPaySources } from "../services/store/shop-pay.ts";
import { createPageSources, embedsSpotify, type PageSourcesOptions } from "./page-sources.ts";
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
  problem(): string | undefined;
  /** Which pictures the words name that are not there; undefined when all of them are. */
  leftOut(): string | undefined;
  /** Draws with another renderer from now on. */
  replaceRenderer(renderer: SiteRenderer): void;
}

/** What pages are made from. */
export type PagesOptions = Omit<PageSourcesOptions, "outdate"> & {
  publicUrl: string;
  renderer: SiteRenderer;
  /** Domain of the hosted shop whose Shop Pay the cart offers. */
  shopPayDomain?: string | undefined;
  isDevelopment?: boolean;
};

/** A screen to be put together; `shown` is what its finished HTML shows of a catalogue. */
type Wanted =
  | { screen: "shop"; shown?: "all" | ShopProduct }
  | { screen: "music"; shown?: "all" | Album }
  | { screen: Exclude<ScreenName, "shop" | "music">; shown?: "all" };

/** A browser may cache a page but revalidates it each time; the response is then mostly a 304. */
const ASK_AGAIN = { "Cache-Control": "no-cache" };

/**
 * Makes pages on first demand and again after the content folder changed: an edit shows on the next load.
 * A broken edit is logged once it has stood still, and the last good words stay.
 *
 * @throws {ContentError} when the content folder cannot be read at the start
 */
export function createPages(options: PagesOptions): Pages {
  const { publicUrl, pictures, icons, shopPayDomain, log, isDevelopment = false } = options;
  let { renderer } = options;
  const prepared = new Map<string, Prepared>();
  let packing = Promise.resolve();
  const sources = createPageSources({
    ...options,
    outdate(paths) {
      for (const path of prepared.keys()) if (paths === "all" || paths.test(path)) prepared.delete(path);
    },
  });

  function contentOf(wanted: Wanted): ScreenContent {
    switch (wanted.screen) {
      case "shop":
        return toShopScreen(sources.content(), sources.products(), publicUrl, wanted.shown);
      case "music":
        return toMusicScreen(sources.content(), sources.music(), publicUrl, pictures.find, wanted.shown);
      default:
        return toScreen(wanted.screen, sources.content(), publicUrl, pictures.find);
    }
  }

  function pageOf(wanted: Wanted): PageData {
    const hasIcon = icons.version() !== undefined;
    const { taxes } = sources.products();
    const shown = { origin: publicUrl, year: sources.year(), hasIcon, ...(taxes && { taxes }) };
    const site = toSite(sources.content(), shown, pictures.find);
    const screen = contentOf(wanted);
    return { site, content: screen, head: renderer.createHead(site, screen) };
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
          sources: [
            ...(shopPayDomain ? [shopPaySources(shopPayDomain)] : []),
            ...(embedsSpotify(sources.music()) ? [SPOTIFY_EMBED_SOURCES] : []),
          ],
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
      // Its albums and products the browser asks for itself, but for those of a shop that cannot be asked; the head
      // tells of all of them as the finished page's does.
      const { head, content } = pageOf({ screen: data, shown: "all" });
      const isStored = "asOf" in content;
      return asText(
        "application/json",
        JSON.stringify({ content: isStored ? content : contentOf({ screen: data }), head }),
      );
    }
    if (path === "/sitemap.xml") {
      const { products } = sources.products();
      return asText("application/xml", sitemapOf(publicUrl, products, sources.music().albums ?? []));
    }
    if (path === "/manifest.webmanifest") {
      return asText("application/manifest+json", manifestOf(sources.content().artist, icons.version()));
    }
    if (path === "/robots.txt") return asText("text/plain; charset=utf-8", robotsOf(publicUrl));
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

  /** A path as we write it: a handle of thirteen letters has thousands of other spellings, and each would be cached. */
  function inOneSpelling(path: string): string {
    const [, holder, encoded] = PART_PATH.exec(path) ?? [];
    if (encoded === undefined) return path;
    const part = decoded(encoded);
    const album = holder === "music" ? sources.albumAt(part) : undefined;
    return album ? albumPath(albumSlug(album)) : `/${holder}/${encodeURIComponent(part)}`;
  }

  function cached<Made extends Prepared | undefined>(key: string, makeIt: () => Made): Prepared | Made {
    const known = prepared.get(key);
    if (known) return known;
    const made = makeIt();
    if (made) {
      prepared.set(key, made);
      packLater(key, made);
    }
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
      sources.look();
      const key = inOneSpelling(path);
      const found = cached(key, () => make(key));
      const age = sources.ageAt(key);
      return found && age !== undefined ? withAge(found, age) : found;
    },
    notFound() {
      sources.look();
      return cached("not-found", () => documentOf({ screen: "not-found" }));
    },
    async warmUp() {
      for (const path of SCREEN_OF_PATH.keys()) {
        await nextTurn();
        cached(path, () => make(path));
        await packing;
      }
    },
    look: sources.look,
    problem: sources.problem,
    leftOut: sources.leftOut,
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

/** The page of one product or album. */
const PART_PATH = /^\/(shop|music)\/([^/]+)$/;
const MADE_HERE =
  /^\/([a-z-]*|(shop|music)\/[^/]+|content\/[a-z-]+\.json|sitemap\.xml|robots\.txt|manifest\.webmanifest)$/;

function isScreen(name: string): name is ScreenContent["screen"] {
  return name === "not-found" || name === "admin" || Object.hasOwn(SCREEN_PATHS, name);
}

/** What is no document: nothing may be loaded or run from it. */
function asText(contentType: string, body: string): Prepared {
  return prepare({
    headers: { "Content-Type": contentType, ...ASK_AGAIN, "Content-Security-Policy": CLOSED_POLICY },
    body,
  });
}
