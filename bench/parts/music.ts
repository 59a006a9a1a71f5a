import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import { gapBetween, type SongClock } from "@porchlight/fixtures/song-gap.ts";
import { findBrowser, QUIET_PLAYWRIGHT_FLAGS } from "../../tools/browser.ts";
import type { Line } from "../figures.ts";
import { newDataFolder, startGateway } from "../support/gateway.ts";

const ROUNDS = 5;
/** How long to listen for the next song, in milliseconds. */
const LISTEN_MS = 30_000;
/** An id as Spotify gives them. */
const ARTIST = "4aawyAB9vmqN3uQ7FjRGTy";
const ALBUMS = `/spotify/v1/artists/${ARTIST}/albums?include_groups=album,single&market=US&limit=50`;

/** The music page while its provider is slow, and how closely one song follows another. */
export async function measureMusic(): Promise<Line[]> {
  return [...(await measureSlowProvider()), ...(await measureHandOver())];
}

/** Each round starts anew with yesterday's list and a provider that accepts requests and never answers. */
async function measureSlowProvider(): Promise<Line[]> {
  const provider = createServer(() => {});
  provider.listen(0, "127.0.0.1");
  await once(provider, "listening");
  // A server that listens at a port has an address of this form.
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const dataDir = newDataFolder();
  const albums = Array.from({ length: 120 }, (_, at) =>
    anAlbum({ id: `${ARTIST.slice(0, 19)}${100 + at}`, name: `Album ${at}` }),
  );
  const asOf = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
  writeFileSync(join(dataDir, "albums.json"), JSON.stringify({ artistId: ARTIST, asOf, albums }));
  const settings = {
    SPOTIFY_CLIENT_ID: "bench",
    SPOTIFY_CLIENT_SECRET: "bench",
    SPOTIFY_ARTIST_ID: ARTIST,
    SPOTIFY_ACCOUNTS_URL: url,
    SPOTIFY_API_URL: url,
  };
  const rounds: Record<"list" | "page", number[]> = { list: [], page: [] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const gateway = await startGateway({ dataDir, settings });
      rounds.list.push(await timeOf(gateway.url + ALBUMS, "Album 0"));
      rounds.page.push(await timeOf(`${gateway.url}/music`, "Album 0"));
      await gateway.stop();
    }
  } finally {
    provider.closeAllConnections();
    provider.close();
  }
  const note =
    "120 albums of the day before; the provider takes requests and never answers; the first answer of its process";
  return [
    { what: "Last good list while the provider is slow", rounds: rounds.list, unit: "ms", aim: { atMost: 200 }, note },
    { what: "Music page while the provider is slow", rounds: rounds.page, unit: "ms", aim: { atMost: 200 } },
  ];
}

/** How long an answer takes, in milliseconds, that has to be good and hold a text. */
async function timeOf(url: string, text: string): Promise<number> {
  const from = performance.now();
  const response = await fetch(url);
  const body = await response.text();
  const took = performance.now() - from;
  if (!response.ok || !body.includes(text)) throw new Error(`${url} answered ${response.status} without ${text}`);
  return took;
}

/** The next song is started near the end of each, in a real browser, and both elements' clocks are read. */
async function measureHandOver(): Promise<Line[]> {
  const what = "From the end of a song to the next one's beginning";
  const executablePath = findBrowser();
  if (!executablePath) return [{ what, missing: "there is no Chrome or Chromium; `npm test` installs one" }];
  const gateway = await startGateway();
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args: [...QUIET_PLAYWRIGHT_FLAGS] });
  try {
    const gaps: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.newPage();
      await page.goto(`${gateway.url}/music/long-point`);
      const player = page.getByRole("region", { name: "Player", exact: true });
      // A click before the page's script runs has no effect.
      await page.waitForFunction(() => history.scrollRestoration === "manual");
      await player.getByRole("button", { name: "Play", exact: true }).click();
      await player.getByRole("button", { name: "Pause", exact: true }).waitFor();
      const clocks = await page.evaluate(listenAcrossTheEnd, LISTEN_MS);
      gaps.push(gapOf(clocks));
      await page.close();
    }
    return [
      {
        what,
        rounds: gaps,
        unit: "ms",
        aim: { atMost: 100 },
        note: "read on both elements' clocks in Chromium; below zero the next one began before the end",
      },
    ];
  } finally {
    await browser.close();
    await gateway.stop();
  }
}

/** Runs in the page: goes close to the end of the song that plays and notes both elements' clocks until after it. */
async function listenAcrossTheEnd(timeoutMs: number): Promise<SongClock[]> {
  const from = performance.now();
  const clocks: SongClock[] = [];
  const frame = () =>
    new Promise((resolve, reject) => {
      if (performance.now() - from > timeoutMs) reject(new Error("The next song was not heard in time"));
      requestAnimationFrame(resolve);
    });
  const sounding = () => [...document.querySelectorAll("audio")].filter(({ paused, ended }) => !paused && !ended);
  while (!sounding().some(({ currentTime }) => currentTime > 0.5)) await frame();
  const [first] = sounding();
  if (first) first.currentTime = first.duration - 4;
  const before = first?.currentSrc;
  const isOver = () => clocks.some(({ file, seconds }) => file !== before && seconds > 1);
  while (!isOver()) {
    for (const { currentSrc, currentTime, duration } of sounding()) {
      clocks.push({ file: currentSrc, seconds: currentTime, duration, at: performance.now() });
    }
    await frame();
  }
  return clocks;
}

/** @throws {Error} when the next song was not heard */
function gapOf(clocks: readonly SongClock[]): number {
  const [before = "", after = ""] = new Set(clocks.map(({ file }) => file));
  const gap = gapBetween(clocks, before, after);
  if (gap === undefined) throw new Error("The next song was not heard");
  return gap;
}
