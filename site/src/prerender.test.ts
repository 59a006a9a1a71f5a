import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aHead, anAboutPage, aPicture, aSite } from "@porchlight/fixtures/pages.ts";
import { aShopProduct } from "@porchlight/fixtures/shop-product.ts";
import type { ScreenContent, ShopContent } from "@porchlight/protocol/content.ts";
import type { Look } from "@porchlight/protocol/render.ts";
import { expect, test } from "vitest";
import { createSiteRenderer } from "./prerender.tsx";

const manifest = {
  "src/main.tsx": { file: "assets/main-1.js", css: ["assets/main-1.css"], imports: ["_shared.js"] },
  "_shared.js": { file: "assets/shared-1.js", imports: ["src/main.tsx"] },
  "src/ui/styles/display/clarendon.css": { file: "assets/clarendon-1.css" },
  "src/ui/styles/display/roman.css": { file: "assets/roman-1.css" },
  "src/features/hero/without-pictures.css": { file: "assets/without-pictures-1.css" },
  "src/ui/styles/dawn.css": { file: "assets/dawn-1.css" },
  "src/app/late.css": { file: "assets/late-1.css" },
  "src/app/pages/admin.tsx": { file: "assets/admin-1.js" },
  "src/app/pages/about.tsx": { file: "assets/about-1.js", css: ["assets/about-1.css"], imports: ["_shared.js"] },
  "src/app/pages/home.tsx": { file: "assets/home-1.js" },
  "src/app/pages/music.tsx": { file: "assets/music-1.js", css: ["assets/music-1.css"] },
  "src/app/pages/legal.tsx": { file: "assets/privacy-1.js" },
  "src/app/pages/shop.tsx": { file: "assets/shop-1.js", css: ["assets/shop-1.css"] },
  "node_modules/@fontsource/besley/files/besley-latin-600-normal.woff2": { file: "assets/besley-1.woff2" },
  "node_modules/@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2": {
    file: "assets/instrument-serif-1.woff2",
  },
};

/** Styles of a window, of a button while a sound loads, and of what every page has. */
const LATE = `.dialog{margin:0}html:not(.js) :is(.dialog,.nav){margin:1px}@media (width>=1px){.play-button[data-step=loading]:after,.js .dialog .button{margin:2px}}`;

const draw = (page = anAboutPage(), look: Look = { display: "clarendon", style: "" }) =>
  createSiteRenderer({
    manifest,
    readStyle: (file) => (file.endsWith("late-1.css") ? LATE : `/* ${file} */`),
  }).renderPage(page, look);

test("a page has its text, its head and its data", () => {
  const { html } = draw();
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).toContain("<p>Born here.</p>");
  expect(html).toContain("<title>About · June Marlow</title>");
  expect(JSON.parse(/id="page-data"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "")).toEqual(anAboutPage());
});

test("a page has a description and keywords", () => {
  const { html } = draw(anAboutPage({ head: aHead({ description: "Who she is.", keywords: "folk, June" }) }));
  expect(html).toContain('<meta name="description" content="Who she is.">');
  expect(html).toContain('<meta name="keywords" content="folk, June">');
});

test("a page loads each file of its screen once, and none of other screens", () => {
  const { html } = draw();
  for (const file of ["main-1.css", "about-1.css", "main-1.js", "about-1.js", "shared-1.js", "besley-1.woff2"]) {
    expect(html.split(`/assets/${file}"`)).toHaveLength(2);
  }
  expect(html).not.toContain("home-1.js");
});

test("a page has the typeface and the colours of its artist, which its policy allows, and no other typeface", () => {
  const style = ":root:root{--ink:#101010}";
  const { html, inlineStyles } = draw(anAboutPage(), { display: "roman", style });
  expect(html).toContain(`</style>\n<link rel="stylesheet" href="/assets/main-1.css" disabled>`);
  expect(html).toContain(`<style>${style}</style>`);
  expect(html).toContain('<link rel="preload" as="font" type="font/woff2" href="/assets/instrument-serif-1.woff2"');
  expect(inlineStyles.join()).toContain("/* assets/roman-1.css */");
  expect(inlineStyles).toContain(style);
  expect(html).not.toMatch(/besley|clarendon/);
  expect(draw().html).not.toMatch(/instrument|roman|:root:root/);
  expect(draw().inlineStyles).toHaveLength(1);
});

