import type { Head } from "@porchlight/protocol/content.ts";
import { attributeOf, metasOf } from "./head-metas.ts";

/** Brings the document's head up to date after a change of screen. */
export function applyHead(head: Head): void {
  document.title = head.title;
  for (const [key, content] of metasOf(head)) {
    setTag("meta", attributeOf(key), key, "content", content);
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

/** Finds a tag by what names it, or adds it, and sets what it says; without that it goes. */
function setTag(tag: string, naming: string, name: string, saying: string, said: string | number | undefined): void {
  const found = document.head.querySelector(`${tag}[${naming}="${name}"]`);
  if (said === undefined) {
    found?.remove();
    return;
  }
  const element = found ?? document.head.appendChild(document.createElement(tag));
  element.setAttribute(naming, name);
  element.setAttribute(saying, String(said));
}
