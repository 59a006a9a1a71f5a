import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aSite } from "@porchlight/fixtures/pages.ts";
import { aShow } from "@porchlight/fixtures/show.ts";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { ContentOf } from "../../api/content.ts";
import { sitePlayer } from "../../features/music/player/site-player.ts";
import ShowsPage from "./shows.tsx";

const titles = ["Long Point", "An old song", "Lake Effect", "Long Point"];
const over = aShow({ setlist: titles });
const content: ContentOf<"shows"> = {
  screen: "shows",
  title: "Shows",
  description: "",
  keywords: [],
  ahead: [],
  past: [over],
  aheadCount: 0,
  pastCount: 1,
  show: over,
  songs: [
    { title: "Long Point", album: "long-point" },
    { title: "Lake Effect", album: "lake-effect" },
  ],
};
const song = (title: string) => ({ title, url: `/audio/${title}.mp3?v=1`, seconds: 42 });
const music = {
  screen: "music",
  artistId: "a",
  recordings: [
    { album: "Lake Effect", recordings: [song("Lake Effect"), song("Upstairs")] },
    { album: "Long Point", recordings: [song("Long Point")] },
  ],
};

beforeEach(() => {
  history.replaceState({}, "", "/shows/2026-kingston");
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  return () => history.replaceState({}, "", "/");
});

/** Answers the requests for the music. */
function answerMusic() {
  const albums = [anAlbum({ id: "1", name: "Lake Effect" }), anAlbum({ id: "2", name: "Long Point" })];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) =>
    String(address).startsWith("/content/music.json")
      ? Response.json({ content: music, head: {} })
      : Response.json({ items: albums, next: null }),
  );
}

const setlist = () => within(screen.getByRole("region", { name: "Setlist" }));

test("a setlist names every song; those that play here lead to their album", () => {
  render(<ShowsPage site={aSite()} content={content} />);
  expect(setlist().getAllByRole("listitem")).toHaveLength(4);
  expect(
    setlist()
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["Long Point", "/music/long-point"],
    ["Lake Effect", "/music/lake-effect"],
    ["Long Point", "/music/long-point"],
  ]);
});

test("a song of a setlist whose recordings cannot be fetched leads to the Music screen", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("The network is down"));
  const user = userEvent.setup();
  render(<ShowsPage site={aSite()} content={content} />);
  await user.click(setlist().getByRole("button", { name: "Play Lake Effect" }));
  await vi.waitFor(() => expect(location.hash).toBe("#/music/lake-effect"));
});

test("a song of a setlist plays here, continues with the next one of the setlist, and pauses", async () => {
  answerMusic();
  const user = userEvent.setup();
  render(<ShowsPage site={aSite()} content={content} />);
  const [first] = setlist().getAllByRole("button", { name: "Play Long Point" });
  if (!first) throw new Error("The song has no button");
  await user.click(first);
  await setlist().findAllByRole("button", { name: "Pause Long Point" });
  const { song: playing, queue } = sitePlayer.state();
  expect(playing).toMatchObject({ title: "Long Point", albumSlug: "long-point", artist: "June Marlow" });
  expect(queue.map(({ title }) => title)).toEqual(["Long Point", "Lake Effect", "Long Point"]);
  await user.click(first);
  expect(setlist().queryByRole("button", { name: /^Pause/ })).toBeNull();
  act(() => sitePlayer.close());
});
