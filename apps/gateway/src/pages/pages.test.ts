import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aShopProduct } from "@porchlight/fixtures/shop-product.ts";
import type { PageData } from "@porchlight/protocol/content.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import type { SiteRenderer } from "@porchlight/protocol/render.ts";
import type { ShopProducts } from "@porchlight/protocol/shop.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Music } from "../content/content.ts";
import { plainRenderer, silentLog, somePages } from "../testing/gateway-in-memory.ts";

const textOf = (pages: ReturnType<typeof somePages>["pages"], path: string) =>
  pages.find(path)?.bodies.identity.body.toString() ?? "";

/** Draws pages and keeps what each was drawn from. */
function aRecorder(): { drawn: PageData[]; renderer: SiteRenderer } {
  const drawn: PageData[] = [];
  const renderPage: SiteRenderer["renderPage"] = (page) => {
    drawn.push(page);
    return plainRenderer.renderPage(page);
  };
  return { drawn, renderer: { ...plainRenderer, renderPage } };
}

let milliseconds = 0;
beforeEach(() => {
  milliseconds = 0;
  vi.spyOn(performance, "now").mockImplementation(() => milliseconds);
  return () => vi.restoreAllMocks();
});

describe("pages", () => {
  it("are made once and given again until the content changes", () => {
    const { pages } = somePages();
    expect(pages.find("/about")).toBe(pages.find("/about"));
  });

  it("can all be drawn before anybody asks, and are given out then as they were drawn", async () => {
    const { drawn, renderer } = aRecorder();
    const { pages } = somePages({ renderer });
    await pages.warmUp();
    const before = drawn.length;
    for (const path of ["/", "/about", "/shop", "/music", "/privacy", "/admin"]) pages.find(path);
    expect(drawn.map(({ content }) => content.screen)).toContain("music");
    expect(drawn).toHaveLength(before);
  });

  it("are packed once more, more tightly, after the first who asked has the answer", async () => {
    const { pages } = somePages();
    const packed = () => pages.find("/privacy")?.bodies.br.body.length ?? 0;
    const atOnce = packed();
    expect(atOnce).toBeGreaterThan(0);
    await vi.waitFor(() => expect(packed()).toBeLessThan(atOnce));
    await pages.warmUp();
    const { br, identity } = pages.find("/about")?.bodies ?? {};
    const tightest = brotliCompressSync(identity?.body ?? "");
    expect(br?.body.length).toBe(tightest.length);
  });

  it("show an edit on the next load", () => {
    const { pages, contentDir } = somePages();
    expect(textOf(pages, "/about")).toContain("<h1>About</h1>");
    writeFileSync(join(contentDir, "about.md"), "---\ntitle: Our story\n---\nHello.\n");
    expect(textOf(pages, "/about")).toContain("<h1>Our story</h1>");
    expect(JSON.parse(textOf(pages, "/content/about.json"))).toMatchObject({
      content: { screen: "about", title: "Our story", bodyHtml: "<p>Hello.</p>" },
      head: { title: "Our story" },
    });
  });

  it("look for new pictures each second, and after a preparation that failed, as on a full disk, after half a minute", async () => {
    const { pictures, icons } = somePages();
    const refresh = vi.fn(async () => 1);
    const { pages } = somePages({
      pictures: { ...pictures, hasChanged: () => true, refresh },
      icons: { ...icons, refresh: async () => {} },
    });
    const looksBy = async (at: number) => {
      milliseconds = at;
      pages.look();
      await setImmediate();
      return refresh.mock.calls.length;
    };
    expect(await looksBy(1_100)).toBe(1);
    expect(await looksBy(1_200)).toBe(1);
    refresh.mockRejectedValueOnce(new Error("ENOSPC"));
    expect(await looksBy(2_200)).toBe(2);
    expect(await looksBy(3_300)).toBe(2);
    expect(await looksBy(32_000)).toBe(2);
    expect(await looksBy(32_300)).toBe(3);
    expect(await looksBy(33_400)).toBe(4);
  });

  it("stay as they were after a broken or lost edit, which is logged once by its file", () => {
    const logged: unknown[] = [];
    const log = Object.assign(Object.create(silentLog), { error: (fields: unknown) => logged.push(fields) });
    let now = Date.parse("2026-03-01T12:00:00Z");
    const { pages, contentDir } = somePages({ log, clock: () => new Date(now) });
    textOf(pages, "/about");
    const whole = readFileSync(join(contentDir, "artist.json"), "utf8");
    writeFileSync(join(contentDir, "artist.json"), whole.slice(0, whole.length / 2));
    expect(textOf(pages, "/about")).toContain("Harbour Line");
    // It was being uploaded.
    writeFileSync(join(contentDir, "artist.json"), whole);
    now += 1_000;
    textOf(pages, "/about");
    expect(logged).toEqual([]);
    writeFileSync(join(contentDir, "artist.json"), '{ "name": ');
    expect(textOf(pages, "/about")).toContain("Harbour Line");
    now += 1_000;
    expect(textOf(pages, "/about")).toContain("Harbour Line");
    expect(textOf(pages, "/terms")).toContain("Harbour Line");
    expect(logged).toEqual([{ reason: expect.stringContaining("artist.json, line 1: ") }]);
    rmSync(join(contentDir, "terms.md"));
    expect(textOf(pages, "/terms")).toContain("Harbour Line");
  });

  it("stay as they were while a file leads to itself, as while its folder may not be read, and the owner is told", () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const { pages, contentDir } = somePages({ clock: () => new Date(now) });
    const before = textOf(pages, "/about");
    const file = join(contentDir, "about.md");
    rmSync(file);
    symlinkSync(file, file);
    expect(textOf(pages, "/about")).toBe(before);
    now += 1_000;
    expect(textOf(pages, "/about")).toBe(before);
    expect(pages.trouble()).toMatch(/^about\.md cannot be read: ELOOP/);
    rmSync(file);
    writeFileSync(file, "---\ntitle: Our story\n---\nHello.\n");
    expect(textOf(pages, "/about")).toContain("<h1>Our story</h1>");
    expect(pages.trouble()).toBeUndefined();
  });

  it("tell the owner what is wrong with the last edit until it is mended, with no visitor in between", () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const { pages, contentDir } = somePages({ clock: () => new Date(now) });
    const troubleNow = () => {
      pages.look();
      return pages.trouble();
    };
    expect(troubleNow()).toBeUndefined();
    writeFileSync(join(contentDir, "about.md"), "No title.\n");
    expect(troubleNow()).toBeUndefined();
    now += 1_000;
    expect(troubleNow()).toMatch(/^about\.md, line 1/);
    expect(troubleNow()).toMatch(/^about\.md, line 1/);
    writeFileSync(join(contentDir, "about.md"), "---\ntitle: Our story\n---\nHello.\n");
    expect(troubleNow()).toBeUndefined();
  });

  it("cost a crowd no more looks at the disk than a few visitors", () => {
    const { pages, contentDir } = somePages();
    for (let load = 0; load < 25; load += 1) textOf(pages, "/about");
    writeFileSync(join(contentDir, "about.md"), "---\ntitle: Our story\n---\nHello.\n");
    expect(textOf(pages, "/about")).toContain("<h1>About</h1>");
    milliseconds = 101;
    expect(textOf(pages, "/about")).toContain("<h1>Our story</h1>");
  });

  it("are asked for again by browsers each time, by their checksum", () => {
    const page = somePages().pages.find("/");
    expect(page?.headers["Cache-Control"]).toBe("no-cache");
    expect(page?.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  it("carry the year of the clock, over New Year too", () => {
    let now = new Date("2026-12-31T23:59:59Z");
    const years: number[] = [];
    const { pages } = somePages({
      clock: () => now,
      renderer: {
        headOf: () => ({ title: "", description: "", keywords: "", noindex: false, structuredData: [] }),
        renderPage: ({ site }) => {
          years.push(site.year);
          return { html: "", inlineScripts: [], inlineStyles: [] };
        },
      },
    });
    pages.find("/");
    now = new Date("2027-01-01T00:00:00Z");
    pages.find("/");
    expect(years).toEqual([2026, 2027]);
  });

  it("are there for every screen, and nowhere else", () => {
    const { pages } = somePages();
    for (const path of ["/", "/about", "/privacy", "/terms", "/accessibility"])
      expect(pages.find(path)?.status).toBe(200);
    for (const path of [
      "/About",
      "/not-found",
      "/content/x.json",
      "/content/__proto__.json",
      "/about.json",
      "/%61bout",
    ]) {
      expect(pages.find(path)).toBeUndefined();
    }
    expect(pages.notFound().status).toBe(404);
  });

  it("are listed for search engines by the public address", () => {
    const { pages } = somePages();
    expect(textOf(pages, "/sitemap.xml")).toContain("<loc>https://artist.example/about</loc>");
    expect(textOf(pages, "/robots.txt")).toContain("Sitemap: https://artist.example/sitemap.xml");
  });

  it("come with a manifest for the home screens of phones, in the artist's name and colour", async () => {
    const { pages, icons, contentDir } = somePages();
    expect(pages.find("/manifest.webmanifest")?.headers).toMatchObject({
      "Content-Type": "application/manifest+json",
      "Cache-Control": "no-cache",
    });
    expect(JSON.parse(textOf(pages, "/manifest.webmanifest"))).toMatchObject({
      name: "Harbour Line",
      short_name: "Harbour Line",
      start_url: "/",
      display: "minimal-ui",
      background_color: "#0b0e16",
      theme_color: "#d83b65",
      icons: [],
    });

    mkdirSync(join(contentDir, "images"));
    writeFileSync(join(contentDir, "images/icon.svg"), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>');
    milliseconds = 1_001;
    pages.find("/");
    await vi.waitFor(() => expect(icons.version()).toBeDefined(), { timeout: 30_000, interval: 10 });
    const { icons: listed } = JSON.parse(textOf(pages, "/manifest.webmanifest"));
    expect(listed).toEqual([
      { src: `/icon-192.png?v=${icons.version()}`, type: "image/png", sizes: "192x192", purpose: "any" },
      { src: `/icon-512.png?v=${icons.version()}`, type: "image/png", sizes: "512x512", purpose: "any" },
      { src: `/icon-maskable-192.png?v=${icons.version()}`, type: "image/png", sizes: "192x192", purpose: "maskable" },
      { src: `/icon-maskable-512.png?v=${icons.version()}`, type: "image/png", sizes: "512x512", purpose: "maskable" },
    ]);
  });

  it("refuse to start on content that cannot be read, in a sentence", () => {
    expect(() => somePages({ contentDir: "/nowhere" })).toThrow("artist.json is missing from /nowhere");
  });
});

describe("the shop's pages", () => {
  const shirt = aShopProduct({ handle: "shirt", title: "Shirt" });
  const mug = aShopProduct({ handle: "mug & cup", title: "Mug" });
  const dataOf = (pages: ReturnType<typeof somePages>["pages"]) => JSON.parse(textOf(pages, "/content/shop.json"));

  it("hold products in finished HTML, and leave them out where the browser asks the store", () => {
    const { drawn, renderer } = aRecorder();
    const { pages } = somePages({ renderer, products: () => ({ products: [shirt, mug], currencyCode: "CAD" }) });
    expect(pages.find("/shop")?.status).toBe(200);
    expect(pages.find("/shop/mug%20%26%20cup")?.status).toBe(200);
    expect(pages.find("/shop/none")).toBeUndefined();
    expect(drawn.map(({ content }) => content)).toMatchObject([
      { screen: "shop", products: [{ handle: "shirt" }, { handle: "mug & cup" }] },
      { screen: "shop", products: [{ handle: "mug & cup" }], handle: "mug & cup" },
    ]);
    expect(dataOf(pages).content).not.toHaveProperty("products");
    expect(dataOf(pages).content).toMatchObject({ screen: "shop", currencyCode: "CAD" });
  });

  it("of a shop that cannot be asked are in the data too, with their age", () => {
    const asOf = "2026-03-01T12:00:00.000Z";
    const { pages } = somePages({ products: () => ({ products: [shirt, mug], currencyCode: "CAD", asOf }) });
    expect(dataOf(pages).content).toMatchObject({ products: [{ handle: "shirt" }, { handle: "mug & cup" }], asOf });
  });

  it("of a shop that cannot be asked tell their age in seconds, on every page that is drawn of them", () => {
    let now = new Date("2026-03-01T12:01:30.500Z");
    let products: ShopProducts = { products: [shirt, mug], currencyCode: "CAD", asOf: "2026-03-01T12:00:00.000Z" };
    const { pages } = somePages({ products: () => products, clock: () => now });
    const ages = () =>
      ["/shop", "/shop/shirt", "/content/shop.json", "/sitemap.xml", "/about"].map((path) => {
        const page = pages.find(path);
        const told = [page?.headers, ...Object.values(page?.bodies ?? {}).map(({ headers }) => headers)];
        expect(new Set(told.map((headers) => headers?.Age)).size).toBe(1);
        for (const { flat, headers } of Object.values(page?.bodies ?? {})) {
          expect(flat).toEqual(Object.entries(headers).flat());
        }
        return page?.headers.Age;
      });
    expect(ages()).toEqual(["90", "90", "90", "90", undefined]);
    const [page, of] = [textOf(pages, "/shop"), pages.find("/shop")?.etag];
    now = new Date("2026-03-01T14:00:00.000Z");
    expect(ages()).toEqual(["7200", "7200", "7200", "7200", undefined]);
    expect([textOf(pages, "/shop"), pages.find("/shop")?.etag]).toEqual([page, of]);
    now = new Date("2026-03-01T11:00:00.000Z");
    expect(pages.find("/shop")?.headers.Age).toBe("0");
    products = { products: [shirt, mug], currencyCode: "CAD" };
    expect(ages()).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it("are one page however the address is spelt", () => {
    const { drawn, renderer } = aRecorder();
    const onSale = { products: [shirt, mug], currencyCode: "CAD" };
    const { pages } = somePages({ renderer, products: () => onSale });
    const page = pages.find("/shop/mug%20%26%20cup");
    for (const spelling of ["mug%20&%20cup", "%6dug%20%26%20cup", "%6D%75g %26 cup"]) {
      expect(pages.find(`/shop/${spelling}`)).toBe(page);
    }
    expect(pages.find("/shop/%")).toBeUndefined();
    expect(drawn).toHaveLength(1);
  });

  it("are made again when a product changes, and no other page is", () => {
    let products = { products: [shirt], currencyCode: "CAD" };
    const { pages } = somePages({ products: () => products });
    const [before, about] = [pages.find("/shop"), pages.find("/about")];
    expect(pages.find("/shop")).toBe(before);
    expect(textOf(pages, "/sitemap.xml")).not.toContain("/shop/mug");
    products = { products: [shirt, mug], currencyCode: "CAD" };
    expect(pages.find("/shop")).not.toBe(before);
    expect(pages.find("/about")).toBe(about);
    expect(textOf(pages, "/sitemap.xml")).toContain("<loc>https://artist.example/shop/mug%20%26%20cup</loc>");
  });

  it("say what the owner wrote about the shop, and something sensible where that is missing", () => {
    const { pages, contentDir } = somePages();
    rmSync(join(contentDir, "store"), { recursive: true, force: true });
    expect(dataOf(pages).content).toMatchObject({ title: "Shop", introductionHtml: "" });
    mkdirSync(join(contentDir, "store"));
    writeFileSync(join(contentDir, "store/shop.md"), "---\ntitle: The table\n---\n<b>Hello</b> from {name}.\n");
    expect(dataOf(pages).content).toMatchObject({
      title: "The table",
      introductionHtml: "<p>&lt;b&gt;Hello&lt;/b&gt; from Harbour Line.</p>",
    });
  });
});

describe("the Music screen's pages", () => {
  const [first, second] = [anAlbum({ id: "1", name: "Long Point" }), anAlbum({ id: "2", name: "Lake Effect" })];
  const recordings = [{ album: "Long Point", recordings: [] }];
  const heard = (albums: Album[]) => ({ albums, recordings, artistId: "harbourline" });
  const policyOf = (pages: ReturnType<typeof somePages>["pages"], path: string) =>
    pages.find(path)?.headers["Content-Security-Policy"];

  it("hold albums in finished HTML, one on an album's own, and leave them out where the browser asks for them", () => {
    const { drawn, renderer } = aRecorder();
    const music = heard([first, second]);
    const { pages } = somePages({ renderer, music: () => music });
    expect(pages.find("/music")?.status).toBe(200);
    expect(pages.find("/music/lake-effect")?.status).toBe(200);
    expect(pages.find("/music/none")).toBeUndefined();
    expect(drawn.map(({ content }) => content)).toMatchObject([
      { screen: "music", albums: [{ id: "1" }, { id: "2" }], recordings },
      { screen: "music", albums: [{ id: "2" }], album: "lake-effect", recordings },
    ]);
    const { content } = JSON.parse(textOf(pages, "/content/music.json"));
    expect(content).not.toHaveProperty("albums");
    expect(content).toMatchObject({ screen: "music", artistId: "harbourline", recordings });
  });

  it("are found by an album's name however it is typed, and are kept once", () => {
    const music = heard([anAlbum({ name: "Été" }), anAlbum({ id: "2", name: "서울의 밤" })]);
    const { pages } = somePages({ music: () => music });
    const page = pages.find("/music/ete");
    expect(page?.status).toBe(200);
    for (const typed of ["été", "ÉTÉ", "été".normalize("NFD")]) {
      expect(pages.find(`/music/${encodeURIComponent(typed)}`), typed).toBe(page);
    }
    expect(pages.find(`/music/${encodeURIComponent("서울의 밤")}`)?.status).toBe(200);
  });

  it("hold no list, rather than an empty one, while there never was any", () => {
    const { drawn, renderer } = aRecorder();
    let music: Music = { albums: undefined, recordings: [], artistId: "harbourline" };
    const { pages } = somePages({ renderer, music: () => music });
    expect(pages.find("/music")?.status).toBe(200);
    expect(pages.find("/music/long-point")).toBeUndefined();
    music = { ...music, albums: [] };
    pages.find("/music");
    expect(drawn.map(({ content }) => content)).toEqual([
      expect.not.objectContaining({ albums: expect.anything() }),
      expect.objectContaining({ albums: [] }),
    ]);
  });

  it("hold the twenty newest of many", () => {
    const music = heard(Array.from({ length: 30 }, (_, at) => anAlbum({ id: String(at), name: `Album ${at}` })));
    const { drawn, renderer } = aRecorder();
    const { pages } = somePages({ renderer, music: () => music });
    pages.find("/music");
    expect(drawn[0]?.content).toMatchObject({ albums: { length: 20 } });
  });

  it("are made again when an album changes, and no other page is", () => {
    let music = heard([first]);
    const { pages } = somePages({ music: () => music });
    const [before, about] = [pages.find("/music"), pages.find("/about")];
    expect(pages.find("/music")).toBe(before);
    music = heard([first, second]);
    expect(pages.find("/music")).not.toBe(before);
    expect(pages.find("/about")).toBe(about);
    expect(textOf(pages, "/sitemap.xml")).toContain("<loc>https://artist.example/music/lake-effect</loc>");
  });

  it("let Spotify's frame in on every page as soon as an album is at Spotify, and only then", () => {
    let music = heard([anAlbum({ external_urls: { spotify: "https://spotify.example/album/1" } })]);
    const { pages } = somePages({ music: () => music });
    expect(policyOf(pages, "/about")).not.toContain("frame-src");
    music = heard([first]);
    expect(policyOf(pages, "/music")).toContain("frame-src https://open.spotify.com");
    expect(policyOf(pages, "/about")).toContain("frame-src https://open.spotify.com");
  });
});
