import { expect, it } from "vitest";
import { type Traveller, WINDOWS } from "./visit.ts";
import { button, link, type Thing, title, type Visitor } from "./visitor.ts";

const PLAYER: Thing = { role: "region", name: "Player" };
const BAR: Thing = { role: "region", name: "Now playing" };
const FOOTER: Thing = { role: "contentinfo" };

/** Firefox's error if there is no sound device. WebKit then plays silently. */
const NO_SOUND_DEVICE = "OnMediaSinkAudioError";

/** The player. */
export function describeListening({ visit }: Traveller): void {
  it.for(WINDOWS)("a song continues across screens, in a window as wide as $of", (window, context) =>
    visit(context, window, async (visitor) => {
      await visitor.enter("/#/music/long-point");
      await visitor.read({ role: "heading", within: PLAYER }, "Fish Dock Road");
      if ((await visitor.browser.call(`() => document.createElement("audio").canPlayType("audio/mpeg")`)) === "") {
        context.task.meta.engineRemarks?.push(`${visitor.browser.name} cannot play MP3 here: no song was played.`);
        return;
      }
      expect(await secondsPlayed(visitor)).toBe(-1);
      await visitor.click(button("Play", PLAYER));
      await expect.poll(async () => (await failure(visitor)) !== "" || (await secondsPlayed(visitor)) > 1).toBe(true);
      if ((await failure(visitor)).includes(NO_SOUND_DEVICE)) {
        context.task.meta.engineRemarks?.push(
          `${visitor.browser.name} plays nothing without a sound device: no song was played.`,
        );
        return;
      }
      const before = await secondsPlayed(visitor);
      await visitor.click(link("Terms of Service", FOOTER));
      await visitor.see(title("Terms of Service"));
      await visitor.read(BAR, "Fish Dock Road");
      await expectToGoOn(visitor);
      expect(await secondsPlayed(visitor)).toBeGreaterThan(before);
      await visitor.expectNoSidewaysScrolling();

      await visitor.click(button("Next", BAR));
      await visitor.read(BAR, "Long Point");
      await expectToGoOn(visitor);
      await visitor.click(button("Pause", BAR));
      await expect.poll(() => secondsPlayed(visitor)).toBe(-1);
      await visitor.click(button("Stop and close", BAR));
      await visitor.miss(BAR);
    }),
  );
}

const failure = async (visitor: Visitor) =>
  String(
    await visitor.browser.call(
      `() => [...document.querySelectorAll("audio")].map(({ error }) => error?.message ?? "").join(" ").trim()`,
    ),
  );

/** Resolves once the song has advanced. */
async function expectToGoOn(visitor: Visitor): Promise<void> {
  await expect.poll(() => secondsPlayed(visitor)).toBeGreaterThan(0);
  const before = await secondsPlayed(visitor);
  await expect.poll(() => secondsPlayed(visitor)).toBeGreaterThan(before);
}

/** Position of the only playing audio element, in seconds; -1 if none or several play. */
async function secondsPlayed(visitor: Visitor): Promise<number> {
  const seconds = await visitor.browser.call(`() => {
    const heard = [...document.querySelectorAll("audio")].filter(({ paused, ended }) => !paused && !ended);
    return heard.length === 1 ? heard[0].currentTime : -1;
  }`);
  return Number(seconds);
}
