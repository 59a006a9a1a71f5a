import { type Colour, contrastOf, luminanceOf } from "@porchlight/fixtures/contrast.ts";
import { Window } from "happy-dom";
import { describe, expect, it } from "vitest";
import { toEmailLook } from "../../../content/identity/email-look.ts";
import type { EmailContent } from "./content.ts";
import { renderEmail } from "./render-email.ts";

const FRAME = { name: "Harbour & Line", siteUrl: "https://artist.example" };
const ROW = { words: "1 × Long Point (LP)", amount: "$32.50" };

const AN_EMAIL: EmailContent = {
  subject: "Your order #1001",
  title: "Thank you. We have your order, #1001.",
  blocks: [
    { receipt: [[ROW, { words: "1 × A shirt with a very long name (Bone / M)", amount: "$28.00" }], [ROW]] },
    { receipt: [[{ words: "Total", amount: "$50.29 CAD", isTotal: true }]] },
    "Pay to <shop@artist.example>\nbefore noon.",
    { lines: ["Carrier: Post", { words: "Where it is now", href: "https://post.example/?a=1&b=2" }] },
    { intro: "The buyer's note:", typed: ["<b>It is paid</b>", "& wrap it"] },
  ],
  button: { words: "Look at your order", href: "https://artist.example/checkout/orders/1?key=a&b" },
  reply: "Questions? Just reply to this email.",
};

function documentOf(html: string) {
  const { document } = new Window();
  document.write(html);
  return document;
}

