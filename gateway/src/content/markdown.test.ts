import { describe, expect, it, vi } from "vitest";
import { escapeMarkdown, fillIn, parseText, toHtml, toSections } from "./markdown.ts";

describe("a text of the content folder", () => {
  it("is split into front matter and body, even with CRLF line ends", () => {
    const text = parseText("about.md", "---\r\ntitle: About\r\nkeywords: [a, b]\r\n---\r\nHello\r\n");
    expect(text).toEqual({ front: { title: "About", description: "", keywords: ["a", "b"] }, body: "Hello\r\n" });
  });

  it.each([
    ["no front matter", "Hello", "line 1: must begin with a line of three dashes"],
    ["empty front matter", "---\n---\nHello", 'line 2: "title" is missing'],
    ["no title", "---\ndescription: x\n---\nHello", 'line 2: "title" is missing'],
    ["a title that is no text", "---\ntitle: [1]\n---\nHello", "line 2 (title): must be words"],
    ["an unknown key", "---\ntitle: x\n\nauthor: June\n---\n", 'line 4 (author): nothing here is called "author"'],
    ["front matter that is no list of lines", "---\n- a\n---\nHello", "line 2: must have names and values"],
    ["broken front matter", "---\ntitle: [\n---\nHello", "line 2: "],
    ["a colon in its title", "---\nupdated: May\ntitle: A: b\n---\n", "line 3: cannot be read; words with a colon"],
  ])("with %s is rejected with its file and line", (_, source, sentence) => {
    expect(() => parseText("about.md", source)).toThrow(`about.md, ${sentence}`);
  });

  it("may have a number as its title", () => {
    expect(parseText("about.md", "---\ntitle: 1984\n---\n").front.title).toBe("1984");
  });

  it("shows HTML as text and lets no script run", () => {
    expect(toHtml("<script>alert(1)</script>")).toBe("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
    expect(toHtml("[x](javascript:alert(1))")).not.toContain("href");
    expect(toHtml('<img src=x onerror="alert(1)">')).not.toContain("<img");
  });

  it("has known placeholders filled in, while unknown ones do not change", () => {
    expect(fillIn("{name}, {unknown}, {toString}", { name: "June" })).toBe("June, {unknown}, {toString}");
  });

  it("may have headings in code, formatting in headings, and links defined elsewhere", () => {
    const { sections } = toSections(
      '## **Bold** "quotes" ##\n\n[x][1]\n\n```\n## no heading\n```\n\n## Two\n\n[1]: https://a.example',
    );
    expect(sections.map(({ heading }) => heading)).toEqual(["Bold “quotes”", "Two"]);
    expect(sections[0]?.html).toContain('<a href="https://a.example">x</a>');
    expect(sections[0]?.html).toContain("## no heading");
  });

  it("has line breaks within text and code, and none between blocks", () => {
    const { introHtml } = toSections("- *one*\n  **two**\n- `three`\n\n```\n<p>\n</p>\n```\n\nfour");
    expect(introHtml).toBe(
      "<ul><li><em>one</em>\n<strong>two</strong></li><li><code>three</code></li></ul>" +
        "<pre><code>&lt;p&gt;\n&lt;/p&gt;\n</code></pre><p>four</p>",
    );
  });

  it("shows an escaped name unchanged", () => {
    const name = "__init__ *NSYNC* <b> [x](y) & co";
    expect(toHtml(fillIn("{name}", { name: escapeMarkdown(name) }))).toBe(
      "<p>__init__ *NSYNC* &lt;b&gt; [x](y) &amp; co</p>",
    );
  });

  it("is not lengthened without end by thousands of placeholders", () => {
    const filled = fillIn("{name} ".repeat(30_000), { name: "&".repeat(4_000) });
    expect(filled.length).toBeLessThan(500_000);
    expect(filled).toMatch(/^&+ &/);
  });

  it("has no section with an anchor that another section of the page has", () => {
    expect(toSections("## Returns\n\nx", ["returns"]).sections.map(({ id }) => id)).toEqual(["returns-2"]);
  });

  it("is split into sections with unique anchors", () => {
    const { introHtml, sections } = toSections(
      "Hello\n\n## 5. Cookies & café\n\nNone.\n\n## 5. Cookies & café\n\n## ???\nx",
    );
    expect(introHtml).toBe("<p>Hello</p>");
    expect(sections).toEqual([
      { id: "5-cookies-café", heading: "5. Cookies & café", html: "<p>None.</p>" },
      { id: "5-cookies-café-2", heading: "5. Cookies & café", html: "" },
      { id: "section", heading: "???", html: "<p>x</p>" },
    ]);
  });

  it("may have thousands of equal headings: each takes a few look-ups", () => {
    const lookUps = [vi.spyOn(Set.prototype, "has"), vi.spyOn(Map.prototype, "has")];
    const { sections } = toSections(`${"## a\n".repeat(1_000)}## a-7\n`);
    const count = lookUps.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    for (const lookUp of lookUps) lookUp.mockRestore();
    expect(count).toBeLessThan(5_000);
    expect(sections.slice(0, 3).map(({ id }) => id)).toEqual(["a", "a-2", "a-3"]);
    expect(sections.at(-1)?.id).toBe("a-7-2");
    expect(new Set(sections.map(({ id }) => id)).size).toBe(1_001);
  });
});
