import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog, somePages } from "../testing/gateway-in-memory.ts";
import { aRecorder, textOf } from "./pages.case.ts";

let milliseconds = 0;
beforeEach(() => {
  milliseconds = 0;
  vi.spyOn(performance, "now").mockImplementation(() => milliseconds);
  return () => vi.restoreAllMocks();
});

describe("pages", () => {
  it("are rendered once and cached until the content changes", () => {
    const { pages } = somePages();
    expect(pages.find("/about")).toBe(pages.find("/about"));
  });

  it("can all be rendered before the first request, which is then served from the cache", async () => {
    const { drawn, renderer } = aRecorder();
    const { pages } = somePages({ renderer });
    await pages.warmUp();
    const before = drawn.length;
    for (const path of ["/", "/about", "/shop", "/music", "/privacy", "/admin"]) pages.find(path);
    expect(drawn.map(({ content }) => content.screen)).toContain("music");
    expect(drawn).toHaveLength(before);
  });

  it("are compressed again, as small as possible, after the first response", async () => {
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

  it("check for new pictures every second or after a save, and 30 seconds after a failure, such as a full disk", async () => {
    const { pictures, icons } = somePages();
    const refresh = vi.fn(async () => 1);
    const { pages } = somePages({
      pictures: { ...pictures, hasChanged: () => true, refresh },
      icons: { ...icons, refresh: async () => {} },
    });
    const refreshesBy = async (at: number, isSaved = false) => {
      milliseconds = at;
      pages.checkContent(isSaved);
      await setImmediate();
      return refresh.mock.calls.length;
    };
    expect(await refreshesBy(1_100)).toBe(1);
    expect(await refreshesBy(1_200)).toBe(1);
    expect(await refreshesBy(1_210, true)).toBe(2);
    refresh.mockRejectedValueOnce(new Error("ENOSPC"));
    expect(await refreshesBy(2_300)).toBe(3);
    expect(await refreshesBy(3_400)).toBe(3);
    expect(await refreshesBy(32_200, true)).toBe(3);
    expect(await refreshesBy(32_400)).toBe(4);
    expect(await refreshesBy(33_500)).toBe(5);
  });

  it("stay as they were after a broken edit, which is logged once with its file, and after a deleted file", () => {
    const logged: unknown[] = [];
    const log = Object.assign(Object.create(silentLog), { error: (fields: unknown) => logged.push(fields) });
    let now = Date.parse("2026-03-01T12:00:00Z");
    const { pages, contentDir } = somePages({ log, clock: () => new Date(now) });
    textOf(pages, "/about");
    const whole = readFileSync(join(contentDir, "artist.json"), "utf8");
    writeFileSync(join(contentDir, "artist.json"), whole.slice(0, whole.length / 2));
    expect(textOf(pages, "/about")).toContain("Harbour Line");
    // The broken file was an upload in progress.
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

  it("stay as they were while a file cannot be read because it is a symbolic link to itself, and report the problem", () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const { pages, contentDir } = somePages({ clock: () => new Date(now) });
    const before = textOf(pages, "/about");
    const file = join(contentDir, "about.md");
    rmSync(file);
    symlinkSync(file, file);
    expect(textOf(pages, "/about")).toBe(before);
    now += 1_000;
    expect(textOf(pages, "/about")).toBe(before);
    expect(pages.problem()).toMatch(/^about\.md cannot be read: ELOOP/);
    rmSync(file);
    writeFileSync(file, "---\ntitle: Our story\n---\nHello.\n");
    expect(textOf(pages, "/about")).toContain("<h1>Our story</h1>");
    expect(pages.problem()).toBeUndefined();
  });

  it("stay as they were until a picture that an edit names exists and is prepared", async () => {
    const ready = new Set(["n1"]);
    let isChanged = false;
    const pictures = {
      ...somePages().pictures,
      hasChanged: () => isChanged,
      refresh: async () => {
        isChanged = false;
        ready.add("summer");
        return 1;
      },
      find: (name: string, alt: string) =>
        ready.has(name) ? { name, alt, width: 1, height: 1, version: "1", variants: [] } : undefined,
    };
    let now = Date.parse("2026-03-01T12:00:00Z");
    const { pages, contentDir } = somePages({ pictures, clock: () => new Date(now) });
    const homeAt = (at: number) => {
      milliseconds = at;
      return textOf(pages, "/content/home.json");
    };
    const artist = readFileSync(join(contentDir, "artist.json"), "utf8");
    expect(homeAt(200)).toContain('"name":"n1"');
    writeFileSync(join(contentDir, "artist.json"), artist.replace('"n1"', '"summer"'));
    homeAt(400);
    now += 1_000;
    // Without its picture, the hero would be black.
    expect(homeAt(600)).toContain('"name":"n1"');
    expect(pages.problem()).toContain('no picture "summer"');
    mkdirSync(join(contentDir, "images"));
    writeFileSync(join(contentDir, "images/summer.jpg"), "a picture");
    isChanged = true;
    await vi.waitFor(() => {
      milliseconds += 1_001;
      expect(textOf(pages, "/content/home.json")).toContain('"name":"summer"');
    });
    expect(pages.problem()).toBeUndefined();
  });

  it("report the problem of the last edit until it is fixed, even if nobody visits the site", () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const { pages, contentDir } = somePages({ clock: () => new Date(now) });
    const problemNow = () => {
      pages.checkContent();
      return pages.problem();
    };
    expect(problemNow()).toBeUndefined();
    writeFileSync(join(contentDir, "about.md"), "No title.\n");
    expect(problemNow()).toBeUndefined();
    now += 1_000;
    expect(problemNow()).toMatch(/^about\.md, line 1/);
    expect(problemNow()).toMatch(/^about\.md, line 1/);
    writeFileSync(join(contentDir, "about.md"), "---\ntitle: Our story\n---\nHello.\n");
    expect(problemNow()).toBeUndefined();
  });

  it("check the disk no more often for many visitors than for a few", () => {
    const { pages, contentDir } = somePages();
    for (let load = 0; load < 25; load += 1) textOf(pages, "/about");
    writeFileSync(join(contentDir, "about.md"), "---\ntitle: Our story\n---\nHello.\n");
    expect(textOf(pages, "/about")).toContain("<h1>About</h1>");
    milliseconds = 101;
    expect(textOf(pages, "/about")).toContain("<h1>Our story</h1>");
  });

  it("are revalidated by browsers each time, by their checksum", () => {
    const page = somePages().pages.find("/");
    expect(page?.headers["Cache-Control"]).toBe("no-cache");
    expect(page?.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  it("show the current year, even after New Year", () => {
    let now = new Date("2026-12-31T23:59:59Z");
    const years: number[] = [];
    const { pages } = somePages({
      clock: () => now,
      renderer: {
        createHead: () => ({ title: "", description: "", keywords: "", noindex: false, structuredData: [] }),
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

  it("exist for every screen, and at no other path", () => {
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

  it("are listed for search engines with the site's public address", () => {
    const { pages } = somePages();
    expect(textOf(pages, "/sitemap.xml")).toContain("<loc>https://artist.example/about</loc>");
    expect(textOf(pages, "/robots.txt")).toContain("Sitemap: https://artist.example/sitemap.xml");
  });

  it("have a web app manifest with the artist's name, colour and icons", async () => {
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

  it("cannot start without content, and the error is a sentence for the owner", () => {
    expect(() => somePages({ contentDir: "/nowhere" })).toThrow("artist.json is missing from /nowhere");
  });
});
