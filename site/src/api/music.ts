import {
  ALBUM_PAGE_LIMITS,
  ALBUM_QUERY,
  type Album,
  type AlbumImage,
  type AlbumsErrorReason,
  uniqueNewestFirst,
} from "@porchlight/protocol/music.ts";
import { parsedUrl } from "../lib/parsed-url.ts";

/** Timeout for all pages together, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Largest number of pages to fetch. Further albums are left out. */
const PAGES_MAX = 10;

export class AlbumsError extends Error {
  override readonly name = "AlbumsError";
  readonly reason: AlbumsErrorReason;

  constructor(reason: AlbumsErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Fetches the artist's albums and singles, the newest first, each name once. Invalid albums are left out.
 * Source: developer.spotify.com, Web API, "Get Artist's Albums".
 *
 * @throws {AlbumsError} for an error response, a network failure or a timeout
 */
export async function fetchAlbums(artistId: string, signal = AbortSignal.timeout(TIMEOUT_MS)): Promise<Album[]> {
  const path = `/spotify/v1/artists/${encodeURIComponent(artistId)}/albums`;
  const query = new URLSearchParams({ ...ALBUM_QUERY, limit: String(ALBUM_PAGE_LIMITS.screen) });
  const albums: Album[] = [];
  let next: string | undefined = `${path}?${query}`;
  for (let page = 0; next !== undefined && page < PAGES_MAX; page += 1) {
    const response = await fetchPage(next, signal);
    albums.push(...response.items.flatMap((item) => parseAlbum(item) ?? []));
    next = parseNext(response.next, path);
  }
  return uniqueNewestFirst(albums);
}

type Page = { items: unknown[]; next?: unknown };

async function fetchPage(address: string, signal: AbortSignal): Promise<Page> {
  try {
    const response = await fetch(address, { signal });
    const body: unknown = await response.json();
    if (!response.ok) throw toAlbumsError(response.status, body);
    if (!isObject(body) || !Array.isArray(body.items)) throw new Error("The page of albums has no items");
    return { items: body.items, next: body.next };
  } catch (cause) {
    if (cause instanceof AlbumsError) throw cause;
    throw new AlbumsError("UNAVAILABLE", "The albums could not be fetched", { cause });
  }
}

function toAlbumsError(status: number, body: unknown): AlbumsError {
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const reason = error.reason === "AUTHENTICATION_FAILED" ? error.reason : "UNAVAILABLE";
  return new AlbumsError(reason, `The albums responded with status ${status}`);
}

/** Uses `next` only as a path of the same list. Requests always go to our own gateway, whatever host `next` names. */
function parseNext(next: unknown, path: string): string | undefined {
  const address = typeof next === "string" ? parsedUrl(next) : undefined;
  return address?.pathname === path ? path + address.search : undefined;
}

/** @returns undefined for an invalid album */
function parseAlbum(item: unknown): Album | undefined {
  if (!isObject(item)) return undefined;
  const { id, name, release_date, album_type, release_date_precision, total_tracks, images, external_urls } = item;
  if (typeof id !== "string" || typeof name !== "string" || !name) return undefined;
  const spotify = isObject(external_urls) ? parseWebAddress(external_urls.spotify) : undefined;
  return {
    id,
    name,
    album_type: album_type === "single" || album_type === "compilation" ? album_type : "album",
    release_date: typeof release_date === "string" ? release_date : "",
    release_date_precision:
      release_date_precision === "year" || release_date_precision === "month" ? release_date_precision : "day",
    total_tracks: typeof total_tracks === "number" ? total_tracks : 0,
    images: Array.isArray(images) ? images.flatMap((image) => parseImage(image) ?? []) : [],
    external_urls: { ...(spotify && { spotify }) },
  };
}

function parseImage(image: unknown): AlbumImage | undefined {
  const url = isObject(image) ? parseWebAddress(image.url) : undefined;
  if (!isObject(image) || !url) return undefined;
  const toPixels = (value: unknown) => (typeof value === "number" && value > 0 ? value : null);
  return { url, width: toPixels(image.width), height: toPixels(image.height) };
}

/** @returns undefined for an address that is unsafe in a link or a picture, such as one that runs script */
function parseWebAddress(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return /^https?:$/.test(parsedUrl(value, location.origin)?.protocol ?? "") ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
