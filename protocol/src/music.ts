/** Albums as the streaming service's wire has them, and the artist's own recordings beside them. */

/** A picture of an album's cover. `width` and `height` are pixels, null where the provider does not say. */
export type AlbumImage = { url: string; width: number | null; height: number | null };

/**
 * An album or a single, in the words of the wire. Fields that nobody here reads are left out.
 * Source: developer.spotify.com, Web API, "Get Artist's Albums".
 */
export type Album = {
  /** Base62, 22 characters at the provider. */
  id: string;
  name: string;
  album_type: "album" | "single" | "compilation";
  /** `2022`, `2022-06` or `2022-06-03`; compared as text. */
  release_date: string;
  release_date_precision: "year" | "month" | "day";
  total_tracks: number;
  /** Widest first; an album may have none. */
  images: AlbumImage[];
  /** `spotify` is absent for an album that is not there. */
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

/** A recording that the artist offers for listening. */
export type Recording = {
  title: string;
  /** Path of the audio file on this site, with its version: `/audio/long-point/02-long-point.mp3?v=…`. */
  url: string;
  /** Its length in seconds, with fractions. */
  seconds: number;
};

/** A song that is listed and does not play here. `place` is its place in the album, from 0. */
export type SilentSong = { title: string; place: number };

/**
 * The artist's own songs of an album, found by the album's name. `silent` are those without a recording, absent where
 * there are none; `recordings` stand in the places between them.
 */
export type AlbumRecordings = { album: string; recordings: Recording[]; silent?: SilentSong[] };

/** Asked of each loader. Source: docs/product.md §7, Music streaming service. */
export const ALBUM_QUERY = { include_groups: "album,single", market: "US" } as const;

/** Albums on one page: of the loader behind finished pages, and of the Music screen's. Source: docs/product.md §9. */
export const ALBUM_PAGE_LIMITS = { finished: 20, screen: 50 } as const;

/**
 * Why no albums came, in `error.reason` of an answer: the provider knows our name and secret no more, or anything else.
 * A client decides on it, never on the words.
 */
export type AlbumsErrorReason = "AUTHENTICATION_FAILED" | "UNAVAILABLE";

/** Letters that can be read without their accents, and digits, each with what was typed above it. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}])\p{M}+/gu;

/**
 * An album's name as its address has it, `long-point`. Letters and digits of every script stay, and the marks that make
 * another letter or vowel in scripts such as Kana, Hangul, Thai and Devanagari; a name of nothing else is addressed by its
 * id.
 */
export function albumSlug({ id, name }: Pick<Album, "id" | "name">): string {
  const plain = name.normalize("NFKD").replaceAll(ACCENTED, "$1").toLowerCase().normalize("NFKC");
  return plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)?.join("-") || id;
}

/** What somebody means who asks for an album by its name as it is typed, with capitals, accents and spaces. */
export function slugAskedFor(part: string): string {
  return albumSlug({ id: part, name: part });
}

/**
 * Albums as every screen shows them: the newest first, each name once. Names that differ in capitals or signs alone are one
 * name: they would have one address, and only the first of them could be opened.
 */
export function newestOfEachName<T extends Pick<Album, "id" | "name" | "release_date">>(albums: readonly T[]): T[] {
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
