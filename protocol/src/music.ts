/** Albums on the streaming service's wire, and the artist's own recordings. */

/** A picture of an album's cover. `width` and `height` are pixels, null if unknown. */
export type AlbumImage = { url: string; width: number | null; height: number | null };

/**
 * An album or a single with the wire's names, without unused fields.
 * Source: developer.spotify.com, Web API, "Get Artist's Albums".
 */
export type Album = {
  /** Base62, 22 characters at the provider. */
  id: string;
  name: string;
  album_type: "album" | "single" | "compilation";
  /** `2022`, `2022-06` or `2022-06-03`; the site compares it as text. */
  release_date: string;
  release_date_precision: "year" | "month" | "day";
  total_tracks: number;
  /** Widest first; may be empty. */
  images: AlbumImage[];
  /** `spotify` is absent for an album that Spotify does not have. */
  external_urls: { spotify?: string };
};

/** One page of an artist's albums on the wire. `next` and `previous` are absolute addresses. */
export type AlbumPage = {
  href: string;
  items: Album[];
  limit: number;
  offset: number;
  total: number;
  next: string | null;
  previous: string | null;
};

export type Recording = {
  title: string;
  /** Path of the audio file on this site, with its version: `/audio/long-point/02-long-point.mp3?v=…`. */
  url: string;
  /** Length in seconds, with fractions. */
  seconds: number;
};

/** A song without a recording. `place` is its index in the album. */
export type SilentSong = { title: string; place: number };

/**
 * The artist's own songs of an album; `album` is the album's name. `recordings` fill the places that the `silent` songs
 * leave free.
 */
export type AlbumRecordings = { album: string; recordings: Recording[]; silent?: SilentSong[] };

/** Query of every request for albums. Source: docs/product.md §7, Music streaming service. */
export const ALBUM_QUERY = { include_groups: "album,single", market: "US" } as const;

/** Albums per response, for finished pages and for the Music screen. Source: docs/product.md §9. */
export const ALBUM_PAGE_LIMITS = { finished: 20, screen: 50 } as const;

/** `error.reason` of a response without albums: the provider rejects our client id or secret, or any other failure. */
export type AlbumsErrorReason = "AUTHENTICATION_FAILED" | "UNAVAILABLE";

/** Letters of scripts that are readable without accents, and digits, each with its marks. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}])\p{M}+/gu;

/**
 * Makes the slug of an album's name, `long-point`. It has the letters and digits of every script, and the marks that
 * change a letter or vowel in scripts such as Kana, Hangul, Thai and Devanagari. A name without letters gets its id.
 */
export function albumSlug({ id, name }: Pick<Album, "id" | "name">): string {
  const plain = name.normalize("NFKD").replaceAll(ACCENTED, "$1").toLowerCase().normalize("NFKC");
  return plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)?.join("-") || id;
}

/** Makes the slug for a typed name with capitals, accents and spaces. */
export function normaliseSlug(part: string): string {
  return albumSlug({ id: part, name: part });
}

/** Sorts albums by date, newest first, and drops albums with a repeated slug: only the first could be opened. */
export function uniqueNewestFirst<T extends Pick<Album, "id" | "name" | "release_date">>(albums: readonly T[]): T[] {
  const sorted = albums.toSorted((a, b) =>
    a.release_date < b.release_date ? 1 : a.release_date > b.release_date ? -1 : 0,
  );
  const seen = new Set<string>();
  return sorted.filter((album) => {
    const slug = albumSlug(album);
    if (seen.has(slug)) return false;
    seen.add(slug);
    return true;
  });
}
