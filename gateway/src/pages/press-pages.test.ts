import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { somePages } from "../testing/gateway-in-memory.ts";
import { someContent } from "../testing/gateway-process.ts";
import { aRecorder, textOf } from "./pages.case.ts";

beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

const KIT = `---
title: Press kit
description: Everything for the press.
files:
  - { file: plot.pdf, title: Stage plot }
quotes:
  - { words: Loud., source: Lakeshore Weekly }
---
## Short

Three people, *one* van. {name}.

## Long <b>

A <script>alert(1)</script> story.
`;

/** A site with this press kit, or without any. */
function pagesWith(kit: string | undefined) {
  const contentDir = someContent();
  mkdirSync(join(contentDir, "press"));
  writeFileSync(join(contentDir, "press/plot.pdf"), "x".repeat(41_500));
  const write = (text: string) => writeFileSync(join(contentDir, "press.md"), text);
  if (kit !== undefined) write(kit);
  const { drawn, renderer } = aRecorder();
  const { pages } = somePages({ contentDir, renderer });
  return { contentDir, pages, drawn, write };
}

it("the press kit has biographies with their lengths, quotes, and files with their sizes", () => {
  const { pages, drawn } = pagesWith(KIT);
  expect(pages.find("/press")?.status).toBe(200);
  expect(drawn[0]?.content).toMatchObject({
    screen: "press",
    title: "Press kit",
    biographies: [
      { heading: "Short", words: 6, html: "<p>Three people, <em>one</em> van. Harbour Line.</p>" },
      { heading: "Long <b>", html: "<p>A &lt;script&gt;alert(1)&lt;/script&gt; story.</p>" },
    ],
    quotes: [{ words: "Loud.", source: "Lakeshore Weekly" }],
    files: [{ path: "/press/plot.pdf", title: "Stage plot", facts: "PDF, 42 kB" }],
    zip: { path: "/press/harbour-line-press-kit.zip", facts: "ZIP, 42 kB" },
  });
  expect(textOf(pages, "/sitemap.xml")).toContain("/press</loc>");
});

it("without the file there is no press kit at any address, and nothing leads to one", () => {
  const { pages, drawn } = pagesWith(undefined);
  expect(pages.find("/press")).toBeUndefined();
  expect(pages.find("/content/press.json")).toBeUndefined();
  expect(textOf(pages, "/sitemap.xml")).not.toContain("/press");
  pages.find("/about");
  expect(drawn[0]?.content).not.toHaveProperty("hasPress");
});

it("About leads to the press kit if there is one", () => {
  const { pages, drawn } = pagesWith(KIT);
  pages.find("/about");
  expect(drawn[0]?.content).toMatchObject({ screen: "about", hasPress: true });
});

it("an edit shows at the next load; a broken one changes nothing", () => {
  const { contentDir, pages, drawn, write } = pagesWith(KIT);
  const html = () => {
    pages.find("/press");
    const content = drawn.at(-1)?.content;
    return content?.screen === "press" ? content.biographies[0]?.html : undefined;
  };
  expect(html()).toContain("Three people");
  write(KIT.replace("Three people", "Four people"));
  utimesSync(join(contentDir, "press.md"), new Date(1_000), new Date(1_000));
  expect(html()).toContain("Four people");
  write("no dashes");
  utimesSync(join(contentDir, "press.md"), new Date(2_000), new Date(2_000));
  expect(html()).toContain("Four people");
  rmSync(join(contentDir, "press.md"));
  expect(pages.find("/press")).toBeUndefined();
});

it("a kit without files offers no ZIP file", () => {
  const { pages, drawn } = pagesWith(KIT.replace(/files:\n.*\n/, ""));
  pages.find("/press");
  expect(drawn[0]?.content).not.toHaveProperty("zip");
});
