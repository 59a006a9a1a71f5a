import { expect, it } from "vitest";
import { toHtml } from "../../../../../content/markdown.ts";
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
])("%j", (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});

it("no HTML comes through, however it is hidden", () => {
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
