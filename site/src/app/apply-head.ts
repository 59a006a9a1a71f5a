import type { Head } from "@porchlight/protocol/content.ts";

/** Updates the document's head after a change of screen. */
export function applyHead(head: Head): void {
  document.title = head.title;
  for (const [key, content] of createMetas(head)) {
    setTag("meta", metaAttribute(key), key, "content", content);
  }
  setTag("link", "rel", "canonical", "href", head.canonical);
  for (const block of document.head.querySelectorAll('script[type="application/ld+json"]')) block.remove();
  for (const data of head.structuredData) {
    const block = document.createElement("script");
    block.type = "application/ld+json";
    block.textContent = JSON.stringify(data);
    document.head.append(block);
  }
}

/** Finds or adds a tag with this key and sets its value. Without a value, removes the tag. */
function setTag(
  tag: string,
  keyName: string,
  key: string,
  valueName: string,
  value: string | number | undefined,
): void {
  const found = document.head.querySelector(`${tag}[${keyName}="${key}"]`);
  if (value === undefined) {
    found?.remove();
    return;
  }
  const element = found ?? document.head.appendChild(document.createElement(tag));
  element.setAttribute(keyName, key);
  element.setAttribute(valueName, String(value));
}

/** @returns the metas of a screen, in order; the page has no tag for a meta without content */
export function createMetas(head: Head): [key: string, content: string | number | undefined][] {
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

/** @returns the name of the attribute for a meta's key: `property` for Open Graph. Source: ogp.me. */
export function metaAttribute(key: string): "name" | "property" {
  return /^(og|music):/.test(key) ? "property" : "name";
}
