import { join } from "node:path";
import { type Album, albumSlug, normaliseSlug } from "@porchlight/protocol/music.ts";
import type { ShopProducts } from "@porchlight/protocol/shop.ts";
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

/** What pages are made from, all as of the last look. */
interface PageSources {
  /** Looks whether any of it has changed, and takes over what has; seldom enough for every request to ask for it. */
  look(): void;
  content(): Content;
  /** The year of today, for the line at the end of each page. */
  year(): number;
  products(): ShopProducts;
  music(): Music;
  /** Seconds since what the page at a path shows could be had, where its provider cannot be asked now. */
  ageAt(path: string): number | undefined;
  /** The album whose page has this name in its address, or had it written otherwise. */
  albumAt(part: string): Album | undefined;
  /** What is wrong with the last edit of the words, while those of before are given; undefined when nothing is. */
  problem(): string | undefined;
  /** Which pictures the words name that are not there; undefined when all of them are. */
  leftOut(): string | undefined;
}

/** Longest part of an address that is looked at as an album's name otherwise written, in characters. */
const ALBUM_PART_MAX = 300;

/** Where it all comes from. */
export type PageSourcesOptions = {
  contentDir: string;
  pictures: PictureStore;
  icons: Icons;
  /** Everything on sale; another object whenever something in it changed. */
  products: () => ShopProducts;
  /** Albums and recordings; another object whenever something in it changed. */
  music: () => Music;
  clock: () => Date;
  log: Logger;
  /** Told which pages show what has changed. */
  outdate: (paths: RegExp | "all") => void;
};

/** Looks at the content folder are counted in spans of this many milliseconds … */
const LOOK_SPAN_MS = 100;
/** … and in each only this many are made, so that a crowd costs no more than a few visitors. */
const LOOKS_PER_SPAN = 25;
/** Pictures are many and change rarely: their folder is listed no more often than this, in milliseconds. */
const PICTURE_LOOK_MS = 1_000;
/** How long a preparation that failed is not tried again, in milliseconds: on a full disk the next one fails too. */
const PICTURE_REST_MS = 30_000;

/** What has to be made again when something about the products changes. */
const SHOWS_PRODUCTS = /^\/(shop(\/.*)?|content\/shop\.json|sitemap\.xml)$/;
/** What has to be made again when something about the music changes. */
const SHOWS_MUSIC = /^\/(music(\/.*)?|content\/music\.json|sitemap\.xml)$/;

/**
 * Words, products, music and pictures as they stand now. A broken edit of the words is logged once it has stood still,
 * and the last good ones stay.
 *
 * @throws {ContentError} when the content folder cannot be read at the start
 */
export function createPageSources(options: PageSourcesOptions): PageSources {
  const { contentDir, pictures, icons, clock, log, outdate } = options;
  const textPaths = CONTENT_FILES.map((file) => join(contentDir, file));
  const stampOfTexts = () => textPaths.map(fileStamp).join();
  let stamp = stampOfTexts();
  let content: Content = readContent(contentDir, log);
  let year = clock().getUTCFullYear();
  let products = options.products();
  let music = options.music();
  let albumsBySlug = bySlug(music);
  let span = { from: 0, looks: 0 };
  let nextPictureLook = performance.now() + PICTURE_LOOK_MS;
  let picturesRefresh: Promise<void> | undefined;
  const mistake = createEditProblem({
    paths: textPaths,
    clock,
    report: (reason) => log.error({ reason }, "an edit in the content folder cannot be used; the last good one stays"),
  });

  function look(): void {
    const now = performance.now();
    if (now - span.from > LOOK_SPAN_MS) span = { from: now, looks: 0 };
    span.looks += 1;
    if (span.looks > LOOKS_PER_SPAN) return;
    lookAtTexts();
    lookAtProducts();
    lookAtMusic();
    if (now > nextPictureLook) {
      nextPictureLook = now + PICTURE_LOOK_MS;
      lookAtPictures();
    }
  }

  function lookAtTexts(): void {
    const next = stampOfTexts();
    const nextYear = clock().getUTCFullYear();
    if (next === stamp && nextYear === year) {
      mistake.check();
      return;
    }
    stamp = next;
    year = nextYear;
    try {
      const latest = readContent(contentDir);
      refuseMissing(latest);
      mistake.clear();
      if (awaitsPictures(latest)) return;
      content = latest;
      logContentWarnings(content, log);
      outdate("all");
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      mistake.set(error.message);
    }
  }

  /** A picture that the pages show now and that goes away is left out; one that an edit names has never been there. */
  function refuseMissing({ missing }: Content): void {
    const before = pictureNames(content.artist);
    if (missing?.names.some((name) => !before.includes(name))) throw new ContentError(missing.message);
  }

  /** Whether an edit names pictures that are there and not yet prepared; until they are, what was before stays. */
  function awaitsPictures({ artist }: Content): boolean {
    if (picturesRefresh === undefined && !pictures.hasChanged()) return false;
    const before = pictureNames(content.artist);
    const after = pictureNames(artist).filter((name) => !before.includes(name));
    return after.some((name) => pictures.find(name, "") === undefined);
  }

  function lookAtProducts(): void {
    const next = options.products();
    if (next === products) return;
    const { taxes } = products;
    products = next;
    // The cart stands on every page, and says whether taxes are added.
    outdate(next.taxes === taxes ? SHOWS_PRODUCTS : "all");
  }

  function lookAtMusic(): void {
    const next = options.music();
    if (next === music) return;
    const didEmbed = embedsSpotify(music);
    music = next;
    albumsBySlug = bySlug(music);
    // The policy stands on every page: visitors go on to the Music screen from any of them.
    outdate(embedsSpotify(music) === didEmbed ? SHOWS_MUSIC : "all");
  }

  function lookAtPictures(): void {
    if (picturesRefresh || !(pictures.hasChanged() || icons.hasChanged())) return;
    // Each to its end: should one fail, the other may still be drawing, and must not begin again beside itself.
    picturesRefresh = Promise.allSettled([pictures.refresh(), icons.refresh()]).then((outcomes) => {
      for (const outcome of outcomes) {
        if (outcome.status === "fulfilled") continue;
        log.error({ err: outcome.reason }, "pictures could not be prepared");
        nextPictureLook = performance.now() + PICTURE_REST_MS;
      }
      outdate("all");
      picturesRefresh = undefined;
      // An edit may have been waiting for a picture, or name one that has gone.
      stamp = "";
    });
  }

  return {
    look,
    content: () => content,
    year: () => year,
    products: () => products,
    music: () => music,
    ageAt(path) {
      if (products.asOf === undefined || !SHOWS_PRODUCTS.test(path)) return undefined;
      return Math.max(0, Math.floor((clock().getTime() - Date.parse(products.asOf)) / 1_000));
    },
    albumAt(part) {
      const found = albumsBySlug.get(part);
      // Normalising a text of any length would take any time.
      if (found || part.length > ALBUM_PART_MAX) return found;
      return albumsBySlug.get(normaliseSlug(part));
    },
    problem: mistake.reported,
    leftOut: () => content.missing?.message,
  };
}

/** Whether an album may be shown in Spotify's own frame. */
export function embedsSpotify({ albums = [] }: Music): boolean {
  return albums.some(({ external_urls }) => external_urls.spotify?.startsWith(`${SPOTIFY_SITE}/`));
}

function bySlug({ albums = [] }: Music): ReadonlyMap<string, Album> {
  return new Map(albums.map((album) => [albumSlug(album), album]));
}
