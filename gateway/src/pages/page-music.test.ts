import type { Album, AlbumRecordings } from "@porchlight/protocol/music.ts";
import { expect, it, vi } from "vitest";
import { silentLog } from "../testing/gateway-in-memory.ts";
import { createPageMusic } from "./page-music.ts";

/** Albums and recordings that a test can change, and the number of refreshes. */
function somePageMusic() {
  const state = {
    albums: [] as Album[],
    recordings: [] as AlbumRecordings[],
    hasChanged: false,
    refreshed: 0,
  };
  const music = { artistId: "harbourline", known: () => ({ albums: state.albums, asOf: new Date(0) }) };
  const recordings = {
    list: () => state.recordings,
    hasChanged: () => state.hasChanged,
    refresh: async () => {
      state.refreshed += 1;
    },
  };
  return { state, pageMusic: createPageMusic(music, recordings, silentLog) };
}

it("returns the same object until albums or recordings change, so that pages are rendered again only then", () => {
  const { state, pageMusic } = somePageMusic();
  const first = pageMusic();
  expect(pageMusic()).toBe(first);
  state.albums = [];
  const second = pageMusic();
  expect(second).not.toBe(first);
  state.recordings = [{ album: "Long Point", recordings: [] }];
  expect(pageMusic()).toMatchObject({ artistId: "harbourline", recordings: [{ album: "Long Point" }] });
});

it("has no albums until the provider has returned some", () => {
  const music = { artistId: "harbourline", known: () => undefined };
  const recordings = { list: () => [], hasChanged: () => false, refresh: async () => {} };
  const pageMusic = createPageMusic(music, recordings, silentLog);
  expect(pageMusic()).toEqual({ albums: undefined, recordings: [], artistId: "harbourline" });
});

it("refreshes changed recordings, and checks for changes at most once a second", () => {
  let milliseconds = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => milliseconds);
  const { state, pageMusic } = somePageMusic();
  state.hasChanged = true;
  pageMusic();
  expect(state.refreshed).toBe(0);
  milliseconds = 1_000;
  pageMusic();
  pageMusic();
  expect(state.refreshed).toBe(1);
  now.mockRestore();
});
