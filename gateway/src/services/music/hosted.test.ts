import { readFileSync, writeFileSync } from "node:fs";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import { describe, expect, it } from "vitest";
import { type Act, ARTIST, aHostedMusic, aSpotify, json, manyAlbums, SECRET, TOKEN, until } from "./a-spotify.case.ts";
import { describeMusicService } from "./contract.case.ts";

const MINUTE = 60_000;
const names = (list: { albums: readonly { name: string }[] } | undefined) => list?.albums.map(({ name }) => name);

describe("albums from Spotify", () => {
  describeMusicService(async (albums) => aHostedMusic((await aSpotify(albums)).url).music);

  it("are fetched with one token and one request for all callers", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const { music } = aHostedMusic(spotify.url);
    await Promise.all([music.listAlbums(), music.listAlbums(), music.listAlbums()]);
    expect(spotify.requests).toEqual([
      "token",
      `/v1/artists/${ARTIST}/albums?include_groups=album%2Csingle&market=US&limit=50&offset=0`,
    ]);
  });

  it("are complete if they fill many pages, even if a page has fewer than the limit", async () => {
    const spotify = await aSpotify(manyAlbums(120));
    spotify.set({ pageMax: 20 });
    const { music } = aHostedMusic(spotify.url);
    expect(names(await music.listAlbums())).toEqual(manyAlbums(120).map(({ name }) => name));
    expect(spotify.requests.filter((request) => request !== "token")).toHaveLength(6);
  });

  it("are fetched in pages of ten if the provider rejects a higher limit", async () => {
    const spotify = await aSpotify(manyAlbums(25));
    spotify.set({ limitMax: 10 });
    const { music } = aHostedMusic(spotify.url);
    expect((await music.listAlbums()).albums).toHaveLength(25);
    const pages = spotify.requests.map((request) => new URL(request, spotify.url).searchParams);
    expect(pages.map((page) => [page.get("limit"), page.get("offset")])).toEqual([
      [null, null],
      ["50", "0"],
      ["10", "0"],
      ["10", "10"],
      ["10", "20"],
    ]);
  });

  it("never exceed the requested number in a page, and have few covers, whatever the provider sends", async () => {
    const spotify = await aSpotify();
    const images = Array.from({ length: 1_000 }, (_, at) => ({ url: `https://i.scdn.co/${at}` }));
    const items = [{ ...anAlbum({ name: "First" }), images }, ...manyAlbums(1_000)];
    spotify.acts.albums.push((response) => json(response, 200, { items, next: null }));
    const { albums } = await aHostedMusic(spotify.url).music.listAlbums();
    expect(albums).toHaveLength(50);
    expect(albums.find(({ name }) => name === "First")?.images).toHaveLength(10);
  });

  it("are skipped if they are malformed, and so are malformed covers and links without https", async () => {
    const spotify = await aSpotify([
      null,
      { id: "1", name: "No date" },
      { ...anAlbum(), id: "../../etc" },
      { ...anAlbum({ name: "Odd date" }), release_date: "yesterday" },
      {
        ...anAlbum({ name: "Whole" }),
        album_type: "ep",
        total_tracks: null,
        images: [{ url: 7 }, { url: "http://i.scdn.co/plain" }, { url: "https://i.scdn.co/cover" }, null],
        external_urls: { spotify: "javascript:alert(1)" },
      },
      { ...anAlbum({ name: "Nothing else", release_date: "2001" }), images: null, external_urls: null },
    ]);
    const { music } = aHostedMusic(spotify.url);
    expect((await music.listAlbums()).albums).toEqual([
      {
        id: anAlbum().id,
        name: "Whole",
        album_type: "album",
        release_date: "2026-09-04",
        release_date_precision: "day",
        total_tracks: 0,
        images: [{ url: "https://artist.example/media/23", width: null, height: null }],
        external_urls: {},
      },
      expect.objectContaining({ name: "Nothing else", release_date_precision: "year", images: [], external_urls: {} }),
    ]);
  });
});

