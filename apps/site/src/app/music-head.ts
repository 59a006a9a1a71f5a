import type { Head, MusicContent, Site } from "@porchlight/protocol/content.ts";

/** What the head of the Music screen has of its own: that of the one album on an album's page, otherwise of them all. */
export function musicHead(_site: Site, _content: MusicContent, _head: Head): Partial<Head> {
  return {};
}
