import { join } from "node:path";
import { type Album, albumSlug, normaliseSlug } from "@porchlight/protocol/music.ts";
import type { ShopProducts } from "@porchlight/protocol/shop.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import {
  CONTENT_FILES,
  type Content,
  ContentError,
  logContentWarnings,
  type Music,
  readContent,
} from "../content/content.ts";
import { createEditProblem } from "../content/edit-problem.ts";
import { fileStamp } from "../content/file-stamp.ts";
import { pictureNames } from "../content/missing-pictures.ts";
import type { Logger } from "../lib/log.ts";
import type { PictureStore } from "../media/pictures/picture-store.ts";
import { SPOTIFY_SITE } from "../services/music/spotify-embed.ts";
import type { Icons } from "./icons.ts";
import type { Identity } from "./identity.ts";

/** The sources of the pages, as of the last check. */
interface PageSources {
  /**
   * Checks for changes and applies them. Any request may call this, because the number of checks is limited.
   *
   * @param isSaved whether a file was saved just now; then the check runs at once
   */
  check(isSaved?: boolean): void;
  /** Finds new pictures now. Resolves when each can be shown, at least as a preview. */
  refreshPictures(): Promise<void>;
  content(): Content;
  /** The current year, for the line at the end of each page. */
  year(): number;
  products(): ShopProducts;
  music(): Music;
  shows(): readonly Show[];
  /** Ids of the newsletters in the archive, the latest first. */
  newsletters(): readonly number[];
  /** Age of the products on a page, in seconds, while their provider is unavailable; otherwise undefined. */
  ageAt(path: string): number | undefined;
  /** Finds an album by the last part of its page's address, in any spelling. */
  albumAt(part: string): Album | undefined;
  /** The problem of the last edit of the texts, if it cannot be applied; otherwise undefined. */
  problem(): string | undefined;
  /** A sentence about pictures that the texts name but that are missing; undefined when none is missing. */
  missingPictures(): string | undefined;
}

/** Maximum length of an address part that is normalised to find its album, in characters. */
const ALBUM_PART_MAX = 300;

export type PageSourcesOptions = {
  contentDir: string;
  pictures: PictureStore;
  icons: Icons;
  identity: Identity;
  /** All products on sale; a new object after each change. */
  products: () => ShopProducts;
  /** Albums and recordings; a new object after each change. */
  music: () => Music;
  /** The announced shows; a new array after each change. */
  shows: () => readonly Show[];
  /** Ids of the newsletters in the archive, the latest first; a new array after each change. Absent: there are none. */
  newsletters?: () => readonly number[];
  clock: () => Date;
  log: Logger;
  /** Called with the paths of the pages that show something that has changed. */
  outdate: (paths: RegExp | "all") => void;
};

/** Length of the spans in which checks of the content folder are counted, in milliseconds. */
const CHECK_SPAN_MS = 100;
/** Maximum number of checks in a span, so that many visitors cause only a few checks. */
const CHECKS_PER_SPAN = 25;
/** Minimum time between two listings of the pictures, in milliseconds. There are many, and they rarely change. */
const PICTURE_CHECK_MS = 1_000;
/** Pause after a failed preparation of pictures, in milliseconds. On a full disk the next attempt fails too. */
const PICTURE_RETRY_MS = 30_000;

/** Paths that show products, those of a hosted shop too. */
const SHOWS_PRODUCTS = /^\/(|shop(\/.*)?|content\/(shop|home)\.json|sitemap\.xml)$/;
/** Paths that show music. They also show the products that belong to an album. Setlists lead to the music. */
const SHOWS_MUSIC = /^\/(|music(\/.*)?|shows(\/.*)?|content\/(music|home|shows)\.json|sitemap\.xml)$/;

/** Paths that show the words about returns. */
const SHOWS_RETURNS = /^\/(terms|content\/terms\.json)$/;

/** Paths that show the shows. */
const SHOWS_SHOWS = /^\/((shows.*|content\/(shows|home)\.json|sitemap\.xml)?)$/;

/** Paths that list the newsletters. */
const SHOWS_NEWSLETTERS = /^\/sitemap\.xml$/;
const NO_NEWSLETTERS: readonly number[] = [];

/**
 * The current texts, products, music and pictures. A broken edit of the texts is logged when the files have not changed
 * for a moment, and the last good texts stay.
 *
 * @throws {ContentError} when the content folder cannot be read at the start
 */
