import type { Album, AlbumPage } from "@porchlight/protocol/music.ts";

/** What a client asks of an artist's albums. */
export type AlbumQuery = { groups: readonly string[]; market: string | undefined; limit: number; offset: number };

/** What a query gets: what it asks for, or what is wrong with it in the streaming service's words. */
type ReadQuery = { ok: true; query: AlbumQuery } | { ok: false; message: string };

const GROUPS = ["album", "single", "appears_on", "compilation"];
const LIMITS = { usual: 20, most: 50 };

/** Reads the query of a request for albums. Source: developer.spotify.com, "Get Artist's Albums". */
export function readAlbumQuery(search: URLSearchParams): ReadQuery {
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

/** An artist as albums name them. */
type AlbumArtist = { id: string; name: string };

/**
 * One page of albums as the wire has it.
 *
 * @param address of the artist's albums, without a query
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
    items: wanted.slice(offset, offset + limit).map((album) => whole(album, artist)),
  };
}

/** An album with what only other clients read. */
function whole(album: Album, { id, name }: AlbumArtist) {
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
