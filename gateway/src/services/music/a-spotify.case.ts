import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Album } from "@porchlight/protocol/music.ts";
import { onTestFinished, vi } from "vitest";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aStoredLog } from "../../testing/stored-log.ts";
import { createHostedMusic, type HostedMusicOptions } from "./hosted.ts";

export const ARTIST = "4aawyAB9vmqN3uQ7FjRGTy";
export const SECRET = "a-very-secret-secret";
/** Prefix of every token that the provider issues. */
export const TOKEN = "a-token-of-the-provider";

/** Sends a response instead of the provider's usual one, once. */
export type Act = (response: ServerResponse) => void;

/**
 * A fake Spotify in this process. It sends at most `pageMax` albums in a page and rejects a limit above `limitMax`.
 */
export async function aSpotify(albums: unknown[] = []) {
  const acts: Record<"token" | "albums", Act[]> = { token: [], albums: [] };
  const spotify = { albums, pageMax: 50, limitMax: 50, tokenLifeS: 3_600, url: "", requests: [] as string[], acts };
  let tokens = 0;

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", spotify.url);
    const isToken = url.pathname === "/api/token";
    spotify.requests.push(isToken ? "token" : `${url.pathname}${url.search}`);
    const act = acts[isToken ? "token" : "albums"].shift();
    if (act) return act(response);
    return isToken ? giveToken(request, response) : giveAlbums(request, response, url);
  });

  async function giveToken(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams((await request.toArray()).join(""));
    const basic = `Basic ${Buffer.from(`the-client:${SECRET}`).toString("base64")}`;
    const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
    if (!isForm || request.headers.authorization !== basic || form.get("grant_type") !== "client_credentials") {
      return json(response, 400, { error: "invalid_client", error_description: "Invalid client" });
    }
    tokens += 1;
    json(response, 200, { access_token: `${TOKEN}-${tokens}`, token_type: "Bearer", expires_in: spotify.tokenLifeS });
  }

  function giveAlbums({ headers }: IncomingMessage, response: ServerResponse, url: URL) {
    const { pathname, searchParams } = url;
    const limit = Number(searchParams.get("limit"));
    const offset = Number(searchParams.get("offset"));
    const reject = (status: number, message: string) => json(response, status, { error: { status, message } });
    if (headers.authorization !== `Bearer ${TOKEN}-${tokens}`) return reject(401, "Invalid access token");
    if (pathname !== `/v1/artists/${ARTIST}/albums`) return reject(404, "Resource not found");
    if (limit > spotify.limitMax) return reject(400, "Invalid limit");
    const given = Math.min(limit, spotify.pageMax);
    const total = spotify.albums.length;
    const next = new URL(url);
    next.searchParams.set("offset", String(offset + given));
    json(response, 200, {
      href: url.href,
      items: spotify.albums.slice(offset, offset + given),
      limit: given,
      offset,
      total,
      // The gateway may use only the offset of this address.
      next: offset + given < total ? next.href.replace(url.host, "elsewhere.example") : null,
      previous: null,
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The cast holds: a server that listens on a port has an address of this form.
  spotify.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...spotify,
    /** The requests so far: `token`, or a path with its query. */
    requests: spotify.requests,
    set: (changes: Partial<Pick<typeof spotify, "albums" | "pageMax" | "limitMax" | "tokenLifeS">>) =>
      Object.assign(spotify, changes),
    respondNext: (what: "token" | "albums", ...next: Act[]) => acts[what].push(...next),
    down: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Hosted music that uses a provider. Tests move its clock, and its pauses take no time. */
export function aHostedMusic(url: string, overrides: Partial<HostedMusicOptions> = {}) {
  const { log, said } = aStoredLog();
  const pauses: number[] = [];
  const late = new AbortController();
  let now = Date.parse("2026-11-20T12:00:00Z");
  const options: HostedMusicOptions = {
    clientId: "the-client",
    clientSecret: SECRET,
    artistId: ARTIST,
    accountsUrl: url,
    apiUrl: url,
    cacheFile: join(aTestFolder(), "cache/albums.json"),
    pictureAddress: (address) =>
      address.startsWith("https:") ? `https://artist.example/media/${address.length}` : undefined,
    clock: () => new Date(now),
    log,
    wait: async (ms) => void pauses.push(ms),
    timeout: () => late.signal,
    ...overrides,
  };
  const open = (): ReturnType<typeof createHostedMusic> => {
    const music = createHostedMusic(options);
    onTestFinished(() => music.stop());
    return music;
  };
  const music = open();
  return {
    options,
    said,
    pauses,
    music,
    /** Waits until the list was renewed at the clock's current time. */
    renewed: () => until(() => music.known()?.asOf.getTime() === now),
    /** Opens a second service on the same cache file. */
    reopen: open,
    /** Makes the current request time out. */
    timeOut: () => late.abort(),
    later: (ms: number) => {
      now += ms;
    },
  };
}

/** Albums in the provider's form, newest first. */
export function manyAlbums(count: number): Partial<Album>[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at).padStart(22, "0"),
    name: `Album ${at}`,
    release_date: String(3_000 - at),
    total_tracks: 1,
  }));
}

export async function until(holds: () => boolean): Promise<void> {
  await vi.waitUntil(holds, { interval: 1 });
}
