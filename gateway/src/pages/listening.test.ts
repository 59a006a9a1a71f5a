import type { Album, AlbumRecordings } from "@porchlight/protocol/music.ts";
import { expect, it, vi } from "vitest";
import { silentLog } from "../testing/gateway-in-memory.ts";
import { createListening } from "./listening.ts";

/** Albums and recordings that a test changes as it likes, and a count of what was read anew. */
function aListening() {
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
  return { state, listening: createListening(music, recordings, silentLog) };
}

it("is the same until albums or recordings are others, so that pages are made again only then", () => {
  const { state, listening } = aListening();
  const first = listening();
  expect(listening()).toBe(first);
  state.albums = [];
  const second = listening();
  expect(second).not.toBe(first);
  state.recordings = [{ album: "Long Point", recordings: [] }];
  expect(listening()).toMatchObject({ artistId: "harbourline", recordings: [{ album: "Long Point" }] });
});

it("has no albums while the provider never gave any", () => {
  const music = { artistId: "harbourline", known: () => undefined };
  const recordings = { list: () => [], hasChanged: () => false, refresh: async () => {} };
  const listening = createListening(music, recordings, silentLog);
  expect(listening()).toEqual({ albums: undefined, recordings: [], artistId: "harbourline" });
});

it("has changed recordings read again, and looks for them once a second at most", () => {
  let milliseconds = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => milliseconds);
  const { state, listening } = aListening();
  state.hasChanged = true;
  listening();
  expect(state.refreshed).toBe(0);
  milliseconds = 1_000;
  listening();
  listening();
  expect(state.refreshed).toBe(1);
  now.mockRestore();
});