describe("a token", () => {
  it("is used until shortly before it expires", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const { music, later, renewed } = aHostedMusic(spotify.url);
    await music.listAlbums();
    later(48 * MINUTE);
    await renewed();
    expect(spotify.requests.filter((request) => request === "token")).toHaveLength(1);
    later(11 * MINUTE);
    await renewed();
    expect(spotify.requests.filter((request) => request === "token")).toHaveLength(2);
  });

  it("is replaced by a new token after it was rejected once", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const { music, pauses } = aHostedMusic(spotify.url);
    spotify.respondNext("albums", (response) =>
      json(response, 401, { error: { status: 401, message: "Invalid access token" } }),
    );
    expect(names(await music.listAlbums())).toEqual(["Lake Effect"]);
    expect(spotify.requests.filter((request) => request === "token")).toHaveLength(2);
    expect(pauses).toEqual([]);
  });

  it.each([
    ["name and secret are wrong", { clientSecret: "wrong" }],
    ["the artist's albums are rejected with every token", {}],
  ])("when %s, the error is AUTHENTICATION_FAILED", async (_, overrides) => {
    const spotify = await aSpotify([anAlbum()]);
    const reject: Act = (response) => json(response, 401, {});
    spotify.respondNext("albums", reject, reject);
    const { music } = aHostedMusic(spotify.url, overrides);
    await expect(music.listAlbums()).rejects.toMatchObject({ name: "MusicError", reason: "AUTHENTICATION_FAILED" });
  });
});

describe("the last good list", () => {
  it("is renewed in the background after ten minutes, and stays the same array if nothing changed", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const { music, later, renewed } = aHostedMusic(spotify.url);
    const { albums, asOf } = await music.listAlbums();
    later(10 * MINUTE - 1);
    await music.listAlbums();
    expect(spotify.requests).toHaveLength(2);
    later(1);
    await renewed();
    expect(music.known()?.albums).toBe(albums);
    expect(music.known()?.asOf.getTime()).toBe(asOf.getTime() + 10 * MINUTE);
    spotify.set({ albums: [] });
    later(10 * MINUTE);
    await renewed();
    expect(music.known()?.albums).toEqual([]);
  });

  it("survives a restart while the provider is down, including its time and the addresses of its covers", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const hosted = aHostedMusic(spotify.url);
    const good = await hosted.music.listAlbums();
    spotify.down();
    hosted.later(60 * MINUTE);
    expect(await hosted.reopen().listAlbums()).toEqual(good);
    expect(hosted.reopen().known()?.asOf).toEqual(good.asOf);
  });

  it("is ignored if it belongs to another artist or is damaged", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const hosted = aHostedMusic(spotify.url);
    await hosted.music.listAlbums();
    const { cacheFile } = hosted.options;
    const cached = readFileSync(cacheFile, "utf8");
    spotify.down();
    for (const text of [cached.replace(ARTIST, "another"), cached.slice(0, -9), "null", ""]) {
      writeFileSync(cacheFile, text);
      expect(hosted.reopen().known()).toBeUndefined();
    }
  });

  it("contains no secret and no token, and neither does the log", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const hosted = aHostedMusic(spotify.url);
    await hosted.music.listAlbums();
    spotify.respondNext("albums", (response) => response.end(`${TOKEN}-1 ${SECRET}`));
    hosted.later(11 * MINUTE);
    hosted.music.known();
    await until(() => hosted.said.length > 0);
    const written = readFileSync(hosted.options.cacheFile, "utf8") + JSON.stringify(hosted.said);
    const basic = Buffer.from(`the-client:${SECRET}`).toString("base64");
    for (const secret of [SECRET, basic, TOKEN]) expect(written).not.toContain(secret);
  });

  it("is returned even if it cannot be cached, and that is logged", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const { music, said } = aHostedMusic(spotify.url, { cacheFile: `${import.meta.filename}/albums.json` });
    expect(names(await music.listAlbums())).toEqual(["Lake Effect"]);
    expect(said).toMatchObject([{ msg: "the list of albums could not be cached" }]);
  });
});