test.each([
  ["without pictures in its hero", "isPictureless", "without-pictures"],
  ["on the ground of dawn", "isDawn", "dawn"],
])("only a site %s has the styles for that", (_site, choice, sheet) => {
  const of = (isChosen: boolean) => draw(undefined, { display: "clarendon", style: "", [choice]: isChosen }).html;
  expect(of(true)).toContain(`/* assets/${sheet}-1.css */`);
  expect(of(false)).not.toContain(sheet);
});

test("the styles of what shows later come after the first paint in the shop and the music", () => {
  const music = draw({ site: aSite(), head: aHead(), content: anAlbumPage() });
  expect(music.html).toMatch(/class="play-button" data-step="\w+"/);
  expect(music.html).toContain('as:"style",href:"/assets/late-1.css"');
  expect(music.inlineStyles.join()).not.toContain(LATE);
  expect(draw().html).not.toContain('as:"style"');
  expect(draw().inlineStyles.join()).toContain(LATE);
});

test("a page that shows a window at once has its styles", () => {
  const html = drawShop({ products: [aShopProduct()], handle: "tee" });
  expect(html).toContain(`${LATE}</style>`);
  expect(html).toContain('<link rel="stylesheet" href="/assets/late-1.css" disabled>');
  expect(html).not.toContain('as:"style"');
});

test("a page has the artist's icons and colour", () => {
  const { html } = draw();
  expect(html).toContain('<meta name="theme-color" content="#d83b65">');
  for (const path of ["favicon.ico", "icon.svg", "apple-touch-icon.png", "manifest.webmanifest"]) {
    expect(html).toContain(` href="/${path}"`);
  }
  expect(draw(anAboutPage({ site: aSite({ hasIcon: false }) })).html).not.toMatch(/rel="(icon|manifest)"/);
});

test("the artist's texts cannot end an element or an attribute early", () => {
  const nasty = `</script><script>alert(1)</script><!-- " ' & <b>`;
  const { html, inlineScripts } = draw(
    anAboutPage({
      site: aSite({ name: nasty, tagline: nasty, subtitle: nasty }),
      head: aHead({ title: nasty, description: nasty, structuredData: [{ name: nasty }] }),
    }),
  );
  expect(html).not.toContain("<script>alert");
  // The page's data may contain tags, but must not end its script element.
  expect(html.replaceAll(/<script[\s\S]*?<\/script>/g, "")).not.toContain("<b>");
  for (const [, , data = ""] of html.matchAll(
    /<script( id="page-data")? type="application[^>]*>([\s\S]*?)<\/script>/g,
  )) {
    expect(data).not.toMatch(/<!|<script/i);
    expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(nasty).slice(1, -1));
  }
  // These are the early script, the module, one block of structured data, and the page's data.
  expect(html.match(/<script/g)).toHaveLength(4);
  expect(html).toContain(`<script>${inlineScripts[0]}</script>`);
});

test("a page has no style attribute, because the security policy forbids it", () => {
  const home = anAboutPage({
    content: { screen: "home", title: "x", description: "", keywords: [], introduction: "Hello", hero: [aPicture()] },
  });
  expect(draw(home).html).not.toMatch(/\sstyle=/);
  expect(draw().html).not.toMatch(/\sstyle=/);
});

test("the picture of the first view is preloaded, and all others load lazily", () => {
  const home = anAboutPage({
    content: {
      screen: "home",
      title: "x",
      description: "",
      keywords: [],
      introduction: "Hello",
      hero: [aPicture(), aPicture({ name: "n2" })],
    },
  });
  const { html } = draw(home);
  expect(html).toMatch(
    /<link rel="preload" as="image" type="image\/avif" imagesrcset="\/optimized\/avif\/n1-thumbnail\.avif\?v=0a1b2c3d 300w/,
  );
  expect(html).not.toContain("n2-");
  expect(html).toMatch(/<img[^>]+width="3840" height="2160"[^>]+loading="eager"/);
});

test("a phone preloads the upright part of the first view's picture, and other windows the whole", () => {
  const home = anAboutPage({
    content: {
      screen: "home",
      title: "x",
      description: "",
      keywords: [],
      introduction: "Hello",
      hero: [aPicture({ upright: 62 })],
    },
  });
  const { html } = draw(home);
  const upright = "/optimized/avif/n1-upright62.avif?v=0a1b2c3d";
  expect(html.match(/<link rel="preload" as="image"[^>]*>/g)).toEqual([
    `<link rel="preload" as="image" type="image/avif" media="(max-aspect-ratio:3/5)" imagesrcset="${upright}" fetchpriority="high">`,
    expect.stringMatching(/media="not all and \(max-aspect-ratio:3\/5\)" imagesrcset="[^"]*n1-thumbnail\.avif/),
  ]);
  expect(html).toContain(
    `<picture><source media="(max-aspect-ratio:3/5)" type="image/avif" srcSet="${upright}"/><source type="image/avif"`,
  );
});

