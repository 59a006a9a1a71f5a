import type { Logo } from "@porchlight/protocol/content.ts";
import { ICON_LINKS } from "@porchlight/protocol/icon-links.ts";
import { SKIP_TO_CONTENT } from "@porchlight/protocol/page-words.ts";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { Ground } from "../../../content/identity/derive-theme.ts";

/** A piece of a page. `html` escapes all values, so a visitor's text never becomes markup. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

type Link = { path: string; words: string };

/** The site's present theme, which these pages share. */
export type PageTheme = {
  /** Addresses of stylesheets, the site's own first. */
  stylesheets: readonly string[];
  /** Colour of the browser's frame, `#d83b65`. */
  themeColour: string;
  ground: Ground;
  /** Shown instead of the artist's name. */
  logo?: Logo;
};

/** The parts that all pages of one kind share. */
export type Frame = PageTheme & {
  artistName: string;
  /** The link back, beside the artist's name. */
  back: Link;
  /** Class of the body, for styles of this kind of page only. */
  kind?: "checkout" | "archive";
  /** Absent for pages whose addresses hold a key: search engines do not index them. */
  listed?: Listed;
};

/** What search engines and feed readers learn about a page. Addresses are absolute. */
type Listed = {
  language: string;
  description: string;
  canonical: string;
  feed: { title: string; address: string };
};

/** A complete document around a page's content. It needs no script. */
export function documentOf(frame: Frame, title: string, main: Markup): Markup {
  const { artistName, stylesheets, themeColour, ground, logo, back, kind, listed } = frame;
  return html`<!doctype html>
<html lang="${listed?.language ?? "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${listed ? listedTags(listed, title, artistName) : html`<meta name="robots" content="noindex">`}
<meta name="theme-color" content="${themeColour}">
<meta name="color-scheme" content="${ground === "dusk" ? "dark" : "light"}">
<title>${title} · ${artistName}</title>
${raw(ICON_LINKS)}
${stylesheets.map((address) => html`<link rel="stylesheet" href="${address}">`)}
</head>
<body class="plain${kind ? ` ${kind}` : ""}">
<a class="skip-link" href="#main">${SKIP_TO_CONTENT}</a>
<header class="plain-header">
<a class="plain-name" href="/">${logo ? logoOf(logo, artistName) : artistName}</a>
<a class="plain-back" href="${back.path}">${back.words}</a>
</header>
<main id="main" tabindex="-1">${main}</main>
</body>
</html>`;
}

function listedTags({ description, canonical, feed }: Listed, title: string, artistName: string): Markup {
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${canonical}">
<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.address}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">
<meta property="og:site_name" content="${artistName}">`;
}

function logoOf({ address, width, height }: Logo, artistName: string): Markup {
  return html`<img class="logo" src="${address}" alt="${artistName}" width="${width}" height="${height}">`;
}

/** A page with one sentence and a link. */
export function messagePage(frame: Frame, title: string, sentence: string, onward: Link): Markup {
  return documentOf(
    frame,
    title,
    html`<div class="plain-message">
<h1>${title}</h1>
<p class="lead">${sentence}</p>
<p><a class="arrow-link" href="${onward.path}">${onward.words}</a></p>
</div>`,
  );
}
