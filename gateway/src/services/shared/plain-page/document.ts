import { ICON_LINKS } from "@porchlight/protocol/icon-links.ts";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { skipToContent } from "../words.ts";

/** A piece of a page. Everything put into `html` is escaped there, so no piece holds what a visitor wrote as markup. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A link to somewhere on this site. */
export type Link = { path: string; words: string };

/** How the site looks now: these pages look like the site they belong to. */
export type PageTheme = {
  /** Addresses of stylesheets, the site's own first. */
  stylesheets: readonly string[];
  /** Of the browser's frame, `#d83b65`. */
  themeColour: string;
};

/** What every page of one kind is drawn with. */
export type Frame = PageTheme & {
  artistName: string;
  /** The way back, beside the artist's name. */
  back: Link;
  /** Class of the body for what only this kind of page has. */
  kind?: "checkout";
};

/** A whole document around a page's own part. It works without script and is found by no search engine. */
export function documentOf(frame: Frame, title: string, main: Markup): Markup {
  const { artistName, stylesheets, themeColour, back, kind } = frame;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${themeColour}">
<meta name="color-scheme" content="dark">
<title>${title} · ${artistName}</title>
${raw(ICON_LINKS)}
${stylesheets.map((address) => html`<link rel="stylesheet" href="${address}">`)}
</head>
<body class="plain${kind ? ` ${kind}` : ""}">
<a class="skip-link" href="#main">${skipToContent}</a>
<header class="plain-header">
<a class="plain-name" href="/">${artistName}</a>
<a class="plain-back" href="${back.path}">${back.words}</a>
</header>
<main id="main" tabindex="-1">${main}</main>
</body>
</html>`;
}

/** A page that says one thing, in a sentence, and leads on. */
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