test("a site without pictures still has its text", () => {
  const { background: _, shareImage: __, ...site } = aSite();
  expect(draw(anAboutPage({ site })).html).toContain("<p>Born here.</p>");
  const home = { screen: "home", title: "x", description: "", keywords: [], introduction: "Hello", hero: [] } as const;
  expect(draw(anAboutPage({ site, content: { ...home, keywords: [], hero: [] } })).html).toContain("June Marlow</h1>");
});

function drawShop(shown: Partial<ShopContent>) {
  const texts = { title: "Merchandise", description: "", keywords: [], introductionHtml: "", currencyCode: "CAD" };
  return draw(anAboutPage({ content: { screen: "shop", ...texts, ...shown } })).html;
}

test("the shop's page has its products as links with prices, and preloads the first picture", () => {
  const html = drawShop({ products: [aShopProduct(), aShopProduct({ id: "2", handle: "mug", title: "Mug" })] });
  expect(html).toContain('<a href="/shop/tee">Lake tee</a>');
  expect(html).toContain('<a href="/shop/mug">Mug</a>');
  expect(html).toContain("$38.00");
  expect(html).toMatch(/<link rel="preload" as="image" type="image\/avif" imagesrcset="\/optimized\/avif\/store\/tee-/);
  expect(html).not.toMatch(/\sstyle=/);
  expect(html).not.toContain("<dialog");
});

test("a product's page works without script, with its price and a link to the shop", () => {
  const html = drawShop({ products: [aShopProduct()], handle: "tee" });
  expect(html).toMatch(/<dialog open="" class="dialog product-dialog"/);
  expect(html).toContain("<p>Soft, dark.</p>");
  expect(html).toContain("$38.00");
  expect(html).toContain('href="/shop">See everything in the shop</a>');
});

test("the shop still has its text if it is empty or its products are unknown", () => {
  expect(drawShop({ products: [] })).toContain("Merchandise</h1>");
  expect(drawShop({})).toContain("Merchandise</h1>");
});

/** The content of the page of an album with one recording. */
function anAlbumPage(): ScreenContent {
  const album = anAlbum();
  return {
    screen: "music",
    title: "Music",
    description: "",
    keywords: [],
    introductionHtml: "",
    artistId: "june",
    albums: [album],
    album: "lake-effect",
    recordings: [
      { album: album.name, recordings: [{ title: "Upstairs", url: "/audio/lake-effect/02.mp3?v=1", seconds: 75 }] },
    ],
  };
}

test("an album's page shows its sleeve and its songs, and has a link preview", () => {
  const { html } = draw(
    anAboutPage({
      head: aHead({ albumPreview: { musician: "https://artist.example/", releaseDate: "2026-09-04" } }),
      content: anAlbumPage(),
    }),
  );
  expect(html).toContain('<meta property="og:type" content="music.album">');
  expect(html).toContain('<meta property="music:musician" content="https://artist.example/">');
  expect(html).toContain('<meta property="music:release_date" content="2026-09-04">');
  expect(html).toMatch(/rel="preload" as="image" type="image\/avif" imagesrcset="[^"]*lake-effect-large/);
  expect(html).toMatch(/<section class="album-stage" aria-label="Lake Effect"/);
  expect(html).toContain("Upstairs");
  expect(html).not.toMatch(/\sstyle=/);
});

test("without script, a music page shows why it has no albums, or says that there are none", () => {
  const texts = { title: "Music", description: "", keywords: [], introductionHtml: "", artistId: "x", recordings: [] };
  const without = draw({ site: aSite(), head: aHead(), content: { screen: "music", ...texts } }).html;
  expect(without).toMatch(/<noscript>.*Unable to Load Music.*Failed to fetch albums.*<\/noscript>/);
  const empty = draw({ site: aSite(), head: aHead(), content: { screen: "music", ...texts, albums: [] } }).html;
  expect(empty).toContain("No Albums Found");
  expect(empty).not.toContain("Failed to fetch albums");
});

test("without script, the dashboard says that it needs script", () => {
  const texts = { title: "Admin", description: "", keywords: [] };
  const { html } = draw({ site: aSite(), head: aHead(), content: { screen: "admin", ...texts } });
  expect(html).toContain("Loading...");
  expect(html).toMatch(/<noscript><p[^>]*>The dashboard needs JavaScript\.<\/p><\/noscript>/);
});
