import { anAlbum } from "@porchlight/fixtures/album.ts";
import { tries } from "@porchlight/fixtures/fuzz.ts";
import { aShopProduct } from "@porchlight/fixtures/shop-product.ts";
import { aShow } from "@porchlight/fixtures/show.ts";
import fc from "fast-check";
import { Window } from "happy-dom";
import { describe, expect, it } from "vitest";
import { aComposer, aText, OPTIONS, SITE } from "./a-composer.case.ts";
import type { ComposerDeps } from "./composer.ts";

const compose = (body: string, deps?: Partial<ComposerDeps>) => aComposer(deps).compose(aText({ body }), OPTIONS);
const problemsOf = async (body: string) => (await compose(body)).problems.map(({ message }) => message);

const BODY = `[[picture: n1]]

Hello, **you**. Read [the shows](/shows) and [elsewhere](https://else.example/?a=1&b=2).

## New

[[release: lake-effect]]

[[tracks: lake-effect]]

[[product: tee]]

[[show: 2026-kingston]]

[[button: Listen | /music]]
`;

describe("a newsletter", () => {
  it("has every block in the HTML, the text and the web version", async () => {
    const { html, text, webHtml, problems } = await compose(BODY);
    expect(problems).toEqual([]);
    const words = [
      "Lake Effect",
      "Marine Supply",
      "3:12",
      "Lake tee",
      "$38.00 CAD",
      "The Rope Walk",
      "From $22.00 CAD",
    ];
    for (const part of [html, text, webHtml]) for (const word of words) expect(part).toContain(word);
    // 1024 pixels for 560: sharp on telephones, with a third of the bytes of the next width.
    expect(html).toContain(`src="${SITE}/optimized/n1-medium.jpg?v=0a1b2c3d" width="560" height="315"`);
    expect(html).toContain("_352x440.jpg?v=0a1b2c3d");
  });

  it("marks links to the site, each once and before its fragment, and changes no others", async () => {
    const links = [
      "/shows",
      "/#/about",
      "?a=1",
      `${SITE}`,
      `${SITE}/x?a=1#b`,
      `${SITE}.evil.example/`,
      "mailto:a@b.example",
    ];
    const { text, webHtml } = await compose(links.map((link) => `[a](${link})`).join(" "));
    const mark = "utm_source=newsletter&utm_campaign=newsletter-12";
    const marked = [`/shows?${mark}`, `/?${mark}#/about`, `/?a=1&${mark}`, `/?${mark}`, `/x?a=1&${mark}#b`];
    expect([...text.matchAll(/a <([^>]*)>/g)].map(([, href]) => href)).toEqual([
      ...marked.map((path) => SITE + path),
      `${SITE}.evil.example/`,
      "mailto:a@b.example",
    ]);
    expect(webHtml).not.toContain("utm_");
  });

  it("reads well as text", async () => {
    const { text } = await aComposer().compose(
      aText({
        body: "Hello,\nthere.\n\n## New\n\n- One\n- Two\n  1. A\n  2. [B](/b)\n\n> Quoted\n> twice\n\n<https://else.example/> *now*\n\n[[button: Go | https://else.example/]]\n",
      }),
      { mark: "m", postalAddress: "June Marlow\n12 Water Street" },
    );
    expect(text).toBe(`News from the shore
===================

Hello,
there.

New
---

- One
- Two
  1. A
  2. B <https://artist.example/b?utm_source=newsletter&utm_campaign=m>

> Quoted
> twice

https://else.example/ now

Go:
https://else.example/

--------

You get this email because you joined the mailing list of June Marlow.

Unsubscribe:
https://unsubscribe.invalid/

June Marlow
12 Water Street
https://artist.example/?utm_source=newsletter&utm_campaign=m
`);
  });

  it("has its preheader hidden before everything else, and nothing in its place without one", async () => {
    const { html } = await compose("Hello.");
    expect(html).toMatch(/<body[^>]*>\s*<div style="display:none;[^"]*mso-hide:all">A record and a show/);
    const without = await aComposer().compose(aText({ preheader: "" }), OPTIONS);
    expect(without.html).not.toContain("mso-hide");
  });

  it("leads to its public page only if it gets one", async () => {
    const { html } = await compose("Hello.");
    expect(html).toContain("/newsletters/12?utm_source");
    const { webPath, ...options } = OPTIONS;
    expect((await aComposer().compose(aText(), options)).html).not.toContain("/newsletters/");
  });

  it("has a picture at its beginning above its subject, across the whole paper", async () => {
    const { html } = await compose("[[picture: n1]]\n\nHello.");
    expect(html.indexOf("<img")).toBeLessThan(html.indexOf("<h1"));
    const { html: later } = await compose("Hello.\n\n[[picture: n1 | Ice]]");
    expect(later.indexOf("<img")).toBeGreaterThan(later.indexOf("<h1"));
    expect(later).toContain('alt="Ice"');
  });

  it("shows the next five shows that take place", async () => {
    const shows = Array.from({ length: 8 }, (_, at) =>
      aShow({ id: `s${at}`, venue: `Hall ${at}`, status: at === 1 ? "cancelled" : "confirmed" }),
    );
    const past = aShow({ id: "past", venue: "Hall past", overAt: "2026-01-01T00:00:00Z" });
    const { text } = await compose("[[shows]]", { shows: () => [past, ...shows] });
    expect(text.match(/Hall \w+/g)).toEqual([0, 2, 3, 4, 5].map((at) => `Hall ${at}`));
  });
});

