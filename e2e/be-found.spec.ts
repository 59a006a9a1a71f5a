import { expect, test } from "./support/test.ts";

// docs/product.md §2: what search engines and link previews read.

test("the breadcrumb trail is Home, About, Shop, and the artist's platforms are named", async ({ page, gateway }) => {
  await page.goto("/privacy");
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [, artist, trail] = blocks.map((block) => JSON.parse(block));
  expect(trail.itemListElement).toMatchObject([
    { position: 1, name: "Home", item: `${gateway.url}/` },
    { position: 2, name: "About", item: `${gateway.url}/about` },
    { position: 3, name: "Shop", item: `${gateway.url}/shop` },
  ]);
  expect(artist.sameAs).toHaveLength(6);
});

test("the picture for link previews can be fetched", async ({ page, request }) => {
  await page.goto("/");
  const address = await page.locator('meta[property="og:image"]').getAttribute("content");
  const response = await request.get(address ?? "");
  expect(response.headers()["content-type"]).toBe("image/jpeg");
});

test("sitemap and robots name all that may be read", async ({ request, gateway }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);
  const screens = ["/", "/about", "/shop", "/privacy", "/terms", "/accessibility"];
  expect(listed.slice(0, screens.length)).toEqual(screens.map((path) => gateway.url + path));
  const products = listed.slice(screens.length);
  expect(products.length).toBeGreaterThan(5);
  expect(products.filter((address) => !address?.startsWith(`${gateway.url}/shop/`))).toEqual([]);
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${gateway.url}/sitemap.xml`);
});
