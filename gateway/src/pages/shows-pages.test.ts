import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aShow } from "@porchlight/fixtures/show.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Music } from "../content/content.ts";
import { somePages } from "../testing/gateway-in-memory.ts";
import { someContent } from "../testing/gateway-process.ts";
import { aRecorder, textOf } from "./pages.case.ts";

beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

const next = aShow();
const later = aShow({ id: "2027-guelph", date: "2027-04-10", overAt: "2027-04-11T04:00:00.000Z", town: "Guelph" });
const over = aShow({ id: "2025-sudbury", date: "2025-08-02", overAt: "2025-08-03T04:00:00.000Z", town: "Sudbury" });

/** Pages with these shows, on November 10, 2026. */
function pagesOf(shows: readonly Show[], options: Partial<Parameters<typeof somePages>[0]> = {}) {
  const { drawn, renderer } = aRecorder();
  let present = shows;
  const clock = () => new Date("2026-11-10T12:00:00Z");
  const { pages } = somePages({ renderer, shows: () => present, clock, ...options });
  return {
    pages,
    drawn,
    replace: (others: readonly Show[]) => {
      present = others;
    },
  };
}

const ADDRESSES = [
  "/shows",
  "/shows/2026-kingston",
  "/shows/embed",
  "/shows.ics",
  "/shows/2026-kingston.ics",
  "/shows.atom",
];

