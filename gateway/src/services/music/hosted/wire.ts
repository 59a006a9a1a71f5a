import type { Album, AlbumImage } from "@porchlight/protocol/music.ts";
import * as v from "valibot";
import { precisionOf } from "../date-precision.ts";

/** The provider's token response. `expires_in` is in seconds. Source: RFC 6749 §5.1. */
export const TokenSchema = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
  token_type: v.pipe(v.string(), v.toLowerCase(), v.literal("bearer")),
  expires_in: v.pipe(v.number(), v.minValue(0)),
});

/** Maximum number of pictures of an album that are read. Spotify has three sizes. */
const MOST_IMAGES = 10;

/** A page of unparsed albums. */
export const PageSchema = v.object({ items: v.array(v.unknown()), next: v.nullish(v.string()) });

const ImageSchema = v.object({
  url: v.string(),
  width: v.fallback(v.nullable(v.number()), null),
  height: v.fallback(v.nullable(v.number()), null),
});

/**
 * The fields of an album that we use. An album needs an id, a name and a date; all other fields have a fallback.
 * Source: developer.spotify.com, "Get Artist's Albums".
 */
const AlbumSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,64}$/)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1_000)),
  album_type: v.fallback(v.picklist(["album", "single", "compilation"]), "album"),
  release_date: v.pipe(v.string(), v.regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)),
  total_tracks: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  images: v.fallback(v.array(v.unknown()), []),
  external_urls: v.fallback(v.object({ spotify: v.optional(v.string()) }), {}),
});

/**
 * Parses the albums of a page or of the cache. Skips malformed albums and pictures.
 *
 * @param pictureAddress our address for a provider's picture; if it is undefined, the picture is skipped
 */
export function readAlbums(items: readonly unknown[], pictureAddress: (url: string) => string | undefined): Album[] {
  return items.flatMap((item) => {
    const parsed = v.safeParse(AlbumSchema, item);
    if (!parsed.success) return [];
    const { images, external_urls, ...album } = parsed.output;
    const { spotify } = external_urls;
    return {
      ...album,
      release_date_precision: precisionOf(album.release_date),
      images: readImages(images, pictureAddress),
      external_urls: spotify !== undefined && isSecureAddress(spotify) ? { spotify } : {},
    };
  });
}

function readImages(images: readonly unknown[], pictureAddress: (url: string) => string | undefined): AlbumImage[] {
  return images
    .slice(0, MOST_IMAGES)
    .flatMap((item) => {
      const parsed = v.safeParse(ImageSchema, item);
      const url = parsed.success ? pictureAddress(parsed.output.url) : undefined;
      return parsed.success && url !== undefined ? { ...parsed.output, url } : [];
    })
    .sort((a, b) => (b.width ?? 0) - (a.width ?? 0));
}

function isSecureAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}