export function createPageSources(options: PageSourcesOptions): PageSources {
  const { contentDir, pictures, icons, identity, clock, log, outdate } = options;
  const textPaths = CONTENT_FILES.map((file) => join(contentDir, file));
  const stampOfTexts = () => textPaths.map(fileStamp).join();
  let stamp = stampOfTexts();
  let content: Content = readContent(contentDir, log);
  let year = clock().getUTCFullYear();
  let products = options.products();
  let music = options.music();
  let albumsBySlug = bySlug(music);
  let shows = options.shows();
  const newslettersNow = options.newsletters ?? (() => NO_NEWSLETTERS);
  let newsletters = newslettersNow();
  let span = { from: 0, checks: 0 };
  let nextPictureCheck = performance.now() + PICTURE_CHECK_MS;
  let picturesRestUntil = 0;
  let picturesRefresh: Promise<void> | undefined;
  const editProblem = createEditProblem({
    paths: textPaths,
    clock,
    report: (reason) => log.error({ reason }, "an edit in the content folder cannot be used; the last good one stays"),
  });

  function check(isSaved = false): void {
    const now = performance.now();
    if (now - span.from > CHECK_SPAN_MS) span = { from: now, checks: 0 };
    span.checks += 1;
    if (span.checks > CHECKS_PER_SPAN && !isSaved) return;
    checkTexts();
    checkProducts();
    checkMusic();
    checkShows();
    checkNewsletters();
    if (now > picturesRestUntil && (isSaved || now > nextPictureCheck)) {
      nextPictureCheck = now + PICTURE_CHECK_MS;
      checkPictures();
    }
  }

  function checkTexts(): void {
    const next = stampOfTexts();
    const nextYear = clock().getUTCFullYear();
    if (next === stamp && nextYear === year) {
      editProblem.check();
      return;
    }
    stamp = next;
    year = nextYear;
    try {
      const latest = readContent(contentDir);
      rejectMissing(latest);
      editProblem.clear();
      if (awaitsPictures(latest)) return;
      content = latest;
      logContentWarnings(content, log);
      outdate("all");
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      editProblem.set(error.message);
    }
  }

  /** Rejects an edit that names a new picture that does not exist. Pictures that the pages show may be deleted. */
  function rejectMissing({ missing }: Content): void {
    const { logo } = content.artist;
    const { photos = [], files = [] } = content.press?.front ?? {};
    const kit = [...photos.map(({ name }) => name), ...files.map(({ file }) => file)];
    const before = [...pictureNames(content.artist), logo, ...kit];
    if (missing?.names.some((name) => !before.includes(name))) throw new ContentError(missing.message);
  }

  /** Whether an edit names pictures that exist but cannot be shown yet. The edit is applied once they can be shown. */
  function awaitsPictures({ artist }: Content): boolean {
    if (picturesRefresh === undefined && !pictures.hasChanged()) return false;
    const before = pictureNames(content.artist);
    const after = pictureNames(artist).filter((name) => !before.includes(name));
    return after.some((name) => pictures.find(name, "") === undefined);
  }

  function checkProducts(): void {
    const next = options.products();
    if (next === products) return;
    const { taxes, returns } = products;
    products = next;
    // The cart is on every page, and it says whether taxes are added.
    if (next.taxes !== taxes) outdate("all");
    if (next.returns?.heading !== returns?.heading || next.returns?.html !== returns?.html) outdate(SHOWS_RETURNS);
    outdate(SHOWS_PRODUCTS);
    outdate(SHOWS_MUSIC);
  }

  function checkMusic(): void {
    const next = options.music();
    if (next === music) return;
    const didEmbedSpotify = embedsSpotify(music);
    music = next;
    albumsBySlug = bySlug(music);
    // Every page has the same policy, because visitors continue to the Music screen from any page.
    outdate(embedsSpotify(music) === didEmbedSpotify ? SHOWS_MUSIC : "all");
  }

  function checkShows(): void {
    const next = options.shows();
    if (next === shows) return;
    const had = shows.length > 0;
    shows = next;
    // The navigation, on every page, leads to the shows only if there are any.
    outdate(had === next.length > 0 ? SHOWS_SHOWS : "all");
  }

  function checkNewsletters(): void {
    const next = newslettersNow();
    if (next === newsletters) return;
    const had = newsletters.length > 0;
    newsletters = next;
    // The footer, on every page, leads to the archive only if there are any.
    outdate(had === next.length > 0 ? SHOWS_NEWSLETTERS : "all");
  }

  function checkPictures(): void {
    if (picturesRefresh || ![pictures, icons, identity].some((files) => files.hasChanged())) return;
    // Wait for all, even if one fails. The others may still be drawing, and two must not draw at the same time.
    picturesRefresh = Promise.allSettled([pictures.refresh(), icons.refresh(), identity.refresh()]).then((results) => {
      for (const result of results) {
        if (result.status === "fulfilled") continue;
        log.error({ err: result.reason }, "pictures could not be prepared");
        picturesRestUntil = performance.now() + PICTURE_RETRY_MS;
      }
      outdate("all");
      picturesRefresh = undefined;
      // Check the texts again: an edit may have waited for a picture, or may name a picture that was deleted.
      stamp = "";
    });
  }

  return {
    check,
    async refreshPictures() {
      await picturesRefresh;
      checkPictures();
      await picturesRefresh;
    },
    content: () => content,
    year: () => year,
    products: () => products,
    music: () => music,
    shows: () => shows,
    newsletters: () => newsletters,
    ageAt(path) {
      if (products.asOf === undefined || !SHOWS_PRODUCTS.test(path)) return undefined;
      return Math.max(0, Math.floor((clock().getTime() - Date.parse(products.asOf)) / 1_000));
    },
    albumAt(part) {
      const found = albumsBySlug.get(part);
      // Anybody can send a long text, and normalising it takes long.
      if (found || part.length > ALBUM_PART_MAX) return found;
      return albumsBySlug.get(normaliseSlug(part));
    },
    problem: editProblem.reported,
    missingPictures: () => content.missing?.message,
  };
}

/** Whether an album may be shown in Spotify's own frame. */
export function embedsSpotify({ albums = [] }: Music): boolean {
  return albums.some(({ external_urls }) => external_urls.spotify?.startsWith(`${SPOTIFY_SITE}/`));
}

function bySlug({ albums = [] }: Music): ReadonlyMap<string, Album> {
  return new Map(albums.map((album) => [albumSlug(album), album]));
}
