import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aPicture, aSite } from "@porchlight/fixtures/pages.ts";
import type { MusicContent } from "@porchlight/protocol/content.ts";
import { expect, test } from "vitest";
import { createHead } from "./head.ts";

const lakeEffect = anAlbum();
const longPoint = anAlbum({
  name: "Long Point",
  album_type: "album",
  release_date: "2022-06",
  release_date_precision: "month",
  total_tracks: 10,
  external_urls: {},
});
const recordings = [
  {
    album: "Long Point",
    recordings: [
      { title: "Fish Dock Road", url: "/audio/long-point/01.mp3?v=1", seconds: 185.4 },
      { title: "Ice Plant", url: "/audio/long-point/02.mp3?v=1", seconds: 59.6 },
    ],
  },
];

const theMusic = (shown: Partial<MusicContent> = {}) => ({
  screen: "music" as const,
  title: "Music",
  description: "Albums and singles.",
  keywords: [],
  introductionHtml: "",
  artistId: "june",
  recordings,
  ...shown,
});

test("the Music screen is below Home, and has structured data of every album", () => {
  const head = createHead(aSite(), theMusic({ albums: [lakeEffect, longPoint] }));
  expect(head).toMatchObject({ title: "Music · June Marlow", canonical: "https://artist.example/music" });
  expect(head.albumPreview).toBeUndefined();
  const [, , trail, list] = head.structuredData;
  expect(trail).toMatchObject({
    itemListElement: [
      { position: 1, name: "Home", item: "https://artist.example/" },
      { position: 2, name: "Music", item: "https://artist.example/music" },
    ],
  });
  expect(list).toMatchObject({
    "@type": "ItemList",
    itemListElement: [
      { position: 1, item: { "@type": "MusicAlbum", name: "Lake Effect" } },
      { position: 2, item: { name: "Long Point", url: "https://artist.example/music/long-point" } },
    ],
  });
  // The songs are on the albums' own pages.
  expect(JSON.stringify(list)).not.toContain("MusicRecording");
});

test("an album's page has its artist, release, cover and songs", () => {
  const head = createHead(aSite(), theMusic({ albums: [longPoint], album: "long-point" }));
  expect(head).toMatchObject({
    title: "Long Point · June Marlow",
    description: "Long Point, an album by June Marlow, released June 2022. Hear Fish Dock Road, Ice Plant.",
    canonical: "https://artist.example/music/long-point",
    image: { url: longPoint.images[0]?.url, width: 1920, height: 1920, alt: "Cover of Long Point" },
    albumPreview: { musician: "https://artist.example/", releaseDate: "2022-06" },
  });
  const byArtist = { "@id": "https://artist.example/#artist" };
  const url = "https://artist.example/music/long-point";
  expect(head.structuredData.at(-1)).toEqual({
    "@context": "https://schema.org",
    "@type": "MusicAlbum",
    name: "Long Point",
    url,
    byArtist,
    albumReleaseType: "https://schema.org/AlbumRelease",
    datePublished: "2022-06",
    numTracks: 10,
    image: longPoint.images[0]?.url,
    track: [
      { "@type": "MusicRecording", name: "Fish Dock Road", url, duration: "PT3M5S", byArtist },
      { "@type": "MusicRecording", name: "Ice Plant", url, duration: "PT1M0S", byArtist },
    ],
  });
});

test("a single from a provider has a link to the provider, and a cover on this site", () => {
  const images = [{ url: "/media/0a1b2c", width: null, height: null }];
  const head = createHead(aSite(), theMusic({ albums: [{ ...lakeEffect, images }], album: "lake-effect" }));
  expect(head.description).toBe("Lake Effect, a single by June Marlow, released September 4, 2026.");
  expect(head.image).toMatchObject({ url: "https://artist.example/media/0a1b2c", width: 640, height: 640 });
  expect(head.structuredData.at(-1)).toMatchObject({
    albumReleaseType: "https://schema.org/SingleRelease",
    sameAs: "https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy",
  });
});

test("an album without a cover has the artist's portrait", () => {
  const portrait = aPicture({ name: "bio", alt: "June on a pier" });
  const bare = { ...lakeEffect, images: [] };
  const head = createHead(aSite(), theMusic({ albums: [bare], album: "lake-effect", portrait }));
  expect(head.image).toEqual({
    url: "https://artist.example/optimized/bio-medium.jpg",
    width: 1024,
    height: 576,
    alt: "June on a pier",
  });
  expect(head.structuredData.at(-1)).not.toHaveProperty("image");
});

test("the preview of the Music screen is the cover of the newest album", () => {
  const head = createHead(aSite({ shareImage: aPicture() }), theMusic({ albums: [lakeEffect, longPoint] }));
  expect(head.image).toMatchObject({ url: lakeEffect.images[0]?.url, alt: "Cover of Lake Effect" });
});

test.each([
  ["the newest album has no cover", [{ ...lakeEffect, images: [] }, longPoint]],
  ["nothing is released", []],
  ["the albums are unknown", undefined],
])("the preview of the Music screen is the artist's portrait if %s", (_, albums) => {
  const site = aSite({ shareImage: aPicture() });
  const portrait = aPicture({ name: "bio", alt: "June on a pier" });
  const shown = { ...(albums && { albums }), portrait };
  expect(createHead(site, theMusic(shown)).image).toMatchObject({
    url: "https://artist.example/optimized/bio-medium.jpg",
    alt: "June on a pier",
  });
});

test("without cover and portrait, the preview is the site's picture", () => {
  const site = aSite({ shareImage: aPicture({ name: "social" }) });
  const url = "https://artist.example/optimized/social-medium.jpg";
  expect(createHead(site, theMusic({ albums: [{ ...lakeEffect, images: [] }] })).image).toMatchObject({ url });
});

test("content without albums has no albums in its head", () => {
  const types = createHead(aSite(), theMusic()).structuredData.map((data) => data["@type"]);
  expect(types).toEqual(["WebSite", "Person", "BreadcrumbList"]);
});
