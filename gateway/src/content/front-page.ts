import type {
  FrontPicture,
  FrontProduct,
  FrontRelease,
  FrontShow,
  ScreenContent,
} from "@porchlight/protocol/content.ts";
import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { formatPrice } from "@porchlight/protocol/format-price.ts";
import { toBoxSrcSet } from "@porchlight/protocol/image-for-size.ts";
import { type Album, type AlbumRecordings, albumSlug } from "@porchlight/protocol/music.ts";
import type { ShopProducts } from "@porchlight/protocol/shop.ts";
import { statesOf, townOf } from "@porchlight/protocol/show-words.ts";
import { type Show, splitShows } from "@porchlight/protocol/shows.ts";
import { type Content, type FindPicture, type FindPictureUnderWords, findFocused, type Music } from "./content.ts";

/** Builds the front page: the hero, the introduction, and a row each for the next shows, the newest release and the shop. */
export function toHomeScreen(
  { artist }: Content,
  { music, shop, shows, now }: FrontSources,
  origin: string,
  findPicture: FindPictureUnderWords,
): ScreenContent {
  const { ahead } = splitShows(shows, now);
  const next = ahead.filter(({ status }) => status !== "cancelled").slice(0, SHOWS_MAX);
  const toPicture = createToPicture(origin, findPicture);
  const release = findRelease(music, origin, toPicture);
  const product = findProduct(shop, artist.language, toPicture);
  return {
    screen: "home",
    title: artist.name,
    description: artist.description,
    keywords: artist.keywords,
    introduction: artist.description,
    hero: artist.images.hero.flatMap((picture) => findFocused(findPicture, picture, { at: "hero" }) ?? []),
    ...(release && { release }),
    ...(product && { product }),
    ...(next.length > 0 && { shows: next.map((show) => toFrontShow(show, artist)) }),
  };
}

/** What the front page leads to. `now` is in milliseconds since 1970. */
type FrontSources = { music: Music; shop: ShopProducts; shows: readonly Show[]; now: number };

const SHOWS_MAX = 3;

/** "Sat, Feb 20, 2027": a row of the front page has one line for it. */
const SHORT_DAY = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

function toFrontShow(show: Show, { language }: { language: string }): FrontShow {
  const { id, date, name, venue } = show;
  const [state] = statesOf(show, language);
  const town = townOf(show, language);
  return {
    id,
    date,
    day: formatInstant(`${date}T12:00:00Z`, language, SHORT_DAY),
    title: name ?? venue,
    place: name === undefined ? town : `${venue}, ${town}`,
    ...(state !== undefined && { state }),
  };
}

type SourceImage = { url: string; width: number | null; height: number | null };

/** @param toSrcSet makes the `srcset` of a picture that is not prepared, from the picture's path */
type ToPicture = (image: SourceImage, alt: string, toSrcSet: (path: string) => string | undefined) => FrontPicture;

/** A cover of unknown size is the provider's largest. */
const ASSUMED_PX = 640;

function createToPicture(origin: string, findPicture: FindPicture): ToPicture {
  return ({ url, width, height }, alt, toSrcSet) => {
    const path = ownPath(url, origin);
    const name = /^\/optimized\/(.+)-[a-z]+\.jpg/.exec(path)?.[1];
    const prepared = name === undefined ? undefined : findPicture(decodeURIComponent(name), alt);
    if (prepared) return prepared;
    const srcSet = toSrcSet(path);
    return { url: path, ...(srcSet && { srcSet }), width: width ?? ASSUMED_PX, height: height ?? ASSUMED_PX, alt };
  };
}

/**
 * The path of a picture that this site serves. Under another host name the site's policy forbids the public address.
 */
function ownPath(url: string, origin: string): string {
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

/** The newest release that plays here. If none does, the newest release, as on the Music screen. */
function findRelease(
  { albums = [], recordings }: Music,
  origin: string,
  toPicture: ToPicture,
): FrontRelease | undefined {
  const playable = albums.find((album) => findRecordings(album, recordings));
  const album = playable ?? albums[0];
  if (!album) return undefined;
  const own = playable && findRecordings(playable, recordings);
  const year = album.release_date.slice(0, 4);
  const [cover] = album.images;
  return {
    album,
    slug: albumSlug(album),
    ...(year && { year }),
    // The name is beside the cover.
    ...(cover && { cover: toPicture(cover, "", () => srcSetOfCover(album, origin)) }),
    ...(own && { recordings: own }),
  };
}

function findRecordings(album: Album, recordings: readonly AlbumRecordings[]): AlbumRecordings | undefined {
  const slug = albumSlug(album);
  return recordings.find((own) => own.recordings.length > 0 && albumSlug({ id: "", name: own.album }) === slug);
}

/** The provider's widths; undefined if one is unknown. */
function srcSetOfCover({ images }: Album, origin: string): string | undefined {
  if (images.some(({ width }) => !width)) return undefined;
  return images.map(({ url, width }) => `${ownPath(url, origin)} ${width}w`).join(", ");
}

function isIn(type: string, title: string): boolean {
  return title.toLowerCase().includes(type.toLowerCase());
}

/** The first product of the shop that can be bought. */
function findProduct({ products }: ShopProducts, language: string, toPicture: ToPicture): FrontProduct | undefined {
  const product = products.find(({ availableForSale }) => availableForSale);
  const [first] = product?.variants ?? [];
  if (!product || !first) return undefined;
  const image = product.images[0] ?? product.variants.find((variant) => variant.image)?.image;
  return {
    handle: product.handle,
    title: product.title,
    // "T-shirt" over "Green T-shirt" would say it twice.
    type: isIn(product.productType, product.title) ? "" : product.productType,
    price: formatPrice(first.price, language),
    ...(image && { picture: toPicture(image, image.altText, (url) => toBoxSrcSet({ ...image, url })) }),
  };
}
