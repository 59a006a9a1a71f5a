import { anAlbum } from "@porchlight/fixtures/album.ts";
import type { AlbumsErrorReason } from "@porchlight/protocol/music.ts";
import { describe, expect, it } from "vitest";
import { type Act, aHostedMusic, aSpotify, json, until } from "./a-spotify.case.ts";

const MINUTE = 60_000;

type Provider = Awaited<ReturnType<typeof aSpotify>>;

/** Failures of a provider: how a test causes each, how many requests for albums follow, and the reason of the error. */
const FAILURES: [string, (spotify: Provider) => void, { tries: number; reason?: AlbumsErrorReason }][] = [
  ["is down", (spotify) => spotify.down(), { tries: 0, reason: "AUTHENTICATION_FAILED" }],
  [
    "breaks the connection",
    (spotify) => spotify.respondNext("albums", ...times(3, (response) => response.destroy())),
    { tries: 3 },
  ],
  [
    "answers 503",
    (spotify) => spotify.respondNext("albums", ...times(3, (response) => response.writeHead(503).end("<h1>busy</h1>"))),
    { tries: 3 },
  ],
  [
    "answers HTML",
    (spotify) => spotify.respondNext("albums", (response) => response.end("<!doctype html><h1>Welcome</h1>")),
    { tries: 1 },
  ],
  [
    "answers another shape",
    (spotify) => spotify.respondNext("albums", (response) => json(response, 200, [])),
    { tries: 1 },
  ],
  [
    "answers nothing but malformed albums",
    (spotify) => spotify.respondNext("albums", (response) => json(response, 200, { items: [{ id: 1 }], next: null })),
    { tries: 1 },
  ],
  [
    "redirects",
    (spotify) =>
      spotify.respondNext(
        "albums",
        ...times(3, (response) => response.writeHead(302, { Location: "https://elsewhere.example/" }).end()),
      ),
    { tries: 3 },
  ],
  [
    "never stops sending",
    (spotify) => spotify.respondNext("albums", (response) => response.end(Buffer.alloc(5 * 1024 * 1024, " "))),
    { tries: 1 },
  ],
];

function times(count: number, act: Act): Act[] {
  return Array.from({ length: count }, () => act);
}

describe.each(FAILURES)("a provider that %s", (_, fail, { tries, reason = "UNAVAILABLE" }) => {
  it("gives the first visitor an error, after a limited number of retries", async () => {
    const spotify = await aSpotify([anAlbum()]);
    fail(spotify);
    const { music, pauses } = aHostedMusic(spotify.url);
    await expect(music.listAlbums()).rejects.toMatchObject({ name: "MusicError", reason });
    expect(music.known()).toBeUndefined();
    expect(spotify.requests.filter((request) => request !== "token")).toHaveLength(tries);
    if (tries === 3) expect(pauses).toEqual([500, 2_000]);
  });

  it("does not affect the last good list", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const { music, later, said } = aHostedMusic(spotify.url);
    const good = await music.listAlbums();
    fail(spotify);
    later(11 * MINUTE);
    expect(await music.listAlbums()).toBe(good);
    await until(() => said.length > 0);
    expect(await music.listAlbums()).toBe(good);
    expect(said).toMatchObject([{ reason: "UNAVAILABLE", asOf: good.asOf.toISOString() }]);
  });
});

it("without a token the first visitor gets AUTHENTICATION_FAILED, for any cause", async () => {
  const spotify = await aSpotify([anAlbum()]);
  spotify.respondNext("token", ...times(3, (response) => response.writeHead(503).end()));
  const { music } = aHostedMusic(spotify.url);
  await expect(music.listAlbums()).rejects.toMatchObject({ reason: "AUTHENTICATION_FAILED", refusal: undefined });
  expect(spotify.requests).toEqual(["token", "token", "token"]);
});

describe("a provider that is slow", () => {
  it("delays nobody if there is a list", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const { music, later, timeOut, said } = aHostedMusic(spotify.url);
    const good = await music.listAlbums();
    spotify.respondNext("albums", () => {});
    later(11 * MINUTE);
    expect(await music.listAlbums()).toBe(good);
    expect(music.known()).toBe(good);
    await until(() => spotify.requests.length === 3);
    timeOut();
    await until(() => said.length > 0);
    expect(spotify.requests).toHaveLength(3);
  });

  it("causes an error without a retry if there is no list", async () => {
    const spotify = await aSpotify([anAlbum()]);
    spotify.respondNext("albums", () => {});
    const { music, timeOut } = aHostedMusic(spotify.url);
    const visit = music.listAlbums();
    await until(() => spotify.requests.length === 2);
    timeOut();
    await expect(visit).rejects.toMatchObject({ reason: "UNAVAILABLE", message: "The provider took too long." });
    expect(spotify.requests).toHaveLength(2);
  });

  it("does not delay the stop of the site", async () => {
    const spotify = await aSpotify([anAlbum()]);
    spotify.respondNext("albums", () => {});
    const { music, said } = aHostedMusic(spotify.url);
    const visit = music.listAlbums();
    await until(() => spotify.requests.length === 2);
    await Promise.all([music.stop(), expect(visit).rejects.toMatchObject({ reason: "UNAVAILABLE" })]);
    expect(said).toEqual([]);
  });
});

describe("a provider that limits requests", () => {
  const tooMany = { error: { status: 429, message: "Too many requests" } };

  it.each([
    ["seconds", { "Retry-After": "120" }, 120],
    ["more than a day", { "Retry-After": "999999999" }, 24 * 60 * 60],
    ["a date", { "Retry-After": "Fri, 20 Nov 2050 12:02:00 GMT" }, 30],
    ["nothing", {}, 30],
  ])("with %s in Retry-After gets no request for that time, but at most for a day", async (_, headers, seconds) => {
    const spotify = await aSpotify([anAlbum()]);
    const { music, later } = aHostedMusic(spotify.url);
    spotify.respondNext("albums", (response) => json(response, 429, tooMany, headers));
    await expect(music.listAlbums()).rejects.toMatchObject({ reason: "UNAVAILABLE", retryAfterSeconds: seconds });
    later((seconds - 1) * 1_000);
    await expect(music.listAlbums()).rejects.toMatchObject({ reason: "UNAVAILABLE", retryAfterSeconds: 1 });
    expect(spotify.requests).toHaveLength(2);
    later(1_000);
    expect((await music.listAlbums()).albums).toMatchObject([{ name: "Lake Effect" }]);
  });

  it("gets a longer pause after each failure, up to five minutes", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const { music, later } = aHostedMusic(spotify.url);
    const pauses: number[] = [];
    for (let failures = 0; failures < 8; failures += 1) {
      spotify.respondNext("albums", (response) => response.end("<html>"));
      await expect(music.listAlbums()).rejects.toMatchObject({ retryAfterSeconds: undefined });
      const seconds = await music.listAlbums().catch((error) => error.retryAfterSeconds);
      pauses.push(seconds);
      later(seconds * 1_000);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  it("is called again at once if the clock was set back", async () => {
    const spotify = await aSpotify([anAlbum()]);
    const { music, later } = aHostedMusic(spotify.url);
    spotify.respondNext("albums", (response) => response.end("<html>"));
    await expect(music.listAlbums()).rejects.toThrow();
    later(-24 * 60 * MINUTE);
    expect((await music.listAlbums()).albums).toHaveLength(1);
  });
});
