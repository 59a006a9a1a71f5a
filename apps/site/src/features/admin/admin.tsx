import type { Site } from "@porchlight/protocol/content.ts";

/** The owner's desk: the login, or the dashboard behind it. Source: docs/product.md §2, Admin. */
export function Admin({ site }: { site: Site }) {
  return <p role="status">Loading... {site.name}</p>;
}
