import type { Album, AlbumPage } from "@porchlight/protocol/music.ts";

export type AlbumQuery = { groups: readonly string[]; market: string | undefined; limit: number; offset: number };

/** A parsed query, or the streaming service's error message. */
type ParsedQuery = { ok: true; query: AlbumQuery } | { ok: false; message: string };

const GROUPS = ["album", "single", "appears_on", "compilation"];
const LIMITS = { usual: 20, most: 50 };

/** Parses the query of a request for albums. Source: developer.spotify.com, "Get Artist's Albums". */
export function parseAlbumQuery(search: URLSearchParams): ParsedQuery {
  const groups = search.get("include_groups")?.split(",") ?? GROUPS;
  if (groups.some((group) => !GROUPS.includes(group))) return { ok: false, message: "Invalid include_groups" };
  const market = search.get("market") ?? undefined;
  if (market !== undefined && !/^([A-Z]{2}|from_token)$/.test(market)) {
    return { ok: false, message: "Invalid market code" };
  }
  const limit = wholeNumber(search.get("limit") ?? String(LIMITS.usual));
  if (limit === undefined || limit < 1 || limit > LIMITS.most) return { ok: false, message: "Invalid limit" };
  const offset = wholeNumber(search.get("offset") ?? "0");
  if (offset === undefined) return { ok: false, message: "Invalid offset" };
  return { ok: true, query: { groups, market, limit, offset } };
}

/** The artist that each album names. */
type AlbumArtist = { id: string; name: string };

/**
 * Creates one page of albums in Spotify's form.
 *
 * @param address the address of the artist's albums, without a query
 */
export function albumPageOf(
  albums: readonly Album[],
  query: AlbumQuery,
  address: string,
  artist: AlbumArtist,
): AlbumPage {
  const { groups, limit, offset } = query;
  const wanted = albums.filter(({ album_type }) => groups.includes(album_type));
  const addressAt = (at: number) => addressOf(address, query, at);
  return {
    href: addressAt(offset),
    limit,
    offset,
    total: wanted.length,
    next: offset + limit < wanted.length ? addressAt(offset + limit) : null,
    previous: offset > 0 ? addressAt(Math.max(0, offset - limit)) : null,
    items: wanted.slice(offset, offset + limit).map((album) => toFullAlbum(album, artist)),
  };
}

/** Adds the fields that only other clients read. */
function toFullAlbum(album: Album, { id, name }: AlbumArtist) {
  const artists = [{ id, name, type: "artist", uri: `spotify:artist:${id}`, external_urls: {} }];
  return { ...album, album_group: album.album_type, artists, type: "album", uri: `spotify:album:${album.id}` };
}

function addressOf(address: string, { groups, market, limit }: AlbumQuery, offset: number): string {
  const query = new URLSearchParams({
    offset: String(offset),
    limit: String(limit),
    include_groups: groups.join(","),
    ...(market !== undefined && { market }),
  });
  return `${address}?${query}`;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
