import { type Colour, contrastOf, luminanceOf } from "@porchlight/fixtures/contrast.ts";
import { type Element as PageElement, Window } from "happy-dom";
import { describe, expect, it } from "vitest";
import { OPTIONS, SITE } from "./a-composer.case.ts";
import { UNSUBSCRIBE_PLACEHOLDER } from "./contract.ts";
import { composeReference, REFERENCE_EMAILS } from "./reference-emails.case.ts";

/** Everything before it would be read in the list of emails, not in the email. */
const PREHEADER = "body > div:first-child";

function documentOf(html: string) {
  const { document } = new Window();
  document.write(html);
  return document;
}

it("there are twelve reference emails", () => {
  expect(REFERENCE_EMAILS).toHaveLength(12);
});

describe.each(REFERENCE_EMAILS)("the reference email $name", (reference) => {
  const composed = composeReference(reference);

  it("names what the owner has to correct, and only that", async () => {
    expect((await composed).problems.map(({ code }) => code)).toEqual(
      Array.from({ length: reference.problems ?? 0 }, () => "bad-block"),
    );
  });

  it("stays below the 102 kB at which Gmail cuts it off", async () => {
    expect(Buffer.byteLength((await composed).html)).toBeLessThan(90_000);
  });

  it("is made of tables with the same number of cells in each row, and tells Word the widths", async () => {
    const { html } = await composed;
    const document = documentOf(html);
    const tables = [...document.querySelectorAll("table")];
    for (const table of tables) {
      const rows = [...table.querySelectorAll("tr")].filter((row) => row.closest("table") === table);
      expect(new Set(rows.map((row) => row.children.length)).size).toBe(1);
      // A table of the owner's Markdown is a table for screen readers too.
      const isData = rows[0]?.firstElementChild?.tagName === "TH";
      expect(table.getAttribute("role")).toBe(isData ? null : "presentation");
    }
    expect(document.querySelectorAll("div")).toHaveLength(
      document.querySelectorAll(`${PREHEADER}, .receipt div`).length,
    );
    expect(html).toMatch(/<!--\[if mso\]><table role="presentation" width="560"/);
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(html.match(/<!\[endif\]-->/g)?.length ?? 0);
    for (const kind of ["ground", "paper"]) {
      expect(document.querySelector(`table.${kind}`)?.getAttribute("bgcolor")).toMatch(/^#\w{6}$/);
    }
  });

  it("has a language, a direction, and headings without gaps below its subject", async () => {
    const document = documentOf((await composed).html);
    const root = document.documentElement;
    const isHebrew = root.getAttribute("lang") === "he";
    expect(root.getAttribute("lang")).toMatch(/^(en|he|de-DE)$/);
    expect(root.getAttribute("dir")).toBe(isHebrew ? "rtl" : "ltr");
    const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ tagName }) => Number(tagName[1]));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, at) => {
      expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
  });

  it("loads only pictures of the site, as JPEG or PNG, each with its description and its size", async () => {
    const { html } = await composed;
    const document = documentOf(html);
    for (const picture of document.querySelectorAll("img")) {
      expect(picture.getAttribute("src")).toMatch(/^https:\/\/artist\.example\/optimized\/[^?]+\.(jpg|png)\?v=\w+$/);
      expect(picture.hasAttribute("alt")).toBe(true);
      const [width, height] = ["width", "height"].map((name) => Number(picture.getAttribute(name)));
      expect(width).toBeLessThanOrEqual(560);
      // None is a pixel that counts readers.
      expect(Math.min(width ?? 0, height ?? 0)).toBeGreaterThan(20);
    }
    for (const link of document.querySelectorAll("a")) {
      expect(link.getAttribute("href")).toMatch(/^(https?:|mailto:|tel:)/);
    }
    expect(html).not.toMatch(/url\(|@import|srcset|background=/i);
    expect(
      document.querySelectorAll("script, link, iframe, object, embed, form, video, audio, base, svg, [onerror]"),
    ).toHaveLength(0);
    expect([...document.querySelectorAll("[src]")].every(({ tagName }) => tagName === "IMG")).toBe(true);
  });

  it("has a contrast of 4.5:1 in light and in dark mode", async () => {
    const document = documentOf((await composed).html);
    for (const isDark of [false, true]) {
      const found = new Map<string, number>();
      for (const element of document.querySelectorAll("body *")) {
        if (element.closest(PREHEADER) || !hasOwnText(element)) continue;
        const [letters, ground] = [colourOf(element, "color", isDark), colourOf(element, "background", isDark)];
        found.set(`${letters} on ${ground}`, contrastOf(luminanceOf(toColour(letters)), luminanceOf(toColour(ground))));
      }
      expect(found.size).toBeGreaterThanOrEqual(2);
      expect([...found].filter(([, contrast]) => contrast < 4.5)).toEqual([]);
    }
  });

  it("says the same as HTML and as text", async () => {
    const { html, text } = await composed;
    const document = documentOf(html.replaceAll(/<\/(td|th|p|h\d|li|pre|span)>|<br>/g, "$& "));
    for (const element of document.querySelectorAll(`${PREHEADER}, [aria-hidden], .card img, head`)) element.remove();
    for (const picture of document.querySelectorAll("img")) picture.replaceWith(` [${picture.getAttribute("alt")}] `);
    const [name = ""] = document.querySelector("a")?.textContent.split("\n") ?? [];
    const spoken = wordsOf(document.body.textContent);
    expect(wordsOf(name).concat(wordsOf(text)).sort()).toEqual(spoken.sort());
    const addresses = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
    for (const address of addresses) expect(text).toContain(address.replace(/^mailto:/, ""));
  });

  it("is the same for all recipients except for the unsubscribe link", async () => {
    const { html, text, webHtml } = await composed;
    const again = await composeReference(reference);
    expect([again.html, again.text, again.webHtml]).toEqual([html, text, webHtml]);
    for (const part of [html, text]) expect(part.split(UNSUBSCRIBE_PLACEHOLDER)).toHaveLength(2);
    expect(webHtml).not.toContain(UNSUBSCRIBE_PLACEHOLDER);
    // All links to the site have one and the same mark, and no others have it.
    const queries = [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => ({
      isOwn: href.startsWith(SITE),
      mark: /[?&;](utm_.*?)(#|$)/.exec(href)?.[1],
    }));
    const mark = `utm_source=newsletter&amp;utm_campaign=${OPTIONS.mark}`;
    for (const { isOwn, mark: found } of queries) expect(found).toBe(isOwn ? mark : undefined);
  });

  it("is safe on the site and in feeds", async () => {
    const { webHtml } = await composed;
    const document = documentOf(`<body>${webHtml}</body>`);
    expect(webHtml).not.toMatch(/<(script|iframe|style|object|form)|\son\w+=["']|\sstyle=|utm_/i);
    for (const element of document.querySelectorAll("[href], [src]")) {
      const address = element.getAttribute("href") ?? element.getAttribute("src");
      expect(address).toMatch(element.tagName === "IMG" ? /^https:\/\/artist\.example\// : /^(https?:|mailto:|tel:)/);
    }
  });
});

/** Words in the order of reading, without what only one of the parts has: addresses, lines, leaders and marks. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/(?<=:\n)https?:\S+/g, "")
    .replaceAll(/ <(https?:|mailto:)[^>]*>/g, "")
    .replaceAll(/(?<=:)\n/g, " ")
    .replaceAll(/\?utm_\S+?(?=[\s,]|$)/g, "")
    .replaceAll(/^(!|>|-|\d+\.) /gm, "")
    .split(/\s+/)
    .map((word) =>
      word.replace(/^(Listen|Tickets|Unsubscribe|it|show|shows|shop|web|release|<i>Words<\/i>\]\]):$/, "$1"),
    )
    .filter((word) => !/^([-=*>|·]*|\.{3,}|\d+\.|\[\]|\[?https:\/\/artist\.example\/?\]?)$/.test(word));
}

const hasOwnText = (element: PageElement) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? "").trim() !== "");

/** The colour that an element has or inherits. In dark mode, the rules of the stylesheet win over inline styles. */
function colourOf(element: PageElement, property: "color" | "background", isDark: boolean): string {
  const styles = element.ownerDocument.querySelector("style")?.textContent ?? "";
  for (let at: PageElement | null = element; at; at = at.parentElement) {
    const dark = [...at.classList].flatMap((name) => darkRule(styles, name, property)).at(-1);
    if (isDark && dark !== undefined) return dark;
    const inline = new RegExp(`(?:^|;)${property}:(#\\w{6})`).exec(at.getAttribute("style") ?? "")?.[1];
    if (inline !== undefined) return inline;
  }
  throw new Error(`${element.outerHTML} has no ${property}`);
}

function darkRule(styles: string, name: string, property: string): string[] {
  const rules = [...styles.matchAll(new RegExp(`\\.${name} ?\\{([^}]*)\\}`, "g"))].map(([, rule = ""]) => rule);
  return rules.flatMap((rule) => new RegExp(`(?:^|;)${property}: ?(#\\w{6})!?`).exec(rule)?.[1] ?? []);
}

/** Reads `#rrggbb`. */
function toColour(written: string): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(written.slice(at, at + 2), 16));
  return [red, green, blue];
}
