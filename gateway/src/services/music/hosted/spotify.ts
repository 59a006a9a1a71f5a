import { ALBUM_QUERY } from "@porchlight/protocol/music.ts";
import { MusicError } from "../contract.ts";
import { type AskOptions, askProvider, type ProviderResponse } from "./ask-provider.ts";
import { PageSchema, TokenSchema } from "./wire.ts";

/** The application that asks and the artist whom it asks for. */
export type SpotifyAccount = {
  clientId: string;
  clientSecret: string;
  artistId: string;
  /** `https://accounts.spotify.com`, without a slash at its end. */
  accountsUrl: string;
  /** `https://api.spotify.com`, without a slash at its end. */
  apiUrl: string;
};

/** Asks Spotify for an artist's albums. */
interface Spotify {
  /**
   * Every album and single, each still unread, in the provider's order.
   * @throws {MusicError} they cannot be had, or not all of them
   */
  fetchAlbums(): Promise<unknown[]>;
}

/** A token is not used in its last seconds: it might end on the way. */
const TOKEN_MARGIN_MS = 60_000;
/** Albums of a page; Spotify gives newer applications ten and refuses what asks for more. */
const PAGE_LIMITS = { usual: 50, low: 10 };
/** More pages than any artist fills. */
const MOST_PAGES = 40;

/**
 * Asks as an application without a user. Nothing it throws or says holds the secret or a token.
 * Source: developer.spotify.com, "Client Credentials Flow" and "Get Artist's Albums".
 */
export function createSpotify(account: SpotifyAccount, options: AskOptions): Spotify {
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
    const askedAt = options.clock().getTime();
    const answer = await askProvider({ url, init, schema: TokenSchema }, options).catch(withoutToken);
    if (!answer.ok) throw refused(answer.status);
    const { access_token, expires_in } = answer.value;
    token = { value: access_token, until: askedAt + expires_in * 1_000 - TOKEN_MARGIN_MS };
    return access_token;
  }

  async function askPage(offset: number): Promise<ProviderResponse<typeof PageSchema>> {
    const query = new URLSearchParams({ ...ALBUM_QUERY, limit: String(limit), offset: String(offset) });
    const headers = { Authorization: `Bearer ${await currentToken()}` };
    return askProvider(
      { url: `${apiUrl}/v1/artists/${artistId}/albums?${query}`, init: { headers }, schema: PageSchema },
      options,
    );
  }

  async function fetchPage(offset: number) {
    let answer = await askPage(offset);
    if (!answer.ok && answer.status === 401) {
      // Tokens may end before their time, once.
      token = undefined;
      answer = await askPage(offset);
    }
    if (!answer.ok && answer.status === 400 && limit > PAGE_LIMITS.low) {
      limit = PAGE_LIMITS.low;
      answer = await askPage(offset);
    }
    if (answer.ok) return answer.value;
    if (answer.status === 401) token = undefined;
    if (answer.status === 401 || answer.status === 403) throw refused(answer.status);
    throw new MusicError("UNAVAILABLE", `The provider answered ${answer.status}.`);
  }

  return {
    async fetchAlbums() {
      const items: unknown[] = [];
      let offset: number | undefined = 0;
      for (let page = 0; page < MOST_PAGES && offset !== undefined; page += 1) {
        const found: { items: unknown[]; next?: string | null | undefined } = await fetchPage(offset);
        items.push(...found.items);
        offset = found.items.length === 0 ? undefined : offsetOf(found.next, offset);
      }
      return items;
    },
  };
}

/** Where no token can be had, that is what visitors read, whatever the cause. Source: docs/product.md §8. */
function withoutToken(cause: unknown): never {
  if (!(cause instanceof MusicError)) throw cause;
  const { message, retryAfterSeconds } = cause;
  throw new MusicError("AUTHENTICATION_FAILED", message, { cause, retryAfterSeconds });
}

function refused(status: number): MusicError {
  // Name and secret were taken by then. Source: developer.spotify.com, "February 2026 Migration Guide".
  const what = status === 403 ? "application: its owner may lack Spotify Premium" : "application's name and secret";
  return new MusicError("AUTHENTICATION_FAILED", `The provider refused the ${what} (${status}).`, { refusal: status });
}

/** Where the next page begins. Only this number is taken from its address: the token goes nowhere else. */
function offsetOf(next: string | null | undefined, offset: number): number | undefined {
  if (!next || !URL.canParse(next)) return undefined;
  const following = Number(new URL(next).searchParams.get("offset"));
  return Number.isInteger(following) && following > offset ? following : undefined;
}
