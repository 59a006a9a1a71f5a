import { ALBUM_PAGE_LIMITS, ALBUM_QUERY } from "@porchlight/protocol/music.ts";
import type { Answer } from "../client.ts";
import type { Dice } from "../dice.ts";
import type { Scene } from "../scene.ts";
import { expectStatus } from "./expect-status.ts";

const PAGES = ["/", "/", "/about", "/shop", "/shop", "/music", "/privacy", "/terms", "/accessibility"] as const;
/** Addresses on our own origin that a page has a browser load. */
const LOADED = /(?:src|href)="(\/(?:optimized|assets)\/[^"]+)"/g;

/** A fan opens one or two pages with some of what belongs to them, and each view is counted. */
export async function read(scene: Scene, dice: Dice, from: string): Promise<void> {
  const count = 1 + dice.below(2);
  for (let page = 0; page < count; page += 1) await readPage(scene, dice, from);
}

async function readPage(scene: Scene, dice: Dice, from: string): Promise<void> {
  const path = dice.oneOf(PAGES);
  const encoding = dice.oneOf(["br", "gzip", "identity"]);
  const page = await scene.ask({ path, from, headers: { Accept: "text/html", "Accept-Encoding": encoding } });
  expectStatus(page, 200, path);
  if (dice.happens(0.2)) await readAgain(scene, page, path, from, encoding);
  if (encoding === "identity") await loadOneOf(scene, dice, page, from);
  if (path === "/music") await readAlbums(scene, from);
  if (dice.happens(0.1)) expectStatus(await scene.ask({ path: "/config.json", from }), 200, "/config.json");
  await countView(scene, path, from);
}

/** A browser that has the page asks only whether it has changed. */
async function readAgain(scene: Scene, page: Answer, path: string, from: string, encoding: string): Promise<void> {
  const { etag } = page.headers;
  if (etag === undefined) return scene.note(`${path} has no ETag`);
  const headers = { Accept: "text/html", "Accept-Encoding": encoding, "If-None-Match": etag };
  const again = await scene.ask({ path, from, headers });
  // It may be another page by now: a product is sold out, or an album has come.
  if (again.status !== 304) expectStatus(again, 200, `${path} again`);
}

async function loadOneOf(scene: Scene, dice: Dice, { text }: Answer, from: string): Promise<void> {
  const loaded = [...text.matchAll(LOADED)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
  const address = loaded[dice.below(loaded.length)];
  if (address !== undefined) expectStatus(await scene.ask({ path: address, from }), 200, address);
}

/** The Music screen's own question. There is a list in any weather. */
export async function readAlbums(scene: Scene, from: string): Promise<string[]> {
  const query = new URLSearchParams({ ...ALBUM_QUERY, limit: String(ALBUM_PAGE_LIMITS.screen) });
  const path = `/spotify/v1/artists/${scene.config.music.artistId}/albums?${query}`;
  const answer = await scene.ask({ path, from });
  expectStatus(answer, 200, "albums");
  // Our own gateway answers, in the provider's form.
  const { items } = JSON.parse(answer.text) as { items: { name: string }[] };
  if (items.length === 0) scene.note("There were no albums");
  return items.map(({ name }) => name);
}

async function countView(scene: Scene, path: string, from: string): Promise<void> {
  const { views } = scene.books;
  const body = JSON.stringify({ events: [{ name: "page_view", params: { page_path: path } }] });
  views.unclear += 1;
  const answer = await scene.ask({
    path: "/analytics/events",
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    from,
  });
  expectStatus(answer, 204, "an event");
  views.unclear -= 1;
  views.taken += 1;
}
