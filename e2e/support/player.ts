import type { Locator, Page } from "@playwright/test";
import { gapBetween, type SongClock } from "@porchlight/fixtures/song-gap.ts";
import { expect } from "./test.ts";

declare global {
  interface Window {
    /** The clocks of all playing audio elements, in order. */
    songClocks: SongClock[];
  }
}

/** Addresses of all recordings. */
export const AUDIO = "**/audio/**";

/** The player's controls on the Music screen (`area`) and on other screens (`bar`). */
export function playerOn(page: Page) {
  const area = page.getByRole("region", { name: "Player", exact: true });
  const bar = page.getByRole("region", { name: "Now playing" });
  return { area: controlsIn(area), bar: { ...controlsIn(bar), close: button(bar, "Stop and close") } };
}

function controlsIn(region: Locator) {
  return {
    region,
    play: button(region, "Play"),
    pause: button(region, "Pause"),
    next: button(region, "Next"),
    previous: button(region, "Previous"),
    mute: button(region, "Mute"),
    place: region.getByRole("slider", { name: "Place in the song" }),
    volume: region.getByRole("slider", { name: "Volume" }),
    title: region.getByRole("heading"),
    tracks: region.getByRole("list", { name: "Songs" }).getByRole("button"),
    failure: region.getByRole("alert"),
  };
}

function button(region: Locator, name: string): Locator {
  return region.getByRole("button", { name, exact: true });
}

/** Resolves once this recording plays, and no other. */
export async function expectToHear(page: Page, file: string): Promise<void> {
  await expect.poll(async () => (await playingAudio(page)).map((sound) => sound.file)).toEqual([file]);
  const before = await secondsPlayed(page);
  await expect.poll(() => secondsPlayed(page)).toBeGreaterThan(Math.max(before, 0));
}

/** Resolves once nothing plays. */
export async function expectSilence(page: Page): Promise<void> {
  await expect.poll(() => playingAudio(page)).toEqual([]);
}

/** Position of the only playing audio element, in seconds; -1 if none or several play. */
export async function secondsPlayed(page: Page): Promise<number> {
  const sounds = await playingAudio(page);
  return sounds.length === 1 && sounds[0] ? sounds[0].seconds : -1;
}

/** Every playing audio element: its file and its position in seconds. */
function playingAudio(page: Page): Promise<{ file: string; seconds: number }[]> {
  return page.locator("audio").evaluateAll((sounds: HTMLAudioElement[]) =>
    sounds
      // An element has no file right after the call to play().
      .filter(({ paused, ended, currentSrc }) => !paused && !ended && currentSrc !== "")
      .map(({ currentSrc, currentTime }) => ({ file: new URL(currentSrc).pathname, seconds: currentTime })),
  );
}

/** Records the clocks of all audio elements. Call it before opening the page. */
export async function recordClocks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.songClocks = [];
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLAudioElement) || target.paused || target.currentSrc === "") return;
      const { currentSrc, currentTime: seconds, duration } = target;
      window.songClocks.push({ file: new URL(currentSrc).pathname, seconds, duration, at: performance.now() });
    };
    // The event does not bubble, but it can be captured.
    document.addEventListener("timeupdate", note, { capture: true });
  });
}

/** Silence between two recordings in milliseconds; undefined until the second has played for a moment. */
export async function measureSilence(page: Page, before: string, after: string): Promise<number | undefined> {
  return gapBetween(await page.evaluate(() => window.songClocks), before, after);
}
