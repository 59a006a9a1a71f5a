import { anAlbum } from "@porchlight/fixtures/album.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { expect, it } from "vitest";
import type { MusicService } from "./contract.ts";

/** Tests that every music service passes. @param createWith creates a service with these albums, in order */
export function describeMusicService(createWith: (albums: Album[]) => Promise<MusicService>): void {
  it("lists the newest album first and each name once, for dates with days, months or years only", async () => {
    const music = await createWith([
      anAlbum({ name: "Long Point", release_date: "2022-06-03" }),
      anAlbum({ name: "Early", release_date: "1999", release_date_precision: "year" }),
      anAlbum({ name: "Lake Effect", release_date: "2026-09-04" }),
      anAlbum({ name: "Long Point", release_date: "2022-06-01" }),
      anAlbum({ name: "Summer", release_date: "2022-07", release_date_precision: "month" }),
    ]);
    const { albums } = await music.listAlbums();
    expect(
      albums.map(({ name, release_date, release_date_precision }) => [name, release_date, release_date_precision]),
    ).toEqual([
      ["Lake Effect", "2026-09-04", "day"],
      ["Summer", "2022-07", "month"],
      ["Long Point", "2022-06-03", "day"],
      ["Early", "1999", "year"],
    ]);
  });

  it("lists no albums for an artist without albums", async () => {
    const music = await createWith([]);
    expect((await music.listAlbums()).albums).toEqual([]);
  });

  it("has the data of an album card: type, number of songs, link, and covers, the widest first", async () => {
    const music = await createWith([anAlbum({ name: "Lake Effect", album_type: "single", total_tracks: 2 })]);
    const [album] = (await music.listAlbums()).albums;
    expect(album).toMatchObject({
      id: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      name: "Lake Effect",
      album_type: "single",
      total_tracks: 2,
      external_urls: { spotify: "https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy" },
    });
    const widths = album?.images.map(({ width }) => width ?? 0) ?? [];
    expect(widths.length).toBeGreaterThan(1);
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    for (const { url } of album?.images ?? []) expect(new URL(url).origin).toBe("https://artist.example");
  });

  it("also lists an album without a cover and without a link", async () => {
    const music = await createWith([anAlbum({ images: [], external_urls: {} })]);
    expect((await music.listAlbums()).albums).toMatchObject([{ images: [], external_urls: {} }]);
  });

  it("returns the same array until something changes", async () => {
    const music = await createWith([anAlbum()]);
    const { albums } = await music.listAlbums();
    expect(music.known()?.albums).toBe(albums);
    expect((await music.listAlbums()).albums).toBe(albums);
  });
}
