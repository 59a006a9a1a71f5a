import {
  ALBUM_PAGE_LIMITS,
  ALBUM_QUERY,
  type Album,
  type AlbumImage,
  type AlbumsErrorReason,
  newestOfEachName,
} from "@porchlight/protocol/music.ts";
import { parsedUrl } from "../lib/parsed-url.ts";

/** Longest that all albums together may take, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Pages followed at most; more albums than these hold are left out. */
const PAGES_MAX = 10;

/** No albums came. */
export class AlbumsError extends Error {
  override readonly name = "AlbumsError";
  readonly reason: AlbumsErrorReason;

  constructor(reason: AlbumsErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Fetches the artist's albums and singles, the newest first, each name once. What is no album in the answer is left out.
 * Source: developer.spotify.com, Web API, "Get Artist's Albums".
 *
 * @param signal ends the wait
 * @throws {AlbumsError} when the gateway has none, cannot be reached, or is too slow
 */
export async function fetchAlbums(artistId: string, signal = AbortSignal.timeout(TIMEOUT_MS)): Promise<Album[]> {
  const path = `/spotify/v1/artists/${encodeURIComponent(artistId)}/albums`;
  const query = new URLSearchParams({ ...ALBUM_QUERY, limit: String(ALBUM_PAGE_LIMITS.screen) });
  const albums: Album[] = [];
  let next: string | undefined = `${path}?${query}`;
  for (let page = 0; next !== undefined && page < PAGES_MAX; page += 1) {
    const answer = await fetchPage(next, signal);
    albums.push(...answer.items.flatMap((item) => albumOf(item) ?? []));
    next = followingPage(answer.next, path);
  }
  return newestOfEachName(albums);
}

type Page = { items: unknown[]; next?: unknown };

async function fetchPage(address: string, signal: AbortSignal): Promise<Page> {
  try {
    const response = await fetch(address, { signal });
    const body: unknown = await response.json();
    if (!response.ok) throw refusalOf(response.status, body);
    if (!isObject(body) || !Array.isArray(body.items)) throw new Error("A page of albums has items");
    return { items: body.items, next: body.next };
  } catch (cause) {
    if (cause instanceof AlbumsError) throw cause;
    throw new AlbumsError("UNAVAILABLE", "The albums could not be fetched", { cause });
  }
}

function refusalOf(status: number, body: unknown): AlbumsError {
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const reason = error.reason === "AUTHENTICATION_FAILED" ? error.reason : "UNAVAILABLE";
  return new AlbumsError(reason, `The albums were answered with ${status}`);
}

/** The page that `next` names, if it is one of this list. Whatever its host, our own gateway is asked. */
function followingPage(next: unknown, path: string): string | undefined {
  const address = typeof next === "string" ? parsedUrl(next) : undefined;
  return address?.pathname === path ? path + address.search : undefined;
}

/** An album of the wire; undefined for what cannot be shown as one. */
function albumOf(item: unknown): Album | undefined {
  if (!isObject(item)) return undefined;
  const { id, name, release_date, album_type, release_date_precision, total_tracks, images, external_urls } = item;
  if (typeof id !== "string" || typeof name !== "string" || !name) return undefined;
  const spotify = isObject(external_urls) ? webAddress(external_urls.spotify) : undefined;
  return {
    id,
    name,
    album_type: album_type === "single" || album_type === "compilation" ? album_type : "album",
    release_date: typeof release_date === "string" ? release_date : "",
    release_date_precision:
      release_date_precision === "year" || release_date_precision === "month" ? release_date_precision : "day",
    total_tracks: typeof total_tracks === "number" ? total_tracks : 0,
    images: Array.isArray(images) ? images.flatMap((image) => imageOf(image) ?? []) : [],
    external_urls: { ...(spotify && { spotify }) },
  };
}

function imageOf(image: unknown): AlbumImage | undefined {
  const url = isObject(image) ? webAddress(image.url) : undefined;
  if (!isObject(image) || !url) return undefined;
  const measure = (value: unknown) => (typeof value === "number" && value > 0 ? value : null);
  return { url, width: measure(image.width), height: measure(image.height) };
}

/** An address that may stand in a link or a picture: never one that runs script. */
function webAddress(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return /^https?:$/.test(parsedUrl(value, location.origin)?.protocol ?? "") ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
