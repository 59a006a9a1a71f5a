import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import createMarkdown from "markdown-it";
import { expect, it } from "vitest";
import { toHtml } from "../../../../content/markdown.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";

it.each([
  ["<p>One</p>\n<p>Two &amp; three</p>", "One\n\nTwo & three"],
  ["Plain words,\r\nas they were", "Plain words, as they were"],
  ["<p>a<br>b<br/>c</p>", "a\nb\nc"],
  ["<h3>Size</h3><p>Large</p>", "**Size**\n\nLarge"],
  ["<b>Bold</b> and <em>slanted</em>, <strong> apart </strong>, <b></b>.", "**Bold** and *slanted*, **apart** , ."],
  ["<ul>\n<li>One</li>\n<li><p>Two</p></li>\n</ul>After", "- One\n- Two\n\nAfter"],
  ["<ol><li>One<ul><li>Inner</li></ul></li><li>Two</li></ol>", "1. One\n\n   - Inner\n\n2. Two"],
  ['<a href="https://artist.example/a?b=1&amp;c=2">Here</a>', "[Here](https://artist.example/a?b=1&c=2)"],
  ["<a href='javascript:alert(1)'>Here</a>", "Here"],
  ['<a href="https://a.example/)[x](javascript:alert(1)">Here</a>', "Here"],
  ["<table><tr><td>S</td><td>48 cm</td></tr><tr><td>M</td><td>52 cm</td></tr></table>", "S 48 cm\n\nM 52 cm"],
  ["<script>alert(1)</script><style>p{}</style>Words<!-- <b>no</b> -->", "Words"],
  ["<script>never closed", ""],
  [
    "<p>1. is no list, # no heading</p><p>- neither</p><p># nor</p>",
    "1\\. is no list, # no heading\n\n\\- neither\n\n\\# nor",
  ],
  ["5 * 3 * 2 and snake_case [x] `y` &amp;lt;", "5 \\* 3 \\* 2 and snake\\_case \\[x\\] \\`y\\` \\&lt;"],
  ["a < b &lt;img src=x onerror=alert(1)&gt;", "a \\< b \\<img src=x onerror=alert(1)>"],
  ["Caf&eacute;&nbsp;&#8211; &#x1F600; &nosuch;", "Café – 😀 \\&nosuch;"],
  ["<B CLASS='a>b'>x</B>", "**x**"],
  ["<b>Care:</b>Wash cold. f<b>(x)</b>y", "**Care**:Wash cold. f(**x**)y"],
  ["<b><p>One</p><p>Two</p></b>", "**One**\n\n**Two**"],
  ["<b>a</b><b>b</b> <b>c<b>d</b></b>, <i>e", "**ab** **cd**, *e*"],
  ["<ul><li></li><li>x</li></ul>", "- x"],
  [
    "<p>Words</p><p>---</p><p>===</p><p>&gt;30 °C</p><p>~~no~~</p>",
    "Words\n\n\\---\n\n\\===\n\n\\>30 °C\n\n\\~\\~no\\~\\~",
  ],
  ['Buy!<a href="https://artist.example/">Here</a>', "Buy\\![Here](https://artist.example/)"],
  ["<ol><li>a<ul><li>b<p>c</p><li>d</ul></ol>", "1. a\n\n   - b\n\nc\n\n- d"],
])("%j", (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});

it("never returns HTML, however it is hidden", () => {
  for (const html of [
    "<scr<script></script>ipt>alert(1)</script>",
    "<img src=x onerror=alert(1)//",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<svg/onload=alert(1)>",
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    "\uE001<b>\uE002\uE000",
  ]) {
    expect(toHtml(htmlToMarkdown(html))).not.toMatch(/<(?!\/?(p|strong|em)>)/);
  }
});

const TEXT = fc.oneof(
  anyText(12),
  fc.string({ unit: fc.constantFrom(..."*_`[]()<>&;#-+.1 \\!|~\n\t\u00a0\ue000\ue003é"), maxLength: 12 }),
);

it("a page shows exactly the text of the HTML, even if parts of it look like Markdown", () => {
  const { tree } = fc.letrec<{ tree: Element }>((tie) => ({
    tree: fc.record({
      tag: fc.constantFrom("p", "b", "em", "h2", "ul", "ol", "li", "br", "td", "span", "blockquote"),
      inside: fc.array(fc.oneof({ depthSize: "small" }, TEXT, tie("tree")), { maxLength: 4 }),
    }),
  }));
  // The typography of the pages is off, because it changes quotation marks and dashes.
  const markdown = createMarkdown();
  fc.assert(
    fc.property(tree, (element) => {
      const page = markdown.render(htmlToMarkdown(toHtmlSource(element)));
      expect(toVisibleText(page.replace(PLAIN_TAGS, ""))).toBe(toVisibleText(escapeHtml(toText(element))));
    }),
    tries(1_000),
  );
});

it("lists in lists without end stay short", () => {
  expect(htmlToMarkdown("<ul><li>a".repeat(20_000)).length).toBeLessThan(1_000_000);
});

it("any tags, closed or not, become only Markdown", () => {
  const tag = fc
    .tuple(
      fc.constantFrom("<", "</", "&lt;", "<!--", "< "),
      fc.constantFrom(..."p b em h2 ul ol li a br td table script style svg img iframe template x".split(" ")),
      fc.constantFrom(
        "",
        ' href="https://a.example/b?c=1&amp;d"',
        " href='javascript:alert(1)'",
        ' src=x onerror="1"',
        ' "',
      ),
      fc.constantFrom(">", "/>", "", "&gt;", "-->"),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(fc.oneof(tag, TEXT), { maxLength: 12 }), (parts) => {
      const markdown = htmlToMarkdown(parts.join(""));
      expect(markdown).not.toMatch(/[\ue000-\ue004]/);
      const rest = toHtml(markdown).replace(PLAIN_TAGS, "");
      expect(rest.replace(/<a href="https:\/\/a\.example\/b\?c=1&amp;d"[^<>]*>|<\/a>/g, "")).not.toContain("<");
    }),
    tries(1_000),
  );
});

/** Tags that our Markdown can produce, except links. */
const PLAIN_TAGS = /<\/?(p|strong|em|ul|ol|li)>|<ol start="\d+">/g;

type Element = { tag: string; inside: (string | Element)[] };

function toHtmlSource({ tag, inside }: Element): string {
  const html = inside.map((part) => (typeof part === "string" ? escapeHtml(part) : toHtmlSource(part))).join("");
  return `<${tag}>${html}</${tag}>`;
}

function toText({ inside }: Element): string {
  return inside.map((part) => (typeof part === "string" ? part : toText(part))).join("");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The visible characters, without the private use characters that the conversion uses. */
function toVisibleText(html: string): string {
  return html
    .replace(/[\ue000-\ue004\s]/g, "")
    .replaceAll("\u0000", "\ufffd")
    .replaceAll("&quot;", '"');
}
