import { gapBetween, type SongClock } from "@porchlight/fixtures/song-gap.ts";
import type { Line } from "../figures.ts";
import { openBrowser } from "../support/browser.ts";
import { startGateway } from "../support/gateway.ts";

const ROUNDS = 5;
/** How long to listen for the next song, in milliseconds. */
const LISTEN_MS = 30_000;

/** The next song is started near the end of each, in a real browser, and both elements' clocks are read. */
export async function measureHandOver(): Promise<Line[]> {
  await using browser = await openBrowser();
  await using gateway = await startGateway();
  const gaps: number[] = [];
  while (gaps.length < ROUNDS) {
    await using page = await browser.newPage();
    await page.goto(`${gateway.url}/music/long-point`);
    const player = page.getByRole("region", { name: "Player", exact: true });
    // A click before the page's script runs has no effect.
    await page.waitForFunction(() => history.scrollRestoration === "manual");
    await player.getByRole("button", { name: "Play", exact: true }).click();
    await player.getByRole("button", { name: "Pause", exact: true }).waitFor();
    const clocks = await page.evaluate(listenAcrossTheEnd, LISTEN_MS);
    gaps.push(gapOf(clocks));
  }
  return [
    {
      what: "From the end of a song to the next one's beginning",
      rounds: gaps,
      unit: "ms",
      aim: { atMost: 100 },
      note: "read on both elements' clocks in Chromium; below zero the next one began before the end",
    },
  ];
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