it("a link that was typed without its https:// leads there, not to a page of the site", async () => {
  const { html, text, problems } = await compose(
    "[Listen](jonasvik.bandcamp.com)\n\n[[button: Buy | jonasvik.bandcamp.com/album]]\n",
  );
  expect(problems).toEqual([]);
  for (const address of ["https://jonasvik.bandcamp.com/", "https://jonasvik.bandcamp.com/album"]) {
    expect(html).toContain(`href="${address}"`);
    expect(text).toContain(address);
  }
});

const NO_ADDRESS =
  "this is no address. It has to begin with https://, mailto: or tel: or, for a page of your own site, with /.";

describe("the owner is told", () => {
  it.each([
    ["[[release: x]]", "Line 1, [[release: x]]: there is no release x."],
    ["Hello\n[[Product: x]]", "Line 2, [[Product: x]]: there is no product x in the shop."],
    ["[[show: x]]", "Line 1, [[show: x]]: there is no show x, or it is not announced yet."],
    ["[[tracks]]", "Line 1, [[tracks]]: it has to name something: [[tracks: …]]."],
    ["[[button: Go]]", "Line 1, [[button: Go]]: a button needs words and an address: [[button: Listen now | /music]]."],
    ["[[button: Go | music]]", `Line 1, [[button: Go | music]]: ${NO_ADDRESS}`],
    ["Hello\n\n[Go](music)", `Line 3, (music): ${NO_ADDRESS}`],
    ["[Go](https://)", `Line 1, (https://): ${NO_ADDRESS}`],
    ["- [[shows]]", "Line 1, [[shows]]: a block has to be on a line of its own, outside of lists and quotations."],
    [
      "![a](https://x.example/a.png)",
      "Line 1, https://x.example/a.png: only pictures of content/images can be in a newsletter.",
    ],
    [
      "[[card: x]]",
      "Line 1, [[card: x]]: there is no such block. There are picture, button, release, tracks, product, show, shows.",
    ],
  ])("about %j", async (body, message) => {
    expect(await problemsOf(body)).toEqual([message]);
  });

  it("about a list of shows while none is ahead, and songs that are not known", async () => {
    expect((await compose("[[shows]]", { shows: () => [] })).problems[0]?.message).toContain("no show is announced");
    const music = () => ({ albums: [anAlbum()], recordings: [], artistId: "june" });
    expect((await compose("[[tracks: lake-effect]]", { music })).problems[0]?.message).toContain(
      "the songs of Lake Effect are not known",
    );
  });

  it.each(["```\n[[shows: x]]\n```", "    [[nothing]]", "\\[[nothing]]", "That is [[sic]] it.", "`[[shows]]`"])(
    "nothing about %j, which is text",
    async (body) => {
      expect(await problemsOf(body)).toEqual([]);
    },
  );

  it("that an email is too large", async () => {
    const { problems, html } = await compose("A paragraph of some words.\n\n".repeat(1_000));
    expect(problems).toEqual([
      {
        code: "too-large",
        message: `The email has ${Math.ceil(Buffer.byteLength(html) / 1_000)} kB. Mail programs cut off what is above 90 kB: make it shorter.`,
      },
    ]);
  });
});

