import { describe, expect, it } from "vitest";
import { CLOSED_POLICY } from "../../../http/security-headers.ts";
import { expectValidFeed, readXml } from "../../../testing/atom-feed.ts";
import type { PublishedNewsletter, PublishedNewsletters } from "./contract.ts";
import { createArchiveRoutes } from "./routes.ts";
import { published, someNewsletters } from "./some-published.case.ts";

const SITE = "https://artist.example";

/** The archive of these newsletters. Another route responds to everything that the archive does not have. */
function archiveOf(newsletters: readonly PublishedNewsletter[] | PublishedNewsletters, language = "en-CA") {
  const routes = createArchiveRoutes({
    newsletters: "ids" in newsletters ? newsletters : published(newsletters),
    pageTheme: () => ({ stylesheets: ["/assets/main.css"], themeColour: "#d83b65", ground: "dusk" }),
    artistName: () => "June & Marlow",
    language: () => language,
    publicUrl: SITE,
  });
  routes.all("*", (c) => c.text("elsewhere", 404));
  return {
    get: (path: string, headers: Record<string, string> = {}) => routes.request(path, { headers }),
    text: async (path: string) => (await routes.request(path)).text(),
  };
}

const linksIn = (html: string) => [...html.matchAll(/href="(\/newsletters\/\d+)"/g)].map(([, path]) => path);

describe("the archive", () => {
  it("lists the latest newsletters first, and leads to the older ones", async () => {
    const { text } = archiveOf(someNewsletters(30));
    const first = await text("/newsletters");
    expect(linksIn(first).slice(0, 2)).toEqual(["/newsletters/30", "/newsletters/29"]);
    expect(linksIn(first)).toHaveLength(24);
    expect(first).toContain('href="/newsletters?before=7"');
    const second = await text("/newsletters?before=7");
    expect(linksIn(second)).toEqual([6, 5, 4, 3, 2, 1].map((id) => `/newsletters/${id}`));
    expect(second).not.toContain("before=1");
    expect(second).toContain('<link rel="canonical" href="https://artist.example/newsletters?before=7">');
  });

  it("shows a newsletter with what search engines and feed readers need", async () => {
    const [newsletter] = someNewsletters(1, {
      subject: "Ice & <fire>",
      webHtml: `<p>Hello, <a href="${SITE}/music">hear it</a> or <a href="https://else.example/">elsewhere</a>.</p><figure><img src="${SITE}/optimized/n1-medium.jpg?v=1" width="560" height="315" alt=""></figure>`,
    });
    const { get } = archiveOf(newsletter ? [newsletter] : [], "de");
    const response = await get("/newsletters/1");
    const html = await response.text();
    expect(html).toContain('<html lang="de">');
    expect(html).toContain("<title>Ice &amp; &lt;fire&gt; · June &amp; Marlow</title>");
    expect(html).toContain('<meta name="description" content="From the shore">');
    expect(html).toContain('<link rel="canonical" href="https://artist.example/newsletters/1">');
    expect(html).toContain(
      '<link rel="alternate" type="application/atom+xml" title="June &amp; Marlow: newsletters" href="https://artist.example/newsletters.atom">',
    );
    expect(html).toContain(">1. November 2026</time>");
    // Its own pictures load at every address of the site, under a policy that allows nothing else.
    expect(html).toContain('src="/optimized/n1-medium.jpg?v=1"');
    expect(html).toContain('href="/music"');
    expect(html).toContain('href="https://else.example/"');
    expect(html).not.toMatch(/<script| style="| on\w+="|noindex/);
    const { headers } = response;
    expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self';/);
    expect([headers.get("X-Robots-Tag"), headers.get("Cache-Control")]).toEqual([null, "no-cache"]);
  });

  it("describes a newsletter without a preheader by its first words", async () => {
    const webHtml = `<h2>Ice</h2><p>Tom &amp; I ${"went out on the lake and ".repeat(20)}</p>`;
    const { text } = archiveOf(someNewsletters(1, { preheader: "", webHtml }));
    const [, description = ""] = /<meta name="description" content="([^"]*)">/.exec(await text("/newsletters/1")) ?? [];
    expect(description).toMatch(/^Ice Tom &amp; I went out on the lake and went .* …$/);
    expect(description.length).toBeLessThan(170);
  });

  it("is sent once to each browser, and again when something in it changes", async () => {
    const newsletters = someNewsletters(2);
    const { get } = archiveOf(newsletters);
    for (const path of ["/newsletters", "/newsletters/2", "/newsletters.atom"]) {
      const etag = (await get(path)).headers.get("ETag") ?? "";
      expect((await get(path, { "If-None-Match": etag })).status).toBe(304);
      for (const newsletter of newsletters) newsletter.subject = `Again ${path}`;
      const again = await get(path, { "If-None-Match": etag });
      expect([again.status, (await again.text()).includes(`Again ${path}`)]).toEqual([200, true]);
    }
  });

  it.each([
    "/newsletters/3",
    "/newsletters/0",
    "/newsletters/01",
    "/newsletters/1e0",
    "/newsletters/%00",
    "/newsletters/1/more",
    `/newsletters/${"9".repeat(400)}`,
    "/newsletters?before=1",
  ])("leaves %s to the site, which has no such page", async (path) => {
    expect(await archiveOf(someNewsletters(2)).text(path)).toBe("elsewhere");
  });

  it("does not exist while nothing is published", async () => {
    const { text } = archiveOf([]);
    for (const path of ["/newsletters", "/newsletters/1", "/newsletters.atom"]) {
      expect(await text(path)).toBe("elsewhere");
    }
  });
});

describe("the feed of newsletters", () => {
  it("is a valid Atom feed with the full texts, whatever they hold", async () => {
    const webHtml = `<p>Tom &amp; I, "here" &lt;b&gt; ]]> ${"x".repeat(10)}</p>`;
    const { get } = archiveOf(someNewsletters(22, { subject: `A & B <i>"'\u0000`, webHtml }));
    const response = await get("/newsletters.atom");
    const feed = readXml(await response.text());
    const entries = expectValidFeed(feed);
    expect(entries).toHaveLength(20);
    const childOf = (name: string) => entries[0]?.children.find((child) => child.name === name);
    expect(childOf("content")?.text).toBe(webHtml);
    expect(childOf("id")?.text).toBe("https://artist.example/newsletters/22");
    expect(childOf("published")?.text).toBe("2026-11-22T12:00:00.000Z");
    expect(childOf("summary")?.text).toBe("From the shore");
    expect(feed.children.find(({ name }) => name === "subtitle")?.text).toBe(
      "What June & Marlow wrote to the mailing list.",
    );
    expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    expect(response.headers.get("Content-Security-Policy")).toBe(CLOSED_POLICY);
  });

  it("reads and packs the texts once, as long as the list stays the same", async () => {
    const newsletters = published(someNewsletters(22));
    let reads = 0;
    const find = (id: number) => {
      reads += 1;
      return newsletters.find(id);
    };
    const { get } = archiveOf({ ...newsletters, find });
    for (let at = 0; at < 5; at += 1) expect((await get("/newsletters.atom")).status).toBe(200);
    expect(reads).toBe(20);
  });
});
