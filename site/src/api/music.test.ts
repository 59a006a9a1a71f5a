import { anAlbum } from "@porchlight/fixtures/album.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { describe, expect, it, vi } from "vitest";
import { fetchAlbums } from "./music.ts";

const ADDRESS = "/spotify/v1/artists/harbour/albums?include_groups=album%2Csingle&market=US&limit=50";

/** Fakes the network and collects the requested addresses. */
function gatewayAnswers(answer: (address: string) => Response | Promise<Response>): string[] {
  const requested: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    requested.push(String(input));
    return answer(String(input));
  });
  return requested;
}

const aPage = (items: unknown[], next: string | null = null) => Response.json({ items, next });
const names = (albums: Album[]) => albums.map(({ name }) => name);

describe("the albums of the Music screen", () => {
  it("are requested fifty at a time, without a token: albums and singles of the market", async () => {
    const requested = gatewayAnswers(() => aPage([anAlbum()]));
    expect(await fetchAlbums("harbour")).toEqual([anAlbum()]);
    expect(requested).toEqual([ADDRESS]);
  });

  it("come from all pages, the newest first and each name once", async () => {
    const next = `https://elsewhere.example${ADDRESS}&offset=2`;
    const requested = gatewayAnswers((address) =>
      address.includes("offset")
        ? aPage([anAlbum({ id: "3", name: "Lake Effect", release_date: "2024" })])
        : aPage([anAlbum({ name: "Long Point", release_date: "2022-06" }), anAlbum()], next),
    );
    expect(names(await fetchAlbums("harbour"))).toEqual(["Lake Effect", "Long Point"]);
    expect(requested).toEqual([ADDRESS, `${ADDRESS}&offset=2`]);
  });

  it("are never fetched from the address of another endpoint", async () => {
    const requested = gatewayAnswers(() => aPage([anAlbum()], "https://artist.example/auth/v1/logout"));
    expect(await fetchAlbums("harbour")).toHaveLength(1);
    expect(requested).toHaveLength(1);
  });

  it("come from ten pages at most", async () => {
    const requested = gatewayAnswers(() => aPage([anAlbum()], `https://artist.example${ADDRESS}`));
    await fetchAlbums("harbour");
    expect(requested).toHaveLength(10);
  });

  it("do not include invalid albums, or addresses that could run script", async () => {
    gatewayAnswers(() =>
      aPage([
        null,
        { id: "1" },
        { id: "2", name: "Bare" },
        {
          ...anAlbum({ name: "Hostile" }),
          images: [{ url: "javascript:alert(1)" }, { url: "/media/0a1b", width: 640, height: null }, "x"],
          external_urls: { spotify: "javascript:alert(1)" },
        },
      ]),
    );
    const [hostile, bare] = await fetchAlbums("harbour");
    expect(hostile).toMatchObject({
      name: "Hostile",
      images: [{ url: "/media/0a1b", width: 640, height: null }],
      external_urls: {},
    });
    expect(bare).toEqual({
      id: "2",
      name: "Bare",
      album_type: "album",
      release_date: "",
      release_date_precision: "day",
      total_tracks: 0,
      images: [],
      external_urls: {},
    });
  });

  it("fail with AUTHENTICATION_FAILED if the provider rejects the site's credentials", async () => {
    const error = { status: 502, message: "Invalid client", reason: "AUTHENTICATION_FAILED" };
    gatewayAnswers(() => Response.json({ error }, { status: 502 }));
    await expect(fetchAlbums("harbour")).rejects.toMatchObject({ reason: "AUTHENTICATION_FAILED" });
  });

  it.each([
    ["an error", () => Response.json({ error: { status: 503, reason: "UNAVAILABLE" } }, { status: 503 })],
    ["an error without a body", () => new Response(null, { status: 500 })],
    ["HTML", () => new Response("<html>Bad gateway</html>")],
    ["something else", () => Response.json({ albums: [] })],
    ["missing, after a network failure", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("are unavailable if the response is %s", async (_, answer) => {
    gatewayAnswers(answer);
    await expect(fetchAlbums("harbour")).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  });

  it("are unavailable if the gateway takes too long", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    );
    const wait = new AbortController();
    const albums = fetchAlbums("harbour", wait.signal);
    wait.abort(new DOMException("Too slow", "TimeoutError"));
    await expect(albums).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  });
});
