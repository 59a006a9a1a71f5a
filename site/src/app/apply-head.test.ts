import { aHead } from "@porchlight/fixtures/pages.ts";
import type { Head } from "@porchlight/protocol/content.ts";
import { beforeEach, expect, test } from "vitest";
import { applyHead, createMetas, metaAttribute } from "./apply-head.ts";

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

/** Reads the document's tags, and checks that each is there once. */
function readTags(): Record<string, string | null> {
  const metas = [...document.head.querySelectorAll("meta, link")].map((tag) => [
    tag.getAttribute("name") ?? tag.getAttribute("property") ?? tag.getAttribute("rel"),
    tag.getAttribute("content") ?? tag.getAttribute("href"),
  ]);
  expect(new Set(metas.map(([key]) => key)).size).toBe(metas.length);
  return Object.fromEntries(metas);
}

/** The tags of a page that was opened with this head. */
const expectedTags = (head: Head) =>
  Object.fromEntries(
    [...createMetas(head), ["canonical", head.canonical] as const]
      .filter(([, content]) => content !== undefined)
      .map(([key, content]) => [key, String(content)]),
  );

test.each([
  ["from an album to a wrong address", album, wrongAddress],
  ["from a wrong address to an album", wrongAddress, album],
])("%s, nothing from the previous screen stays in the head", (_, before, after) => {
  applyHead(before);
  applyHead(after);
  expect(readTags()).toEqual(expectedTags(after));
  expect(document.title).toBe(after.title);
  expect(document.head.querySelectorAll("script")).toHaveLength(after.structuredData.length);
});

test("an album has an Open Graph preview with a large picture", () => {
  applyHead(album);
  expect(readTags()).toMatchObject({
    "og:type": "music.album",
    "og:image:width": "640",
    "music:release_date": "2022-06-03",
    "twitter:card": "summary_large_image",
  });
  expect([metaAttribute("music:musician"), metaAttribute("twitter:card")]).toEqual(["property", "name"]);
});
