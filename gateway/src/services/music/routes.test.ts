import { anAlbum } from "@porchlight/fixtures/album.ts";
import type { AlbumPage } from "@porchlight/protocol/music.ts";
import { SpotifyApi } from "@spotify/web-api-ts-sdk";
import type { Hono } from "hono";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ARTIST, aHostedMusic, aSpotify, manyAlbums, SECRET, TOKEN } from "./a-spotify.case.ts";
import { describeMusicService } from "./contract.case.ts";
import { MusicError } from "./contract.ts";
import { ALBUMS, OURS, someRoutes } from "./some-routes.case.ts";

/** Reads a page of albums. The cast holds: our own routes respond in this shape. */
const pageOf = async (response: Response) => (await response.json()) as AlbumPage;

/** The provider's own client. Requests to its two hosts are redirected to a gateway in memory. */
function officialClient(app: Hono): SpotifyApi {
  const redirect = (input: string | URL | Request, init?: RequestInit) => {
    const { host, pathname, search } = new URL(String(input));
    expect(["accounts.spotify.com", "api.spotify.com"]).toContain(host);
    return Promise.resolve(app.request(`/spotify${pathname}${search}`, init));
  };
  // The client requests its token with the global fetch, even if it was given another fetch.
  vi.stubGlobal("fetch", redirect);
  onTestFinished(() => void vi.unstubAllGlobals());
  return SpotifyApi.withClientCredentials("anyone", "anything", [], { fetch: redirect });
}

describe("the provider's own client", () => {
  it("gets a token and an artist's albums", async () => {
    const client = officialClient(someRoutes([anAlbum()]).app);
    const page = await client.artists.albums(ARTIST, "album,single", "US", 50);
    expect(page).toMatchObject({ limit: 50, offset: 0, total: 1, next: null, previous: null });
    expect(page.items).toMatchObject([
      {
        ...anAlbum(),
        type: "album",
        album_group: "single",
        uri: "spotify:album:4aawyAB9vmqN3uQ7FjRGTy",
        artists: [{ id: ARTIST, name: "June Marlow", type: "artist" }],
      },
    ]);
    expect(await client.getAccessToken()).toMatchObject({ token_type: "Bearer", expires_in: 3_600 });
  });

  it("follows the pages by their offsets", async () => {
    const albums = manyAlbums(45).map((album) => anAlbum(album));
    const client = officialClient(someRoutes(albums).app);
    const names: string[] = [];
    for (let offset = 0; offset < 45; offset += 20) {
      const { items } = await client.artists.albums(ARTIST, undefined, undefined, 20, offset);
      names.push(...items.map(({ name }) => name));
    }
    expect(names).toEqual(albums.map(({ name }) => name));
  });

  it("gets an error for another artist", async () => {
    const client = officialClient(someRoutes().app);
    await expect(client.artists.albums("0".repeat(22))).rejects.toThrow("Resource not found");
  });
});

describe("another gateway can be used as the provider", () => {
  describeMusicService(async (albums) => {
    const { app } = someRoutes(albums);
    return aHostedMusic("http://provider.test/spotify", {
      fetch: async (input, init) => {
        const { pathname, search } = new URL(String(input));
        return app.request(pathname + search, init);
      },
    }).music;
  });
});