describe("hostile Markdown", () => {
  it.each(["a", "[[shows]]\n", "[a](/m) ", "![a](n1) ", "[", "a|b\n-|-\n1|2\n", "[[product: tee]]\n", "a\n\n"])(
    "of a megabyte of %j is bounded, and cannot be sent",
    async (piece) => {
      const { problems, html } = await compose(piece.repeat(1_000_000 / piece.length));
      expect(problems.map(({ code }) => code)).toContain("too-large");
      expect(problems.length).toBeLessThan(25);
      expect(html.length).toBeLessThan(12_000_000);
    },
  );

  it("has neither halves of characters nor control characters in any part", async () => {
    const text = {
      subject: "A \ud83d\n\u0000b",
      preheader: "\udc00 c\u0007",
      body: "d \ud83d\r\ne\u0000\u0008 \ufffe",
    };
    const { html, text: plain, webHtml } = await aComposer().compose(text, OPTIONS);
    for (const part of [html, plain, webHtml]) {
      expect(part.isWellFormed()).toBe(true);
      expect(part).not.toMatch(/(?![\t\n])\p{Cc}|\ufffe/u);
    }
    expect(html).toContain("<title>A \ufffd b</title>");
  });

  it("never becomes an element or an address that runs something, however its pieces are put together", async () => {
    const pieces = fc.constantFrom(
      ...[
        "[[",
        "]]",
        "|",
        ":",
        "button",
        "picture",
        "release",
        "n1",
        "lake-effect",
        "\n",
        "\n\n",
        " ",
        "[",
        "](",
        ")",
        "![",
      ],
      ...[
        "javascript:alert(1)",
        "JaVaScRiPt&#58;alert(1)",
        "data:text/html,<b>",
        "//evil.example",
        "https://x.example/",
        '"',
      ],
      ..."<script>|</script>|<img src=x onerror=alert(1)>|<!--|-->|<![endif]-->|' onclick='|&#x3c;b|\u202e|`|```|> |- |# ".split(
        "|",
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 25 }), async (chosen) => {
        const body = chosen.join("");
        const { html, webHtml } = await aComposer().compose(
          { subject: body, preheader: body, body },
          { ...OPTIONS, postalAddress: body },
        );
        expect(html.match(/<!--/g)).toHaveLength(3);
        for (const part of [html, `<body>${webHtml}</body>`]) {
          const { document } = new Window();
          document.write(part);
          const names = new Set([...document.querySelectorAll("body *")].map(({ tagName }) => tagName.toLowerCase()));
          expect(ALLOWED).toEqual(expect.arrayContaining([...names]));
          for (const element of document.querySelectorAll("body *")) {
            const attributes = element.getAttributeNames();
            expect(attributes.filter((name) => name.startsWith("on") || name === "srcset")).toEqual([]);
            expect(element.getAttribute("href") ?? "https:").toMatch(/^(https?|mailto|tel):/);
            expect(element.getAttribute("src") ?? `${SITE}/`).toMatch(/^https:\/\/artist\.example\//);
          }
        }
      }),
      tries(60),
    );
  });
});

