import type { Locator, Page } from "@playwright/test";
import { gapBetween, type SongClock } from "@porchlight/fixtures/song-gap.ts";
import { expect } from "./test.ts";

declare global {
  interface Window {
    /** What all sounding elements of the page have told, in its order. */
    toldTimes: SongClock[];
  }
}

/** Addresses of all recordings. */
export const AUDIO = "**/audio/**";

/** The player's controls on the Music screen, and in short on the others, by their words. */
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

/** Resolves once this recording is heard, no other, and it goes on. */
export async function expectToHear(page: Page, file: string): Promise<void> {
  await expect.poll(async () => (await soundsOn(page)).map((sound) => sound.file)).toEqual([file]);
  const before = await secondsHeard(page);
  await expect.poll(() => secondsHeard(page)).toBeGreaterThan(Math.max(before, 0));
}

/** Resolves once nothing is heard. */
export async function expectSilence(page: Page): Promise<void> {
  await expect.poll(() => soundsOn(page)).toEqual([]);
}

/** Where the one sound on the page is, in seconds; -1 while there is none or more than one. */
export async function secondsHeard(page: Page): Promise<number> {
  const sounds = await soundsOn(page);
  return sounds.length === 1 && sounds[0] ? sounds[0].seconds : -1;
}

/** Every sound on the page that is not paused: its file, and where it is in seconds. */
function soundsOn(page: Page): Promise<{ file: string; seconds: number }[]> {
  return page.locator("audio").evaluateAll((sounds: HTMLAudioElement[]) =>
    sounds
      // One that was just told to play has no file yet.
      .filter(({ paused, ended, currentSrc }) => !paused && !ended && currentSrc !== "")
      .map(({ currentSrc, currentTime }) => ({ file: new URL(currentSrc).pathname, seconds: currentTime })),
  );
}

/** Notes the clocks of all elements from the page's first line on. Call it before the page is opened. */
export async function noteClocks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.toldTimes = [];
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLAudioElement) || target.paused || target.currentSrc === "") return;
      const { currentSrc, currentTime: seconds, duration } = target;
      window.toldTimes.push({ file: new URL(currentSrc).pathname, seconds, duration, at: performance.now() });
    };
    // It does not bubble, but on its way down it passes here.
    document.addEventListener("timeupdate", note, { capture: true });
  });
}

/** How long it was silent between two recordings, in milliseconds; undefined until the second one is well under way. */
export async function silenceBetween(page: Page, before: string, after: string): Promise<number | undefined> {
  return gapBetween(await page.evaluate(() => window.toldTimes), before, after);
}
