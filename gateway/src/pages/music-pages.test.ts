import { anAlbum } from "@porchlight/fixtures/album.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Music } from "../content/content.ts";
import { somePages } from "../testing/gateway-in-memory.ts";
import { aRecorder, textOf } from "./pages.case.ts";

beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

describe("the Music screen's pages", () => {
  const [first, second] = [anAlbum({ id: "1", name: "Long Point" }), anAlbum({ id: "2", name: "Lake Effect" })];
  const recordings = [{ album: "Long Point", recordings: [] }];
  const musicOf = (albums: Album[]) => ({ albums, recordings, artistId: "harbourline" });
  const policyOf = (pages: ReturnType<typeof somePages>["pages"], path: string) =>
    pages.find(path)?.headers["Content-Security-Policy"];

  it("have their albums in the HTML but not in the data, because the browser requests them itself", () => {
    const { drawn, renderer } = aRecorder();
    const music = musicOf([first, second]);
    const { pages } = somePages({ renderer, music: () => music });
    expect(pages.find("/music")?.status).toBe(200);
    expect(pages.find("/music/lake-effect")?.status).toBe(200);
    expect(pages.find("/music/none")).toBeUndefined();
    expect(drawn.map(({ content }) => content)).toMatchObject([
      { screen: "music", albums: [{ id: "1" }, { id: "2" }], recordings },
      { screen: "music", albums: [{ id: "2" }], album: "lake-effect", recordings },
    ]);
    const { content } = JSON.parse(textOf(pages, "/content/music.json"));
    expect(content).not.toHaveProperty("albums");
    expect(content).toMatchObject({ screen: "music", artistId: "harbourline", recordings });
  });

  it("are found by an album's name in any spelling, and are cached once", () => {
    const music = musicOf([anAlbum({ name: "Été" }), anAlbum({ id: "2", name: "서울의 밤" })]);
    const { pages } = somePages({ music: () => music });
    const page = pages.find("/music/ete");
    expect(page?.status).toBe(200);
    for (const typed of ["été", "ÉTÉ", "été".normalize("NFD")]) {
      expect(pages.find(`/music/${encodeURIComponent(typed)}`), typed).toBe(page);
    }
    expect(pages.find(`/music/${encodeURIComponent("서울의 밤")}`)?.status).toBe(200);
  });

  it("have no list of albums, not even an empty one, until the provider has returned one", () => {
    const { drawn, renderer } = aRecorder();
    let music: Music = { albums: undefined, recordings: [], artistId: "harbourline" };
    const { pages } = somePages({ renderer, music: () => music });
    expect(pages.find("/music")?.status).toBe(200);
    expect(pages.find("/music/long-point")).toBeUndefined();
    music = { ...music, albums: [] };
    pages.find("/music");
    expect(drawn.map(({ content }) => content)).toEqual([
      expect.not.objectContaining({ albums: expect.anything() }),
      expect.objectContaining({ albums: [] }),
    ]);
  });

  it("have only the twenty newest of many albums", () => {
    const music = musicOf(Array.from({ length: 30 }, (_, at) => anAlbum({ id: String(at), name: `Album ${at}` })));
    const { drawn, renderer } = aRecorder();
    const { pages } = somePages({ renderer, music: () => music });
    pages.find("/music");
    expect(drawn[0]?.content).toMatchObject({ albums: { length: 20 } });
  });

  it("are rendered again when an album changes, and other pages are not", () => {
    let music = musicOf([first]);
    const { pages } = somePages({ music: () => music });
    const [before, about] = [pages.find("/music"), pages.find("/about")];
    expect(pages.find("/music")).toBe(before);
    music = musicOf([first, second]);
    expect(pages.find("/music")).not.toBe(before);
    expect(pages.find("/about")).toBe(about);
    expect(textOf(pages, "/sitemap.xml")).toContain("<loc>https://artist.example/music/lake-effect</loc>");
  });

  it("allow Spotify's frame on every page once an album is at Spotify, but not before", () => {
    let music = musicOf([anAlbum({ external_urls: { spotify: "https://spotify.example/album/1" } })]);
    const { pages } = somePages({ music: () => music });
    expect(policyOf(pages, "/about")).toContain("frame-src 'self';");
    music = musicOf([first]);
    expect(policyOf(pages, "/music")).toContain("frame-src 'self' https://open.spotify.com");
    expect(policyOf(pages, "/about")).toContain("frame-src 'self' https://open.spotify.com");
  });
});
