import type { Head } from "@porchlight/protocol/content.ts";

/** The metas that tell of a screen, in their order; those without a content stand in no page. */
export function metasOf(head: Head): [key: string, content: string | number | undefined][] {
  const { title, description, image, albumPreview: album } = head;
  return [
    ["description", description],
    ["keywords", head.keywords],
    ["robots", head.noindex ? "noindex" : "index, follow"],
    ["og:type", album ? "music.album" : "website"],
    ["og:title", title],
    ["og:description", description],
    ["og:url", head.canonical],
    ["og:image", image?.url],
    ["og:image:width", image?.width],
    ["og:image:height", image?.height],
    ["og:image:alt", image?.alt],
    ["music:musician", album?.musician],
    ["music:release_date", album?.releaseDate],
    ["twitter:card", image ? "summary_large_image" : "summary"],
  ];
}

/** The attribute that holds a meta's key: those of Open Graph are properties. Source: ogp.me. */
export function attributeOf(key: string): "name" | "property" {
  return /^(og|music):/.test(key) ? "property" : "name";
}
