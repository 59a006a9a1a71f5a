import { NEWSLETTERS_FEED_PATH, NEWSLETTERS_PATH } from "@porchlight/protocol/newsletters.ts";
import { Hono } from "hono";
import { type Prepared, prepare, respond } from "../../../http/prepared.ts";
import { CLOSED_POLICY, publicPlainPageHeaders } from "../../../http/security-headers.ts";
import { createLruCache } from "../../../lib/lru-cache.ts";
import type { PageTheme } from "../../shared/plain-page/document.ts";
import { createStylesheet } from "../../shared/plain-page/stylesheet.ts";
import type { PublishedNewsletters } from "./contract.ts";
import { toFeed } from "./feed.ts";
import { type ArchiveFrame, listPage, newsletterPage } from "./pages.ts";
import * as words from "./words.ts";

type ArchiveRoutesOptions = {
  newsletters: PublishedNewsletters;
  pageTheme: () => PageTheme;
  artistName: () => string;
  language: () => string;
  publicUrl: string;
};

/** Newsletters on a page of the list, and in the feed. */
const PAGE_SIZE = 24;
const FEED_SIZE = 20;
/** Maximum number of compressed pages in the cache, and of their bytes. */
const CACHED = { entries: 200, weight: 8 * 1024 * 1024 };
/** A newsletter's id in an address. */
const ID = /^[1-9]\d{0,14}$/;

const PAGE_HEADERS = { "Content-Type": "text/html; charset=utf-8", ...publicPlainPageHeaders() };
const FEED_HEADERS = {
  "Content-Type": "application/atom+xml; charset=utf-8",
  "Cache-Control": "no-cache",
  "Content-Security-Policy": CLOSED_POLICY,
};

/**
 * The public archive: the list, a page for each newsletter, and the feed. An address without a newsletter is left to
 * the next routes, so the site answers as for any unknown address. While nothing is published, nothing exists.
 */
export function createArchiveRoutes(options: ArchiveRoutesOptions): Hono {
  const { newsletters, pageTheme, artistName, language, publicUrl } = options;
  const stylesheet = createStylesheet(`${NEWSLETTERS_PATH}/newsletters.css`, [
    new URL("./archive.css", import.meta.url),
  ]);
  const cache = createLruCache<{ body: string; prepared: Prepared }>(CACHED);
  /** Made again only when the list changes: the texts of 20 newsletters are up to 2 MB, and a published one stays as it is. */
  let feed: { state: string; prepared: Prepared } | undefined;
  const routes = new Hono();

  function frame(): ArchiveFrame {
    const { stylesheets, ...theme } = pageTheme();
    return {
      ...theme,
      stylesheets: [...stylesheets, stylesheet.address],
      artistName: artistName(),
      language: language(),
      publicUrl,
    };
  }

  /** Compresses a page once, as long as it stays the same. */
  function prepared(address: string, body: string, headers: Record<string, string>): Prepared {
    const cached = cache.find(address);
    if (cached?.body === body) return cached.prepared;
    const made = prepare({ headers, body });
    cache.store(address, { body, prepared: made }, body.length);
    return made;
  }

  routes.get(`${NEWSLETTERS_PATH}/newsletters.css`, (c) => stylesheet.respond(c.req.raw));

  routes.get(NEWSLETTERS_PATH, (c, next) => {
    const before = readId(c.req.query("before"));
    const found = newsletters.list({ limit: PAGE_SIZE + 1, ...(before !== undefined && { before }) });
    if (found.length === 0) return next();
    const shown = found.slice(0, PAGE_SIZE);
    const older = found.length > PAGE_SIZE ? shown.at(-1)?.id : undefined;
    const body = String(listPage(shown, { before, older }, frame()));
    return respond(prepared(`list ${before}`, body, PAGE_HEADERS), c.req.raw);
  });

  routes.get(NEWSLETTERS_FEED_PATH, (c, next) => {
    const listed = newsletters.list({ limit: FEED_SIZE });
    if (listed.length === 0) return next();
    const name = artistName();
    const about = { title: words.newslettersOf(name), subtitle: words.about(name) };
    const feedFrame = { ...about, artistName: name, language: language(), publicUrl };
    const state = JSON.stringify([listed, feedFrame]);
    if (feed?.state !== state) {
      const found = listed.flatMap(({ id }) => newsletters.find(id) ?? []);
      feed = { state, prepared: prepare({ headers: FEED_HEADERS, body: toFeed(found, feedFrame) }) };
    }
    return respond(feed.prepared, c.req.raw);
  });

  routes.get(`${NEWSLETTERS_PATH}/:id`, (c, next) => {
    const id = readId(c.req.param("id"));
    const newsletter = id === undefined ? undefined : newsletters.find(id);
    if (!newsletter) return next();
    return respond(prepared(`newsletter ${id}`, String(newsletterPage(newsletter, frame())), PAGE_HEADERS), c.req.raw);
  });

  return routes;
}

function readId(text: string | undefined): number | undefined {
  return text !== undefined && ID.test(text) ? Number(text) : undefined;
}
