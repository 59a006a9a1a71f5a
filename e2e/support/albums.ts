import type { Page } from "@playwright/test";
import type { Album, AlbumPage } from "@porchlight/protocol/music.ts";

/** Addresses from which the Music screen loads its albums. */
export const ALBUMS = "**/spotify/v1/artists/*/albums?*";

/** The demo's albums and singles, newest first. */
export const DEMO_ALBUMS = [
  "Lake Effect",
  "Whitefish Running",
  "Breakwater Lamp",
  "Eleven Nights",
  "Grandstand Night",
  "Long Point",
];

/**
 * Replaces the gateway's albums on the Music screen, page by page.
 *
 * @param change turns the gateway's albums into the ones to show
 */
export async function routeAlbums(page: Page, change: (demo: Album[]) => Album[]): Promise<void> {
  let all: Album[] | undefined;
  await page.route(ALBUMS, async (route) => {
    const url = new URL(route.request().url());
    const limit = Number(url.searchParams.get("limit"));
    const offset = Number(url.searchParams.get("offset") ?? 0);
    const response = await route.fetch();
    const body: AlbumPage = await response.json();
    all ??= change(body.items);
    url.searchParams.set("offset", String(offset + limit));
    const next = offset + limit < all.length ? url.href : null;
    await route.fulfill({ response, json: { ...body, items: all.slice(offset, offset + limit), next } });
  });
}
