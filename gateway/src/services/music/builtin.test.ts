import { aPicture } from "@porchlight/fixtures/pages.ts";
import type { Picture } from "@porchlight/protocol/content.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { describe, expect, it } from "vitest";
import type { Release } from "../../content/releases-file.ts";
import { builtinArtistId, createBuiltinMusic } from "./builtin.ts";
import { describeMusicService } from "./contract.case.ts";

/** Built-in music with releases and pictures that a test can change. */
function someMusic(releases: Release[], pictures: Record<string, Picture> = {}) {
  const folder = { releases, pictures, now: new Date("2026-11-20T12:00:00Z") };
  const music = createBuiltinMusic({
    releases: { list: () => folder.releases },
    findPicture: (name, alt) => folder.pictures[name] && { ...folder.pictures[name], name, alt },
    publicUrl: "https://artist.example",
    artistId: builtinArtistId("June Marlow"),
    clock: () => folder.now,
  });
  return { folder, music };
}

const aRelease = (overrides: Partial<Release> = {}): Release => ({
  name: "Lake Effect",
  type: "single",
  released: "2026-09-04",
  tracks: [],
  ...overrides,
});

function releaseOf({ name, album_type, release_date, total_tracks, images, external_urls }: Album): Release {
  return {
    name,
    type: album_type === "single" ? "single" : "album",
    released: release_date,
    tracks: Array.from({ length: total_tracks }, () => ({ title: "A song" })),
    ...(images.length > 0 && { cover: "cover.jpg" }),
    ...external_urls,
  };
}

describe("the built-in music", () => {
  describeMusicService(async (albums) => someMusic(albums.map(releaseOf), { "music/cover": aPicture() }).music);

  it("ids are the same on every machine, so that links to an album stay valid", async () => {
    const { music } = someMusic([aRelease()]);
    expect(music.artistId).toBe("5GK5cZVKameF1JsfYI50mC");
    expect(music.known()?.albums[0]?.id).toBe("00PuDF7QfYQpuWRXLmb0fB");
  });

  it("covers have all prepared sizes except the largest, with full addresses", () => {
    const cover = aPicture({
      width: 3000,
      height: 2000,
      variants: [
        { suffix: "thumbnail", width: 300 },
        { suffix: "large", width: 1920 },
        { suffix: "hero", width: 2560 },
      ],
    });
    const { music } = someMusic([aRelease({ cover: "sleeves/lake effect.jpeg" })], {
      "music/sleeves/lake effect": cover,
    });
    const at = "https://artist.example/optimized/music/sleeves/lake%20effect";
    expect(music.known()?.albums[0]?.images).toEqual([
      { url: `${at}-large.jpg?v=0a1b2c3d`, width: 1920, height: 1280 },
      { url: `${at}-thumbnail.jpg?v=0a1b2c3d`, width: 300, height: 200 },
    ]);
  });

  it("an edit and a new cover show in the next result", async () => {
    const { music, folder } = someMusic([aRelease({ cover: "lake.jpg" })]);
    const before = music.known();
    folder.now = new Date("2026-11-21T12:00:00Z");
    expect(music.known()).toBe(before);
    folder.pictures = { "music/lake": aPicture() };
    expect(music.known()?.albums[0]?.images).toHaveLength(2);
    expect(music.known()?.asOf).toEqual(folder.now);
    folder.releases = [aRelease({ name: "Ice Plant" })];
    expect((await music.listAlbums()).albums.map(({ name }) => name)).toEqual(["Ice Plant"]);
  });
});
