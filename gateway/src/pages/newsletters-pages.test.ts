import { expect, it, onTestFinished, vi } from "vitest";
import { createPublishedIds } from "../services/newsletter/archive/published-ids.ts";
import { somePages } from "../testing/gateway-in-memory.ts";
import { aRecorder, textOf } from "./pages.case.ts";

it("newsletters are in the sitemap and the footer as soon as there are any", () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { drawn, renderer } = aRecorder();
  const published: number[] = [];
  let now = 0;
  const newsletters = createPublishedIds({ ids: () => [...published] }, () => now);
  const { pages } = somePages({ renderer, newsletters });
  textOf(pages, "/about");
  expect(textOf(pages, "/sitemap.xml")).not.toContain("newsletters");
  published.push(12, 7);
  now += 1_000;
  textOf(pages, "/about");
  const sitemap = textOf(pages, "/sitemap.xml");
  for (const path of ["/newsletters", "/newsletters/12", "/newsletters/7"]) {
    expect(sitemap).toContain(`<loc>https://artist.example${path}</loc>`);
  }
  expect(drawn.map(({ site }) => site.hasNewsletters)).toEqual([undefined, true]);
  // Nothing is drawn again while nothing changes.
  now += 1_000;
  textOf(pages, "/about");
  expect(drawn).toHaveLength(2);
});
