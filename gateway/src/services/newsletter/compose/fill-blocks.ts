import { albumPath, productPath } from "@porchlight/protocol/content.ts";
import { formatDate, formatInstant } from "@porchlight/protocol/format-date.ts";
import { formatWithCode } from "@porchlight/protocol/format-price.ts";
import { type Album, albumSlug, normaliseSlug } from "@porchlight/protocol/music.ts";
import { BLOCK_KINDS } from "@porchlight/protocol/newsletters.ts";
import type { ShopProduct, ShopProducts } from "@porchlight/protocol/shop.ts";
import {
  freeEntry,
  hasTickets,
  placeOf,
  statesOf,
  ticketsFrom,
  ticketsLink,
  timesOf,
  weekdayOf,
} from "@porchlight/protocol/show-words.ts";
import { isOver, SHOWS_PATH, type Show, showPath, splitShows } from "@porchlight/protocol/shows.ts";
import type { Artist } from "../../../content/artist.ts";
import type { FindPicture, Music } from "../../../content/content.ts";
import { toAbsolute } from "./links.ts";
import type { Part, ShownShow } from "./parts.ts";
import { fromCover, fromPrepared, fromShop } from "./pictures.ts";
import type { WrittenBlock } from "./read-text.ts";
import * as words from "./words.ts";

/** What blocks are filled from, as it is now. */
export type BlockContent = {
  artist: Pick<Artist, "name" | "language" | "kind" | "images">;
  publicUrl: string;
  findPicture: FindPicture;
  music: Music;
  shop: ShopProducts;
  shows: readonly Show[];
  /** In milliseconds since 1970. */
  now: number;
};

/** The block `[[shows]]` has the next ones that take place. */
const SHOWS_MAX = 5;
/** Longest name that a block looks for, in characters. */
const NAME_MAX = 300;

/** Fills a block from the content. A block that names nothing becomes a note to the owner. */
export function fillBlock(block: WrittenBlock, content: BlockContent): Part {
  const filled = fill(block, content);
  if (typeof filled !== "string") return filled;
  return { kind: "problem", message: words.onLine(block.line, block.written, filled) };
}

/** @returns a part, or what is wrong */
function fill({ name, values }: WrittenBlock, content: BlockContent): Part | string {
  const [value = "", second = ""] = values;
  const kind = BLOCK_KINDS.find((one) => one === name);
  if (kind === undefined || value.length > NAME_MAX) return words.noSuchKind;
  if (value === "" && kind !== "shows" && kind !== "button") return words.noName(kind);
  switch (kind) {
    case "picture":
      return toPicture(value, second, content);
    case "button":
      return toButton(value, second, content);
    case "release":
      return toRelease(value, content);
    case "tracks":
      return toTracks(value, content);
    case "product":
      return toProduct(value, content);
    case "show":
      return toShow(value, content);
    case "shows":
      return toNextShows(content);
  }
}

function toPicture(name: string, typedAlt: string, { artist, findPicture, publicUrl }: BlockContent): Part | string {
  const picture = findPicture(name, typedAlt || altOf(name, artist));
  return picture ? { kind: "picture", picture: fromPrepared(picture, publicUrl) } : words.noSuchPicture(name);
}

/** What a picture shows, if the site has a description of it. */
export function altOf(name: string, { images }: Pick<Artist, "images">): string {
  const { hero, portrait, share } = images;
  return [...hero, portrait, share].find((one) => one?.name === name)?.alt ?? "";
}

function toButton(text: string, address: string, { publicUrl }: BlockContent): Part | string {
  if (text === "" || address === "") return words.noButtonWords;
  const href = toAbsolute(address, publicUrl);
  return href === undefined ? words.noAddress : { kind: "button", link: { words: text, href } };
}

/** Finds a release by its slug or its name. */
export function findRelease({ albums = [] }: Music, name: string): Album | undefined {
  const slug = normaliseSlug(name);
  return albums.find((album) => albumSlug(album) === slug);
}

function toRelease(named: string, content: BlockContent): Part | string {
  const { music, artist, publicUrl } = content;
  const album = findRelease(music, named);
  if (!album) return words.noSuchRelease(named);
  const slug = albumSlug(album);
  const date = formatDate(album.release_date, artist.language);
  const picture = fromCover(album, album.name, publicUrl);
  const plays = songsOf(music, slug).some(({ length }) => length !== undefined);
  return {
    kind: "card",
    facts: [words.KINDS[album.album_type], date].filter(Boolean).join(" · "),
    title: album.name,
    line: album.total_tracks > 0 ? words.songs(album.total_tracks) : "",
    link: { words: plays ? words.listen : words.seeRelease, href: publicUrl + albumPath(slug) },
    ...(picture && { picture }),
  };
}