/** Words in the order of reading, without addresses of links, leaders and marks of typed text. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/:\nhttps:\S+/g, "")
    .replaceAll(/^> /gm, "")
    .replaceAll(/ \.{3,} /g, " ")
    .split(/\s+/)
    .filter(Boolean);
}

describe("an email", () => {
  const { html = "", text } = renderEmail(AN_EMAIL, FRAME);
  const document = documentOf(html);

  it("says the same as HTML and as text", () => {
    for (const element of document.querySelectorAll("td, p, br, div")) element.append(" ");
    const withBreaks = documentOf(html.replaceAll(/<\/(td|p|h1)>|<br>/g, "$& "));
    // Only the HTML has the name twice: as the wordmark, and at the end.
    expect(["Harbour", "&", "Line"].concat(wordsOf(text))).toEqual(wordsOf(withBreaks.body.textContent));
    const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
    for (const href of links) expect(text).toContain(href);
  });

  it("has its receipt in lines that fit into a text email", () => {
    const lines = text.split("\n").filter((line) => line.includes("..."));
    expect(lines[0]).toBe("1 × Long Point (LP) ..................................... $32.50");
    expect(lines.map((line) => line.length)).toEqual([64, 64, 64, 64]);
  });

  it.each([
    ["Parcel", 3],
    ["Second class, up to four days", 0],
  ])("has leaders in all sums of a receipt or in none: %s", (words, leaders) => {
    const row = (rowWords: string) => ({ words: rowWords, amount: "$1.00" });
    const receipt = [[row("1 × A shirt with a very long name")], [row("Subtotal"), row(words)], [row("Total")]];
    expect(renderEmail({ ...AN_EMAIL, blocks: [{ receipt }] }, FRAME).html?.match(/2px dotted/g) ?? []).toHaveLength(
      leaders,
    );
  });

  it("prevents typed text and addresses from becoming markup", () => {
    expect(document.querySelectorAll("b")).toHaveLength(0);
    expect(document.querySelector("blockquote")?.textContent).toContain("<b>It is paid</b>");
    expect(html).toContain('href="https://artist.example/checkout/orders/1?key=a&amp;b"');
  });

  it("is one sheet of layout tables with a language and a heading, and fetches nothing", () => {
    expect(document.documentElement.getAttribute("lang")).toBe("en");
    expect(document.querySelectorAll("h1")).toHaveLength(1);
    const tables = [...document.querySelectorAll("table")];
    expect(tables.filter((table) => table.getAttribute("role") !== "presentation")).toEqual([]);
    for (const table of tables) {
      const rows = [...table.querySelectorAll("tr")].filter((row) => row.closest("table") === table);
      const columns = rows.map((row) => [...row.children].length);
      expect(new Set(columns).size).toBe(1);
    }
    // Word needs the width.
    expect(html).toMatch(/<!--\[if mso\]><table role="presentation" width="560"/);
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(html.match(/<!\[endif\]-->/g)?.length ?? 0);
    expect(html).not.toMatch(/\ssrc=|url\(|@import|<link|<img|<script/);
  });

  it("stays below the 102 kB at which Gmail clips it, even with as many rows as an order's receipt may have", () => {
    const many = { receipt: [Array.from({ length: 60 }, () => ROW)] };
    expect(renderEmail({ ...AN_EMAIL, blocks: [many] }, FRAME).html?.length).toBeLessThan(90_000);
  });

  it("has a contrast of 4.5:1 in light and in dark mode", () => {
    const styles = document.querySelector("style")?.textContent ?? "";
    const inDark = (name: string) =>
      new RegExp(`\\.${name} \\{(?:background|color): (#\\w{6})`).exec(styles)?.[1] ?? "";
    const inLight = (selector: string, property: string) =>
      new RegExp(`(?:^|;)${property}:(#\\w{6})`).exec(
        document.querySelector(selector)?.getAttribute("style") ?? "",
      )?.[1] ?? "";
    const pairs = [
      [inLight("h1", "color"), inLight(".paper", "background")],
      [inLight("p.soft", "color"), inLight(".paper", "background")],
      [inLight(".button a", "color"), inLight(".button", "background")],
      [inDark("ink"), inDark("paper")],
      [inDark("soft"), inDark("paper")],
      [inLight(".button a", "color"), inDark("button")],
    ];
    for (const [words = "", ground = ""] of pairs) {
      expect(contrastOf(luminanceOf(toColour(words)), luminanceOf(toColour(ground)))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe.each(["#2e9e5b", "#f2e394", "#0000ff", "#ffffff", "#000000"])(
  "an email of an artist whose accent is %s",
  (accent) => {
    const look = toEmailLook({ accent, display: "roman" });
    const { html = "" } = renderEmail(AN_EMAIL, { ...FRAME, look });
    const document = documentOf(html);
    const colour = (selector: string, property: string) =>
      toColour(
        new RegExp(`(?:^|;)${property}:[^;]*(#\\w{6})`).exec(
          document.querySelector(selector)?.getAttribute("style") ?? "",
        )?.[1] ?? "",
      );
    const inDark = (name: string) =>
      toColour([...html.matchAll(new RegExp(`\\.${name} ?\\{[a-z-]+: ?(#\\w{6})`, "g"))].at(-1)?.[1] ?? "");
    const contrast = (one: Colour, other: Colour) => contrastOf(luminanceOf(one), luminanceOf(other));

    it("has it in its button, its links and its rule, with enough contrast in light and in dark mode", () => {
      const paper = colour(".paper", "background");
      expect(contrast(colour(".button a", "color"), colour(".button", "background"))).toBeGreaterThan(4.5);
      expect(contrast(colour(".button a", "color"), inDark("button"))).toBeGreaterThan(4.5);
      expect(contrast(colour("a.link", "color"), paper)).toBeGreaterThan(4.5);
      expect(contrast(inDark("link"), inDark("paper"))).toBeGreaterThan(4.5);
      expect(contrast(colour(".rule", "border-bottom"), paper)).toBeGreaterThanOrEqual(3);
      expect(contrast(inDark("rule"), inDark("paper"))).toBeGreaterThanOrEqual(3);
    });

    it("has its name in a typeface like that of the site", () => {
      expect(document.querySelector("h1")?.getAttribute("style")).toContain("'Times New Roman'");
    });
  },
);

it("an email without an artist's accent has quiet links and a thin rule", () => {
  const { html } = renderEmail(AN_EMAIL, FRAME);
  expect(html).not.toMatch(/class="(link|pad rule)"/);
});

/** Reads `#rrggbb`. */
function toColour(written: string): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(written.slice(at, at + 2), 16));
  return [red, green, blue];
}
