import { expect, test } from "./support/test.ts";

// docs/product.md §2: what search engines and link previews read.
test.use({ javaScriptEnabled: false, reducedMotion: "reduce" });

test("an album has its own name, description and cover in link previews", async ({ page, request, gateway }) => {
  await page.goto("/music/lake-effect");
  const property = (name: string) => page.locator(`meta[property="${name}"]`);
  const address = `${gateway.url}/music/lake-effect`;
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", address);
  await expect(property("og:url")).toHaveAttribute("content", address);
  await expect(property("og:type")).toHaveAttribute("content", "music.album");
  await expect(property("og:title")).toHaveAttribute("content", "Lake Effect · Harbour Line");
  await expect(property("og:description")).toHaveAttribute(
    "content",
    /^Lake Effect, a single by Harbour Line, released/,
  );
  await expect(property("og:image:alt")).toHaveAttribute("content", "Cover of Lake Effect");
  await expect(property("music:release_date")).toHaveAttribute("content", "2026-09-04");
  const cover = (await property("og:image").getAttribute("content")) ?? "";
  expect(cover).toContain(`${gateway.url}/optimized/music/lake-effect-`);
  expect((await request.get(cover)).headers()["content-type"]).toBe("image/jpeg");
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const album = blocks.map((block) => JSON.parse(block)).find((block) => block["@type"] === "MusicAlbum");
  expect(album).toMatchObject({ name: "Lake Effect", url: address, image: cover });
});

test("the picture for link previews can be fetched", async ({ page, request }) => {
  await page.goto("/");
  const address = await page.locator('meta[property="og:image"]').getAttribute("content");
  const response = await request.get(address ?? "");
  expect(response.headers()["content-type"]).toBe("image/jpeg");
});

test("the Music screen has the cover of the newest album in link previews", async ({ page, request, gateway }) => {
  await page.goto("/music");
  const property = (name: string) => page.locator(`meta[property="${name}"]`);
  await expect(property("og:image:alt")).toHaveAttribute("content", "Cover of Lake Effect");
  const cover = (await property("og:image").getAttribute("content")) ?? "";
  expect(cover).toContain(`${gateway.url}/optimized/music/lake-effect-`);
  expect((await request.get(cover)).headers()["content-type"]).toBe("image/jpeg");
});

test("sitemap and robots name every public page", async ({ request, gateway }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);
  const screens = ["/", "/about", "/music", "/shows", "/shop", "/press", "/privacy", "/terms", "/accessibility"];
  expect(listed.slice(0, screens.length)).toEqual(screens.map((path) => gateway.url + path));
  const parts = listed.slice(screens.length);
  const below = (path: string) => parts.filter((address) => address?.startsWith(gateway.url + path));
  expect(below("/shop/").length).toBeGreaterThan(5);
  expect(below("/music/")).toHaveLength(6);
  expect(below("/shows/")).toHaveLength(12);
  expect(below("/shop/").length + below("/music/").length + below("/shows/").length).toBe(parts.length);
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${gateway.url}/sitemap.xml`);
});