describe("albums", () => {
  it("are sent in pages, each with full addresses of the next and previous page", async () => {
    const { ask } = someRoutes(manyAlbums(45).map((album) => anAlbum(album)));
    const page = await pageOf(await ask(`${ALBUMS}?include_groups=album,single&market=US&limit=20&offset=20`));
    const at = (offset: number) =>
      `https://artist.example${ALBUMS}?offset=${offset}&limit=20&include_groups=album%2Csingle&market=US`;
    expect(page).toMatchObject({ href: at(20), next: at(40), previous: at(0), limit: 20, offset: 20, total: 45 });
    expect(page.items).toHaveLength(20);
    const { pathname, search } = new URL(page.next ?? "");
    const last = await pageOf(await ask(pathname + search));
    expect(last).toMatchObject({ next: null, previous: at(20) });
    expect(last.items).toHaveLength(5);
    expect((await pageOf(await ask(`${ALBUMS}?offset=500`))).items).toEqual([]);
  });

  it("are those of the requested groups", async () => {
    const { ask } = someRoutes([anAlbum({ album_type: "album" }), anAlbum({ album_type: "single" })]);
    for (const [groups, total] of [
      ["album", 1],
      ["album,single", 2],
      ["compilation", 0],
    ] as const) {
      expect(await (await ask(`${ALBUMS}?include_groups=${groups}`)).json()).toMatchObject({ total });
    }
  });

  it.each([
    ["/spotify/v1/artists/harbour-line/albums", 400, "Invalid base62 id"],
    [`/spotify/v1/artists/${"0".repeat(22)}/albums`, 404, "Resource not found"],
    [`${ALBUMS}?limit=0`, 400, "Invalid limit"],
    [`${ALBUMS}?limit=51`, 400, "Invalid limit"],
    [`${ALBUMS}?limit=ten`, 400, "Invalid limit"],
    [`${ALBUMS}?limit=1e1`, 400, "Invalid limit"],
    [`${ALBUMS}?limit=`, 400, "Invalid limit"],
    [`${ALBUMS}?offset=-1`, 400, "Invalid offset"],
    [`${ALBUMS}?offset=${"9".repeat(30)}`, 400, "Invalid offset"],
    [`${ALBUMS}?market=usa`, 400, "Invalid market code"],
    [`${ALBUMS}?include_groups=everything`, 400, "Invalid include_groups"],
    ["/spotify/v1/me", 404, "Service not found"],
    ["/spotify/", 404, "Service not found"],
  ])("at %s are answered with status %i", async (at, status, message) => {
    const response = await someRoutes().ask(at);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: { status, message } });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each([OURS, `${OURS}&offset=1`, ALBUMS])("of %s are sent again only after a change", async (at) => {
    const { ask, state } = someRoutes([anAlbum(), anAlbum({ name: "Long Point" })]);
    const first = await ask(at);
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
    const headers = { "If-None-Match": first.headers.get("etag") ?? "" };
    expect((await ask(at, { headers })).status).toBe(304);
    state.list = { albums: [anAlbum(), anAlbum({ name: "Ice Plant" })], asOf: new Date() };
    const second = await ask(at, { headers });
    expect(second.status).toBe(200);
    expect((await pageOf(second)).items.at(-1)).toMatchObject({ name: "Ice Plant" });
  });

  it("are compressed for the site itself, and for every client if a page is long", async () => {
    const { ask } = someRoutes(manyAlbums(45).map((album) => anAlbum(album)));
    const encodingOf = async (at: string) => {
      const response = await ask(at, { headers: { "Accept-Encoding": "gzip, br" } });
      return response.headers.get("content-encoding");
    };
    expect(await encodingOf(OURS)).toBe("br");
    expect(await encodingOf(`${OURS}&offset=3`)).toBe("br");
    expect(await encodingOf(`${OURS}&offset=45`)).toBeNull();
  });

  it("are sent with their age once they are no longer fresh, unless they come from the owner's file", async () => {
    const { ask, later } = someRoutes();
    later(9 * 60_000);
    expect((await ask(OURS)).headers.get("age")).toBeNull();
    later(60 * 60_000);
    expect((await ask(OURS)).headers.get("age")).toBe(String(69 * 60));
    const own = someRoutes(undefined, { isHosted: false });
    own.later(60 * 60_000);
    expect((await own.ask(OURS)).headers.get("age")).toBeNull();
  });

  it("that cannot be loaded get an error and its reason", async () => {
    for (const [error, status, retryAfter] of [
      [new MusicError("AUTHENTICATION_FAILED", "The provider rejected it."), 502, null],
      [new MusicError("UNAVAILABLE", "The provider is busy.", { retryAfterSeconds: 12 }), 503, "12"],
    ] as const) {
      const response = await someRoutes([], { listAlbums: () => Promise.reject(error) }).ask(OURS);
      expect(response.status).toBe(status);
      expect(response.headers.get("retry-after")).toBe(retryAfter);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toEqual({ error: { status, message: error.message, reason: error.reason } });
    }
  });

  it("never contain the provider's token or secret", async () => {
    const { music } = aHostedMusic((await aSpotify([anAlbum()])).url);
    const { ask, askToken } = someRoutes([], { listAlbums: music.listAlbums });
    const responses = [await ask(OURS), await askToken("grant_type=client_credentials&client_id=a&client_secret=b")];
    for (const response of responses) {
      const served = JSON.stringify([...response.headers]) + (await response.text());
      for (const secret of [SECRET, "the-client", TOKEN]) expect(served).not.toContain(secret);
    }
  });
});

describe("methods other than GET", () => {
  it("HEAD returns the headers of GET", async () => {
    const { ask } = someRoutes();
    const response = await ask(OURS, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(response.headers.get("etag")).toBe((await ask(OURS)).headers.get("etag"));
  });

  it.each([
    [ALBUMS, "GET, HEAD"],
    ["/spotify/api/token", "POST"],
  ])("at %s are answered with the allowed methods: %s", async (at, allowed) => {
    const { ask } = someRoutes();
    const options = await ask(at, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, allowed]);
    const put = await ask(at, { method: "PUT", body: "x" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, allowed]);
    expect(await put.json()).toEqual({ error: { status: 405, message: "Method not allowed" } });
  });
});