/** Elements that a newsletter can have. */
const ALLOWED = [
  ..."a blockquote br code div em figure h1 h2 h3 h4 h5 h6 hr img li ol p pre s span strong".split(" "),
  ..."table tbody td th thead tr ul".split(" "),
];

describe("a newsletter that begins", () => {
  it("with a release presents it, and can be sent as it is", async () => {
    const text = await aComposer().begin({ release: "lake-effect" });
    expect(text).toEqual({
      subject: "“Lake Effect” is out",
      preheader: "My single Lake Effect is out now.",
      body: `My single **Lake Effect** is out now.

[[release: lake-effect]]

[[tracks: lake-effect]]

[[button: Listen to Lake Effect | /music/lake-effect]]

It is in the shop too:

[[product: tee]]

Thank you for listening to me.

June Marlow
`,
    });
    expect(text && (await aComposer().compose(text, OPTIONS)).problems).toEqual([]);
  });

  it("with a release that is not out yet says when it comes out", async () => {
    const clock = () => new Date("2026-09-03T12:00:00Z");
    const text = await aComposer({ clock }).begin({ release: "lake-effect" });
    expect(text?.subject).toBe("“Lake Effect” comes out on September 4, 2026");
    expect(text?.body).not.toContain("[[button");
  });

  it("with a show says where and when, and how to get tickets", async () => {
    const text = await aComposer().begin({ show: "2026-kingston" });
    expect(text).toEqual({
      subject: "December 5, 2026: June Marlow at The Rope Walk, Kingston",
      preheader: "The Rope Walk, Kingston, Ontario, Canada · Doors 7:00 PM · Music 8:00 PM",
      body: `I play at **The Rope Walk, Kingston** on Saturday, December 5, 2026. Come and say hello.

[[show: 2026-kingston]]

[[button: Get tickets | https://tickets.example/kingston]]

June Marlow
`,
    });
    expect(text && (await aComposer().compose(text, OPTIONS)).problems).toEqual([]);
  });

  it("with a cancelled show says so", async () => {
    const shows = () => [aShow({ status: "cancelled", name: "*Stars*" })];
    const text = await aComposer({ shows }).begin({ show: "2026-kingston" });
    expect(text?.subject).toBe("Cancelled: *Stars* at The Rope Walk, Kingston");
    expect(text?.body).toContain(
      "**\\*Stars\\* at The Rope Walk, Kingston** on Saturday, December 5, 2026 is cancelled.",
    );
  });

  it("cannot begin with a release or a show that does not exist", async () => {
    expect(await aComposer().begin({ release: "x" })).toBeUndefined();
    expect(await aComposer().begin({ show: "x" })).toBeUndefined();
  });
});

it("a product's picture from Shopify has a format that every mail program can show", async () => {
  const image = { url: `${SITE}/media/${"0a".repeat(16)}`, altText: "", width: 1200, height: 1500 };
  const products = () => ({ products: [aShopProduct({ images: [image] })], currencyCode: "CAD", releases: new Map() });
  const { html } = await aComposer({ products }).compose(aText({ body: "[[product: tee]]\n" }), OPTIONS);
  expect(html).toMatch(new RegExp(`src="${image.url}_\\d+x\\d+\\.jpg"`));
});

it("blocks can name products, releases, shows and pictures", async () => {
  const shows = () => [aShow({ id: "past", overAt: "2026-01-01T00:00:00Z" }), aShow()];
  expect(await aComposer({ shows, pictureNames: () => ["n1", "gone"] }).choices()).toEqual({
    products: [{ id: "tee", title: "Lake tee" }],
    releases: [{ id: "lake-effect", title: "Lake Effect" }],
    shows: ["2026-kingston", "past"].map((id) => ({
      id,
      title: "December 5, 2026: June Marlow at The Rope Walk, Kingston",
    })),
    pictures: ["n1"],
  });
});
