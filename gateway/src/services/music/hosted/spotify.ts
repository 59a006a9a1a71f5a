import { ALBUM_QUERY } from "@porchlight/protocol/music.ts";
import { MusicError } from "../contract.ts";
import { type CallOptions, callSpotify, type SpotifyResponse } from "./call-spotify.ts";
import { PageSchema, TokenSchema } from "./wire.ts";

/** The application's credentials, the artist and the addresses. */
export type SpotifyAccount = {
  clientId: string;
  clientSecret: string;
  artistId: string;
  /** `https://accounts.spotify.com`, without a slash at the end. */
  accountsUrl: string;
  /** `https://api.spotify.com`, without a slash at the end. */
  apiUrl: string;
};

interface Spotify {
  /**
   * Fetches every album and single, unparsed, in the provider's order.
   * @throws {MusicError} when one page of them cannot be fetched
   */
  fetchAlbums(): Promise<unknown[]>;
}

/** A token is not used in its last minute, because it might expire on the way. */
const TOKEN_MARGIN_MS = 60_000;
/** Albums in a page. For newer applications, Spotify rejects a limit above ten. */
const PAGE_LIMITS = { usual: 50, low: 10 };
/** Maximum number of pages of a list, more than any artist has. */
const MOST_PAGES = 40;

/**
 * Uses Spotify as an application without a user. No error and no log line contains the secret or a token.
 * Source: developer.spotify.com, "Client Credentials Flow" and "Get Artist's Albums".
 */
export function createSpotify(account: SpotifyAccount, options: CallOptions): Spotify {
  const { clientId, clientSecret, artistId, accountsUrl, apiUrl } = account;
  let token: { value: string; until: number } | undefined;
  let limit = PAGE_LIMITS.usual;

  async function currentToken(): Promise<string> {
    if (token && options.clock().getTime() < token.until) return token.value;
    const url = `${accountsUrl}/api/token`;
    const init = {
      method: "POST",
      headers: {
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    };
    const requestedAt = options.clock().getTime();
    const response = await callSpotify({ url, init, schema: TokenSchema }, options).catch(toTokenError);
    if (!response.ok) throw rejection(response.status);
    const { access_token, expires_in } = response.value;
    token = { value: access_token, until: requestedAt + expires_in * 1_000 - TOKEN_MARGIN_MS };
    return access_token;
  }

  async function requestPage(offset: number): Promise<SpotifyResponse<typeof PageSchema>> {
    const query = new URLSearchParams({ ...ALBUM_QUERY, limit: String(limit), offset: String(offset) });
    const headers = { Authorization: `Bearer ${await currentToken()}` };
    return callSpotify(
      { url: `${apiUrl}/v1/artists/${artistId}/albums?${query}`, init: { headers }, schema: PageSchema },
      options,
    );
  }

  async function fetchPage(offset: number) {
    let response = await requestPage(offset);
    if (!response.ok && response.status === 401) {
      // A token may become invalid early. We request a new one and try again once.
      token = undefined;
      response = await requestPage(offset);
    }
    if (!response.ok && response.status === 400 && limit > PAGE_LIMITS.low) {
      limit = PAGE_LIMITS.low;
      response = await requestPage(offset);
    }
    if (response.ok) return response.value;
    if (response.status === 401) token = undefined;
    if (response.status === 401 || response.status === 403) throw rejection(response.status);
    throw new MusicError("UNAVAILABLE", `The provider answered ${response.status}.`);
  }

  return {
    async fetchAlbums() {
      const items: unknown[] = [];
      let offset: number | undefined = 0;
      for (let page = 0; page < MOST_PAGES && offset !== undefined; page += 1) {
        const found: { items: unknown[]; next?: string | null | undefined } = await fetchPage(offset);
        items.push(...found.items.slice(0, limit));
        offset = found.items.length === 0 ? undefined : offsetOf(found.next, offset);
      }
      return items;
    },
  };
}

/** If there is no token, visitors read the same message for every cause. Source: docs/product.md §8. */
function toTokenError(cause: unknown): never {
  if (!(cause instanceof MusicError)) throw cause;
  const { message, retryAfterSeconds } = cause;
  throw new MusicError("AUTHENTICATION_FAILED", message, { cause, retryAfterSeconds });
}

function rejection(status: number): MusicError {
  // A 403 means that name and secret are right. Source: developer.spotify.com, "February 2026 Migration Guide".
  const what = status === 403 ? "application: its owner may lack Spotify Premium" : "application's name and secret";
  return new MusicError("AUTHENTICATION_FAILED", `The provider rejected the ${what} (${status}).`, { refusal: status });
}

/** The offset of the next page. Nothing else in that address is used, so the token is never sent to another host. */
function offsetOf(next: string | null | undefined, offset: number): number | undefined {
  if (!next || !URL.canParse(next)) return undefined;
  const following = Number(new URL(next).searchParams.get("offset"));
  return Number.isInteger(following) && following > offset ? following : undefined;
}
