import type { Head } from "@porchlight/protocol/content.ts";

/** Brings the document's head up to date after a change of screen. */
export function applyHead(head: Head): void {
  document.title = head.title;
  setMeta("name", "description", head.description);
  setMeta("name", "keywords", head.keywords);
  setMeta("name", "robots", head.noindex ? "noindex" : "index, follow");
  setMeta("property", "og:title", head.title);
  setMeta("property", "og:description", head.description);
  setMeta("property", "og:url", head.canonical ?? location.href);
  setCanonical(head.canonical);
  for (const block of document.head.querySelectorAll('script[type="application/ld+json"]')) block.remove();
  for (const data of head.structuredData) {
    const block = document.createElement("script");
    block.type = "application/ld+json";
    block.textContent = JSON.stringify(data);
    document.head.append(block);
  }
}

function setMeta(attribute: "name" | "property", key: string, content: string): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  const meta = found ?? document.createElement("meta");
  meta.setAttribute(attribute, key);
  meta.content = content;
  if (!found) document.head.append(meta);
}

function setCanonical(address: string | undefined): void {
  const found = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (!address) {
    found?.remove();
    return;
  }
  const link = found ?? document.createElement("link");
  link.rel = "canonical";
  link.href = address;
  if (!found) document.head.append(link);
}