function toTracks(named: string, { music }: BlockContent): Part | string {
  const album = findRelease(music, named);
  if (!album) return words.noSuchRelease(named);
  const songs = songsOf(music, albumSlug(album));
  return songs.length > 0 ? { kind: "tracks", title: album.name, songs } : words.noSongs(album.name);
}

/** The songs of a release in their order. Silent ones have no length. */
export function songsOf({ recordings }: Music, slug: string): { title: string; length?: string }[] {
  const own = recordings.find(({ album }) => normaliseSlug(album) === slug);
  if (!own) return [];
  const songs: { title: string; length?: string }[] = own.recordings.map(({ title, seconds }) => ({
    title,
    length: formatLength(seconds),
  }));
  // In order of their places, so that each goes where it belongs.
  for (const { title, place } of (own.silent ?? []).toSorted((a, b) => a.place - b.place))
    songs.splice(place, 0, { title });
  return songs;
}

/** "3:12" */
function formatLength(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function toProduct(handle: string, { shop, artist, publicUrl }: BlockContent): Part | string {
  const product = shop.products.find((one) => one.handle === handle);
  if (!product) return words.noSuchProduct(handle);
  const { title, productType, images, availableForSale } = product;
  const picture = images[0] && fromShop(images[0], publicUrl);
  return {
    kind: "card",
    facts: productType,
    title,
    line: availableForSale ? priceOf(product, artist.language) : words.soldOut,
    link: { words: words.seeProduct, href: publicUrl + productPath(handle) },
    ...(picture && { picture: { ...picture, alt: picture.alt || title } }),
  };
}

function priceOf({ variants }: ShopProduct, language: string): string {
  const prices = variants.map(({ price }) => price).sort((a, b) => Number(a.amount) - Number(b.amount));
  const [lowest] = prices;
  if (!lowest) return "";
  const price = formatWithCode(lowest, language);
  return prices.every(({ amount }) => amount === lowest.amount) ? price : words.from(price);
}

function toShow(id: string, content: BlockContent): Part | string {
  const show = content.shows.find((one) => one.id === id);
  return show ? { kind: "shows", shows: [inWords(show, content)] } : words.noSuchShow(id);
}

function toNextShows(content: BlockContent): Part | string {
  const { ahead } = splitShows(content.shows, content.now);
  const certain = ahead.filter(({ status }) => status !== "cancelled" && status !== "postponed");
  if (certain.length === 0) return words.noShows;
  return {
    kind: "shows",
    shows: certain.slice(0, SHOWS_MAX).map((show) => inWords(show, content)),
    all: { words: words.seeShows, href: content.publicUrl + SHOWS_PATH },
  };
}

function inWords(show: Show, { artist, publicUrl, now }: BlockContent): ShownShow {
  const { language } = artist;
  const { date, tickets } = show;
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatInstant(`${date}T12:00:00Z`, language, { ...options, timeZone: "UTC" });
  const isPast = isOver(show, now);
  const href = publicUrl + showPath(show.id);
  const sale = !isPast && hasTickets(show) ? show.tickets : undefined;
  const price =
    sale?.price === undefined || sale.currency === undefined
      ? ""
      : ticketsFrom(formatWithCode({ amount: sale.price, currencyCode: sale.currency }, language));
  return {
    day: part({ day: "numeric" }),
    month: part({ month: "short" }),
    date: `${weekdayOf(show, language)}, ${formatDate(date, language)}`,
    title: show.name ?? show.venue,
    lines: [
      statesOf(show, language, isPast).join(" · "),
      // The venue is the title where the evening has no name.
      placeOf(show.name === undefined ? { ...show, venue: "" } : show, language),
      [timesOf(show, language), tickets?.isFree ? freeEntry : price].filter(Boolean).join(" · "),
    ].filter((line) => line !== ""),
    links: [
      ...(sale?.url === undefined ? [] : [{ words: ticketsLink, href: sale.url }]),
      { words: words.seeShow, href },
    ],
    href,
  };
}
