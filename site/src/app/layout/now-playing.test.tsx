import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { FakeSound, songsOfAnAlbum } from "../../features/music/player/fake-sound.case.ts";
import { NowPlaying } from "./now-playing.tsx";

const queue = songsOfAnAlbum(["Fish Dock Road", "Long Point"]);

/** Stores a player, as an earlier page of this session does. */
const storePlayer = () => sessionStorage.setItem("player", JSON.stringify({ queue, index: 0, seconds: 12 }));

const bar = () => screen.queryByRole("region", { name: "Now playing" });

beforeEach(() => {
  sessionStorage.clear();
  // The page's player reads the session when its code loads.
  vi.resetModules();
});

test("a song of this session is shown as paused at the foot of the screen, and can be closed", async () => {
  storePlayer();
  render(
    <>
      <main id="main" tabIndex={-1} />
      <NowPlaying current="about" />
    </>,
  );
  expect((await screen.findByRole("region", { name: "Now playing" })).textContent).toContain("Fish Dock Road");
  expect(screen.getByRole("link", { name: "Long Point" }).getAttribute("href")).toBe("/music/long-point");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(bar()?.textContent).toContain("Long Point");
  expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Stop and close" }));
  expect(bar()).toBeNull();
  expect(document.activeElement?.id).toBe("main");
  expect(sessionStorage.getItem("player")).toBeNull();
});

test.each(["music", "admin"] as const)("the screen %s has no bar", async (current) => {
  storePlayer();
  const { rerender } = render(<NowPlaying current="about" />);
  await screen.findByRole("region", { name: "Now playing" });
  rerender(<NowPlaying current={current} />);
  expect(bar()).toBeNull();
});

test("if the bar does not load, it loads when the network returns", async () => {
  vi.doMock("../../features/music/player/now-playing-bar.tsx", () => {
    throw new TypeError("Failed to fetch");
  });
  storePlayer();
  render(<NowPlaying current="about" />);
  await vi.dynamicImportSettled();
  expect(bar()).toBeNull();
  vi.doUnmock("../../features/music/player/now-playing-bar.tsx");
  vi.resetModules();
  dispatchEvent(new Event("online"));
  expect(await screen.findByRole("region", { name: "Now playing" })).toBeTruthy();
});

test("the bar appears only when the first song plays", async () => {
  vi.stubGlobal(
    "Audio",
    class extends FakeSound {
      constructor() {
        super(new Map(queue.map(({ url, seconds }) => [url, seconds])), []);
      }
    },
  );
  vi.spyOn(document.body, "append").mockImplementation(() => {});
  render(<NowPlaying current="home" />);
  const { sitePlayer } = await import("../../features/music/player/site-player.ts");
  sitePlayer.choose(queue, 1);
  expect(bar()).toBeNull();
  sitePlayer.toggle();
  expect(await screen.findByRole("button", { name: "Pause" })).toBeTruthy();
  act(sitePlayer.close);
  vi.unstubAllGlobals();
});