describe("the shows' pages", () => {
  it("list the next show first, and the past ones after it", () => {
    const { pages, drawn } = pagesOf([over, later, next]);
    expect(pages.find("/shows")?.status).toBe(200);
    expect(drawn).toMatchObject([
      {
        site: { hasShows: true },
        content: {
          screen: "shows",
          ahead: [{ id: "2026-kingston" }, { id: "2027-guelph" }],
          past: [{ id: "2025-sudbury" }],
          aheadCount: 2,
          pastCount: 1,
        },
      },
    ]);
  });

  it.each([
    ["MusicGroup", "Where Harbour Line play next: "],
    ["Person", "Where Harbour Line plays next: "],
  ])("say in a description what a %s does", (kind, words) => {
    const contentDir = someContent();
    const file = join(contentDir, "artist.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), kind }));
    const { pages, drawn } = pagesOf([next], { contentDir });
    pages.find("/shows");
    expect(drawn).toMatchObject([{ content: { description: expect.stringContaining(words) } }]);
  });

  it("offer emails only where a mail server sends them", () => {
    const { drawn, renderer } = aRecorder();
    for (const hasReminders of [false, true]) {
      const { pages } = somePages({ renderer, shows: () => [next], hasReminders });
      pages.find("/shows");
    }
    expect(drawn.map(({ content }) => "hasReminders" in content)).toEqual([false, true]);
  });

  it("of one show have only that one", () => {
    const { pages, drawn } = pagesOf([over, later, next]);
    expect(pages.find("/shows/2025-sudbury")?.status).toBe(200);
    expect(drawn).toMatchObject([
      { content: { show: { id: "2025-sudbury" }, ahead: [], past: [{ id: "2025-sudbury" }] } },
    ]);
  });

  it("do not exist without shows, and nothing leads to them", () => {
    const { pages, drawn } = pagesOf([]);
    for (const path of [...ADDRESSES, "/content/shows.json"]) expect(pages.find(path), path).toBeUndefined();
    expect(textOf(pages, "/sitemap.xml")).not.toContain("shows");
    pages.find("/");
    expect(drawn[0]?.site).not.toHaveProperty("hasShows");
  });

  it("a hidden show has no address, and is in no list, calendar, feed or sitemap", () => {
    const { pages } = pagesOf([later]);
    expect(pages.find("/shows/2026-kingston")).toBeUndefined();
    expect(pages.find("/shows/2026-kingston.ics")).toBeUndefined();
    for (const path of ["/shows", "/shows/embed", "/shows.ics", "/shows.atom", "/content/shows.json", "/sitemap.xml"]) {
      expect(textOf(pages, path), path).not.toContain("kingston");
    }
  });

  it("change with the list of shows, and so do the calendar and the feed", () => {
    const { pages, replace } = pagesOf([next]);
    const before = ADDRESSES.map((path) => pages.find(path));
    expect(ADDRESSES.map((path) => pages.find(path))).toEqual(before);
    replace([aShow({ isSoldOut: true, sequence: 1 })]);
    for (const [at, path] of ADDRESSES.entries()) expect(pages.find(path), path).not.toBe(before[at]);
    expect(textOf(pages, "/shows.ics")).toContain("SEQUENCE:1\r\n");
    expect(textOf(pages, "/shows.atom")).toContain("Sold out");
  });

  it("say which songs of a setlist play here, whatever their capitals, and change with the music", () => {
    const setlist = ["lake effect!", "Long Point", "Lake Effect", "Long Point"];
    const song = (title: string) => ({ title, url: `/audio/${title}.mp3?v=1`, seconds: 42 });
    const albums = [anAlbum({ id: "2", name: "Lake Effect" }), anAlbum({ id: "1", name: "Old", release_date: "2019" })];
    const effect = { album: "Lake effect", recordings: [song("Lake Effect")] };
    let music: Music = {
      albums,
      recordings: [effect, { album: "Old", recordings: [song("Lake Effect"), song("Long Point")] }],
      artistId: "a",
    };
    const { pages, drawn } = pagesOf([next, { ...over, setlist }], { music: () => music });
    const songs = [
      { title: "lake effect!", album: "lake-effect" },
      { title: "Long Point", album: "old" },
      { title: "Lake Effect", album: "lake-effect" },
    ];
    for (const path of ["/shows", "/shows/2025-sudbury"]) pages.find(path);
    expect(drawn.map(({ content }) => "songs" in content && content.songs)).toEqual([songs, songs]);
    expect(JSON.parse(textOf(pages, "/content/shows.json")).content.songs).toEqual(songs);
    music = { ...music, recordings: [effect] };
    pages.find("/shows/2025-sudbury");
    expect(drawn.at(-1)?.content).toMatchObject({ songs: [{ album: "lake-effect" }, { album: "lake-effect" }] });
    pages.find("/shows/2026-kingston");
    expect(drawn.at(-1)?.content).not.toHaveProperty("songs");
  });

  it("the embed shows the next shows in a frame of any site, without scripts, forms or further files", () => {
    const page = pagesOf([over, later, next]).pages.find("/shows/embed");
    const html = page?.bodies.identity.body.toString() ?? "";
    expect(page?.headers).toMatchObject({
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
      ),
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
    expect(page?.headers).not.toHaveProperty("X-Frame-Options");
    expect(html.indexOf("Kingston")).toBeLessThan(html.indexOf("Guelph"));
    expect(html).not.toContain("Sudbury");
    expect(html).not.toMatch(/<(script|form|img|iframe)|<link rel="(?!canonical)|url\(|@import| style="/);
    for (const [tag] of html.matchAll(/<a [^>]*>/g)) expect(tag).toContain('target="_blank" rel="noopener"');
    expect(page?.bodies.br.body.length).toBeLessThan(2_500);
  });

  it("the embed is light or dark as the visitor's system is, or as its address says", () => {
    const { pages } = pagesOf([next]);
    const themeOf = (query: string) =>
      [...(pages.find("/shows/embed", query)?.bodies.identity.body.toString() ?? "").matchAll(/\{color-scheme:(\w+)/g)]
        .map(([, scheme]) => scheme)
        .filter((scheme) => scheme !== undefined);
    expect(themeOf("")).toEqual(["light", "dark"]);
    expect(themeOf("theme=light")).toEqual(["light"]);
    expect(themeOf("?theme=dark&utm_source=venue")).toEqual(["dark"]);
    expect(pages.find("/shows/embed", "theme=%00&x=1")).toBe(pages.find("/shows/embed"));
  });

  it("the embed says so if there is no upcoming show, and shows HTML in a text as text", () => {
    expect(textOf(pagesOf([over]).pages, "/shows/embed")).toContain("Nothing is booked just now.");
    const { pages } = pagesOf([
      aShow({ venue: "<script>alert(1)</script>", status: "moved", movedFrom: "<img src=x>" }),
    ]);
    expect(textOf(pages, "/shows/embed")).not.toMatch(/<script|<img/);
  });

  it("hold only the first of many shows; the data has all", () => {
    const many = Array.from({ length: 2_000 }, (_, at) => {
      const date = new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10);
      return aShow({ id: `show-${at}`, date, overAt: `${date}T23:00:00.000Z` });
    });
    const { pages, drawn } = pagesOf(many);
    pages.find("/shows");
    const { content } = JSON.parse(textOf(pages, "/content/shows.json"));
    expect(drawn[0]?.content).toMatchObject({ aheadCount: content.ahead.length, pastCount: content.past.length });
    expect(content.ahead.length + content.past.length).toBe(2_000);
    expect(JSON.stringify(drawn[0]?.content).length).toBeLessThan(20_000);
    // The calendar of all shows is made once.
    expect(pages.find("/shows.ics")).toBe(pages.find("/shows.ics"));
  });

  it("the calendar is an iCalendar file, and the feed an Atom feed", () => {
    const { pages } = pagesOf([next]);
    expect(pages.find("/shows.ics")?.headers["Content-Type"]).toBe("text/calendar; charset=utf-8");
    expect(pages.find("/shows.atom")?.headers["Content-Type"]).toBe("application/atom+xml; charset=utf-8");
    expect(textOf(pages, "/sitemap.xml")).toContain("<loc>https://artist.example/shows/2026-kingston</loc>");
  });
});
