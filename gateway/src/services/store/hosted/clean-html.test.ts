import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { Window } from "happy-dom";
import { expect, it, test } from "vitest";
import { loadCleanHtml } from "./clean-html.ts";
import { withPictures } from "./shop-pictures.ts";

const pictureAddress = (url: string) => (url.startsWith("https://cdn.shopify.com/") ? "/media/1" : undefined);
const cleanHtml = await loadCleanHtml();
const clean = (html: string) => withPictures(cleanHtml(html), pictureAddress);

test.each<[string, string]>([
  ["<p>Soft, dark.</p>", "<p>Soft, dark.</p>"],
  ['<p style="color:red" class="x" data-y>Soft</p>', "<p>Soft</p>"],
  ["<h1>Care</h1><h2>Wash</h2><h4>Cold</h4>", "<h3>Care</h3><h3>Wash</h3><h4>Cold</h4>"],
  ["<b>a</b><i>b</i><span>c</span><u>d</u>", "<strong>a</strong><em>b</em>cd"],
  ["Chest 50<br/>Length 70<BR>", "Chest 50<br />Length 70<br />"],
  ["<ul><li>One<li>Two</ul>", "<ul><li>One</li><li>Two</li></ul>"],
  ["<p>One<p>Two", "<p>One</p><p>Two</p>"],
  ["<table><tr><td>S<td>M</tr></table>", "<table><tr><td>S</td><td>M</td></tr></table>"],
  ["R&amp;B &lt;3 5 < 6 <3", "R&amp;B &lt;3 5 &lt; 6 &lt;3"],
  ['<a href="https://a.example/?x=1&amp;y=2" target=_blank>a</a>', '<a href="https://a.example/?x=1&amp;y=2">a</a>'],
  ['<a href="/products/other">the other</a>', "the other"],
  [
    '<img src="//cdn.shopify.com/s/chart.png?v=1&amp;w=2" alt=\'A "size" chart\' width="800" height="600">',
    '<img src="/media/1_1024x1024" alt="A &quot;size&quot; chart" width="800" height="600" loading="lazy" decoding="async" />',
  ],
  [
    "<img src=https://cdn.shopify.com/a.png>",
    '<img src="/media/1_1024x1024" alt="" loading="lazy" decoding="async" />',
  ],
])("%s is shown as %s", (html, shown) => {
  expect(clean(html)).toBe(shown);
});

test.each([
  "<script>alert(1)</script>",
  "<SCRIPT\n>alert(1)</script\t>",
  "<script>alert('<p>')",
  "<style>p{}</style>",
  "<style><p>x</p>",
  '<iframe src="https://youtube.example/"></iframe>',
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<img src="https://elsewhere.example/x.gif" onerror="alert(1)">',
  '<img src=x onerror="alert(1)"',
  "<!-- <p>not yet</p> -->",
  "<!-- <p>never",
  "</div></body></html>",
  '<a href="javascript:alert(1)"></a>',
  '<a href=" java&#115;cript:alert(1)"></a>',
  '<a title="x" data-href="https://a.example/"></a>',
])("%s is removed", (html) => {
  expect(clean(html)).toBe("");
});

const NAMES = ["p", "div", "a", "b", "table", "td", "li", "script", "style", "svg", "math", "img", "textarea", "x-y"];
const PIECES = fc.oneof(
  fc.constantFrom(...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} `, `<${name}/`])),
  fc.constantFrom('"', "'", "<", ">", "<!--", "-->", "&lt;", "]]>", " href=", " src=", " onerror=alert(1) ", "//"),
  fc.constantFrom('href="javascript:alert(1)"', "https://a.example/", "//cdn.shopify.com/a.png", "<![CDATA[", "\0"),
  fc.string({ maxLength: 4 }),
);

it("any text becomes HTML with allowed elements and attributes only, and every element is closed", () => {
  const window = new Window();
  const { document } = window;
  const allowed = new Set(
    "p br hr ul ol li strong em s sub sup small blockquote h3 h4 h5 h6 dl dt dd pre code a img div table caption thead tbody tfoot tr th td figure figcaption".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(PIECES, { maxLength: 40 }), (pieces) => {
      const shown = clean(pieces.join(""));
      document.body.innerHTML = `<section>${shown}<output></output></section>`;
      for (const element of document.querySelectorAll("section *:not(output)")) {
        expect(allowed.has(element.localName), `${element.localName} in ${shown}`).toBe(true);
        for (const { name, value } of element.attributes) {
          expect(["href", "src", "alt", "width", "height", "loading", "decoding"]).toContain(name);
          if (name === "href") expect(value).toMatch(/^(https?:\/\/|mailto:|tel:)/i);
          if (name === "src") expect(value).toMatch(/^\/media\//);
        }
      }
      expect(document.querySelector("output")?.parentElement?.localName).toBe("section");
    }),
    tries(),
  );
  window.close();
});

it("a text that was made to take long is cut, so that it takes no longer than others", () => {
  const parts = [
    "<a",
    '<a "',
    "<b>",
    "</i>",
    "<!--",
    "<script>",
    "<p title='",
    "<a href =  ",
    "&lt;",
    "</",
    "<a href=/>x",
  ];
  for (const part of parts) expect(clean(part.repeat(50_000)).length).toBeLessThan(50_000);
  const shown = clean("<p>Soft</p>".repeat(50_000));
  expect(shown).toBe("<p>Soft</p>".repeat(shown.length / 11));
  expect(shown.length).toBeGreaterThan(20_000);
});

it("text after a picture that is embedded in the HTML is shown", () => {
  expect(clean(`<p>See<img src="data:image/png;base64,${"A".repeat(300_000)}"></p><p>Soft</p>`)).toBe(
    "<p>See</p><p>Soft</p>",
  );
});

it("very deeply nested elements are removed, and their text is shown", () => {
  expect(clean(`${"<div>".repeat(1_000)}Soft`)).toBe(`${"<div>".repeat(40)}Soft${"</div>".repeat(40)}`);
  expect(clean(`${"<b>".repeat(45)}a${"</b>".repeat(45)}<p>b</p>`)).toMatch(
    /^(<strong>){40}a(<\/strong>){40}<p>b<\/p>$/,
  );
});
