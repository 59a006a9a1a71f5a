import { aHead } from "@porchlight/fixtures/pages.ts";
import type { Head } from "@porchlight/protocol/content.ts";
import { beforeEach, expect, test } from "vitest";
import { applyHead } from "./apply-head.ts";
import { attributeOf, metasOf } from "./head-metas.ts";

const album = aHead({
  title: "Long Point",
  canonical: "https://artist.example/music/long-point",
  image: { url: "https://artist.example/long-point.jpg", width: 640, height: 640, alt: "Cover of Long Point" },
  albumPreview: { musician: "https://artist.example/", releaseDate: "2022-06-03" },
  structuredData: [{ "@type": "MusicAlbum" }],
});
const wrongAddress = aHead({ title: "Page not found", noindex: true });

beforeEach(() => {
  document.head.replaceChildren();
});

/** What the document says of itself, each tag once. */
function said(): Record<string, string | null> {
  const metas = [...document.head.querySelectorAll("meta, link")].map((tag) => [
    tag.getAttribute("name") ?? tag.getAttribute("property") ?? tag.getAttribute("rel"),
    tag.getAttribute("content") ?? tag.getAttribute("href"),
  ]);
  expect(new Set(metas.map(([key]) => key)).size).toBe(metas.length);
  return Object.fromEntries(metas);
}

/** The same of a head that a page is opened with. */
const opened = (head: Head) =>
  Object.fromEntries(
    [...metasOf(head), ["canonical", head.canonical] as const]
      .filter(([, content]) => content !== undefined)
      .map(([key, content]) => [key, String(content)]),
  );

test.each([
  ["from an album to a wrong address", album, wrongAddress],
  ["from a wrong address to an album", wrongAddress, album],
])("going %s, nothing of the screen before stays in the head", (_, before, after) => {
  applyHead(before);
  applyHead(after);
  expect(said()).toEqual(opened(after));
  expect(document.title).toBe(after.title);
  expect(document.head.querySelectorAll("script")).toHaveLength(after.structuredData.length);
});

test("an album's preview is one of Open Graph's, and of a picture that is wide", () => {
  applyHead(album);
  expect(said()).toMatchObject({
    "og:type": "music.album",
    "og:image:width": "640",
    "music:release_date": "2022-06-03",
    "twitter:card": "summary_large_image",
  });
  expect([attributeOf("music:musician"), attributeOf("twitter:card")]).toEqual(["property", "name"]);
});
