import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** A piece of a page. Everything put into `html` is escaped there, so no piece holds what a buyer wrote as markup. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What a page of the checkout is drawn with, whichever it is. */
export type Frame = {
  shopName: string;
  /** Addresses of the stylesheets, the site's own first: the checkout looks like the shop it belongs to. */
  stylesheets: readonly string[];
};

/** A whole document around a page's own part. */
export function documentOf({ shopName, stylesheets }: Frame, title: string, main: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark">
<title>${title} · ${shopName}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${stylesheets.map((address) => html`<link rel="stylesheet" href="${address}">`)}
</head>
<body class="checkout">
<a class="skip-link" href="#main">Skip to the content</a>
<header class="checkout-header">
<a class="checkout-shop" href="/">${shopName}</a>
<a class="checkout-back" href="/shop">Back to the shop</a>
</header>
<main id="main" tabindex="-1">${main}</main>
</body>
</html>`;
}

/** A page that says one thing and leads back to the shop. */
export function plainPage(frame: Frame, title: string, sentence: string): Markup {
  return documentOf(
    frame,
    title,
    html`<div class="checkout-plain">
<h1>${title}</h1>
<p class="lead">${sentence}</p>
<p><a class="arrow-link" href="/shop">To the shop</a></p>
</div>`,
  );
}
