import type { Page } from "@playwright/test";
import type { Album, AlbumPage } from "@porchlight/protocol/music.ts";

/** Where the Music screen has its albums from. */
export const ALBUMS = "**/spotify/v1/artists/*/albums?*";

/** The demo's albums and singles, the newest first. */
export const DEMO_ALBUMS = [
  "Lake Effect",
  "Whitefish Running",
  "Breakwater Lamp",
  "Eleven Nights",
  "Grandstand Night",
  "Long Point",
];

/**
 * Lets the Music screen have other albums than the gateway's, in pages as it asks for them.
 *
 * @param made makes them from those that the gateway has
 */
export async function answerAlbums(page: Page, made: (demo: Album[]) => Album[]): Promise<void> {
  let all: Album[] | undefined;
  await page.route(ALBUMS, async (route) => {
    const asked = new URL(route.request().url());
    const limit = Number(asked.searchParams.get("limit"));
    const offset = Number(asked.searchParams.get("offset") ?? 0);
    const response = await route.fetch();
    const answer: AlbumPage = await response.json();
    all ??= made(answer.items);
    asked.searchParams.set("offset", String(offset + limit));
    const next = offset + limit < all.length ? asked.href : null;
    await route.fulfill({ response, json: { ...answer, items: all.slice(offset, offset + limit), next } });
  });
}
