import { gapBetween, type SongClock } from "@porchlight/fixtures/song-gap.ts";
import type { Line } from "../figures.ts";
import { openBrowser } from "../support/browser.ts";
import { startGateway } from "../support/gateway.ts";

const ROUNDS = 5;
/** How long to listen for the next song, in milliseconds. */
const LISTEN_MS = 30_000;

/** Measures the gap between two songs in a real browser, using the clocks of both audio elements. */
export async function measureHandOver(): Promise<Line[]> {
  await using browser = await openBrowser();
  await using gateway = await startGateway();
  const gaps: number[] = [];
  while (gaps.length < ROUNDS) {
    await using page = await browser.newPage();
    await page.goto(`${gateway.url}/music/long-point`);
    const player = page.getByRole("region", { name: "Player", exact: true });
    // Waits for the page's script, because a click before it runs has no effect.
    await page.waitForFunction(() => history.scrollRestoration === "manual");
    await player.getByRole("button", { name: "Play", exact: true }).click();
    await player.getByRole("button", { name: "Pause", exact: true }).waitFor();
    const clocks = await page.evaluate(listenAcrossTheEnd, LISTEN_MS);
    gaps.push(gapOf(clocks));
  }
  return [
    {
      what: "Gap between the end of a song and the start of the next",
      rounds: gaps,
      unit: "ms",
      aim: { atMost: 100 },
      note: "by the clocks of both audio elements in Chromium; below zero, the next song started before the first had ended",
    },
  ];
}

/** Runs in the page: seeks close to the end of the song, and records both elements' clocks until the next one plays. */
async function listenAcrossTheEnd(timeoutMs: number): Promise<SongClock[]> {
  const from = performance.now();
  const clocks: SongClock[] = [];
  const frame = () =>
    new Promise((resolve, reject) => {
      if (performance.now() - from > timeoutMs) reject(new Error("The next song did not play in time"));
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

/** @throws {Error} if the next song did not play */
function gapOf(clocks: readonly SongClock[]): number {
  const [before = "", after = ""] = new Set(clocks.map(({ file }) => file));
  const gap = gapBetween(clocks, before, after);
  if (gap === undefined) throw new Error("The next song did not play");
  return gap;
}
