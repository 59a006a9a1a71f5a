import { ALBUM_PAGE_LIMITS, ALBUM_QUERY } from "@porchlight/protocol/music.ts";
import type { Random } from "../../random.ts";
import { expectStatus, type VisitorResponse } from "../client.ts";
import type { TestSite } from "../test-site.ts";

const PAGES = ["/", "/", "/about", "/shop", "/shop", "/music", "/privacy", "/terms", "/accessibility"] as const;
/** Addresses on our own origin that a page loads. */
const LOADED = /(?:src|href)="(\/(?:optimized|assets)\/[^"]+)"/g;

/** A fan opens one or two pages and some of their assets. The site counts each view. */
export async function read(site: TestSite, random: Random, from: string): Promise<void> {
  const count = 1 + random.below(2);
  for (let page = 0; page < count; page += 1) await readPage(site, random, from);
}

async function readPage(site: TestSite, random: Random, from: string): Promise<void> {
  const path = random.oneOf(PAGES);
  const encoding = random.oneOf(["br", "gzip", "identity"]);
  const page = await site.send({ path, from, headers: { Accept: "text/html", "Accept-Encoding": encoding } });
  expectStatus(page, 200, path);
  if (random.happens(0.2)) await readAgain(site, page, path, from, encoding);
  if (encoding === "identity") await loadOneAsset(site, random, page, from);
  if (path === "/music") await readAlbums(site, from);
  if (random.happens(0.1)) expectStatus(await site.send({ path: "/config.json", from }), 200, "/config.json");
  await countView(site, path, from);
}

/** Revalidates a cached page. */
async function readAgain(
  site: TestSite,
  page: VisitorResponse,
  path: string,
  from: string,
  encoding: string,
): Promise<void> {
  const { etag } = page.headers;
  if (etag === undefined) return site.note(`${path} has no ETag`);
  const headers = { Accept: "text/html", "Accept-Encoding": encoding, "If-None-Match": etag };
  const again = await site.send({ path, from, headers });
  // The page may have changed, because a product has sold out or an album is new.
  if (again.status !== 304) expectStatus(again, 200, `${path} again`);
}

async function loadOneAsset(site: TestSite, random: Random, { text }: VisitorResponse, from: string): Promise<void> {
  const loaded = [...text.matchAll(LOADED)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
  const address = loaded[random.below(loaded.length)];
  if (address !== undefined) expectStatus(await site.send({ path: address, from }), 200, address);
}

/** Sends the Music screen's request. The site always has albums, even when the provider is down. */
export async function readAlbums(site: TestSite, from: string): Promise<string[]> {
  const query = new URLSearchParams({ ...ALBUM_QUERY, limit: String(ALBUM_PAGE_LIMITS.screen) });
  const path = `/spotify/v1/artists/${site.config.music.artistId}/albums?${query}`;
  const response = await site.send({ path, from });
  expectStatus(response, 200, "albums");
  // The response of our own gateway has the provider's shape.
  const { items } = JSON.parse(response.text) as { items: { name: string }[] };
  if (items.length === 0) site.note("There were no albums");
  return items.map(({ name }) => name);
}

async function countView(site: TestSite, path: string, from: string): Promise<void> {
  const { views } = site.records;
  const json = { events: [{ name: "page_view", params: { page_path: path } }] };
  views.pending += 1;
  const response = await site.send({ path: "/analytics/events", json, from });
  expectStatus(response, 204, "an event");
  views.pending -= 1;
  views.taken += 1;
}
