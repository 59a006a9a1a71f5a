import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { NEWSLETTERS_FEED_PATH, NEWSLETTERS_PATH } from "@porchlight/protocol/newsletters.ts";
import { html, raw } from "hono/html";
import { documentOf, type Frame, type Markup } from "../../shared/plain-page/document.ts";
import type { ListedNewsletter, PublishedNewsletter } from "./contract.ts";
import { newsletterPath } from "./newsletter-path.ts";
import * as words from "./words.ts";

/** What every page of the archive has. */
export type ArchiveFrame = Omit<Frame, "back" | "kind" | "listed"> & {
  language: string;
  /** Without a slash at the end. */
  publicUrl: string;
};

/** Place of the form for the mailing list, at the foot of the site's pages. */
const JOIN_PATH = `${SCREEN_PATHS.about}#stay-connected`;

/** Longest description for search engines, in characters. */
const DESCRIPTION_MAX = 160;

/**
 * A page of the list, the latest first.
 *
 * @param page.before the page shows those before this id; absent on the first page
 * @param page.older the next page shows those before this id; absent on the last page
 */
export function listPage(
  newsletters: readonly ListedNewsletter[],
  page: { before?: number | undefined; older?: number | undefined },
  frame: ArchiveFrame,
): Markup {
  const { before, older } = page;
  const path = before === undefined ? NEWSLETTERS_PATH : olderPath(before);
  const content = html`<div class="archive-head">
<h1>${words.newsletters}</h1>
<p class="lead">${words.about(frame.artistName)}</p>
</div>
<ol class="archive-list">${newsletters.map((newsletter) => rowOf(newsletter, frame.language))}</ol>
${pageLinks([...(before === undefined ? [] : [[NEWSLETTERS_PATH, words.latest] as const]), ...(older === undefined ? [] : [[olderPath(older), words.older] as const])])}
${joinSection()}`;
  return archivePage(frame, { title: words.newsletters, description: words.about(frame.artistName), path }, content);
}

/** The page of one newsletter. */
export function newsletterPage(newsletter: PublishedNewsletter, frame: ArchiveFrame): Markup {
  const { id, subject, webHtml } = newsletter;
  // The page also works at another address of the site, where only its own pictures may load.
  const body = webHtml.replaceAll(`="${frame.publicUrl}/`, '="/');
  const content = html`<article class="archive-article">
<header class="archive-head">
<p class="eyebrow">${timeOf(newsletter, frame.language)}</p>
<h1 dir="auto">${subject}</h1>
</header>
<div class="archive-text">${raw(body)}</div>
</article>
${pageLinks([[NEWSLETTERS_PATH, words.all]])}
${joinSection()}`;
  return archivePage(frame, { title: subject, description: describe(newsletter), path: newsletterPath(id) }, content);
}

function archivePage(
  frame: ArchiveFrame,
  { title, description, path }: { title: string; description: string; path: string },
  content: Markup,
): Markup {
  const { language, publicUrl, ...rest } = frame;
  const listed = {
    language,
    description,
    canonical: publicUrl + path,
    feed: { title: words.newslettersOf(frame.artistName), address: publicUrl + NEWSLETTERS_FEED_PATH },
  };
  return documentOf({ ...rest, kind: "archive", back: { path: "/", words: words.back }, listed }, title, content);
}

function olderPath(before: number): string {
  return `${NEWSLETTERS_PATH}?before=${before}`;
}

function rowOf(newsletter: ListedNewsletter, language: string): Markup {
  const { id, subject, preheader } = newsletter;
  return html`<li>
<p class="archive-date">${timeOf(newsletter, language)}</p>
<h2 dir="auto"><a href="${newsletterPath(id)}">${subject}</a></h2>
${preheader === "" ? "" : html`<p class="archive-preheader" dir="auto">${preheader}</p>`}
</li>`;
}

/** The day in UTC, as the sending is recorded. */
function timeOf({ startedAt }: ListedNewsletter, language: string): Markup {
  const day = formatInstant(startedAt, language, { dateStyle: "long", timeZone: "UTC" });
  return html`<time datetime="${startedAt}">${day}</time>`;
}

function pageLinks(links: readonly (readonly [path: string, words: string])[]): Markup {
  if (links.length === 0) return html``;
  return html`<nav class="archive-pages" aria-label="${words.newsletters}">${links.map(([path, text]) => html`<a class="arrow-link" href="${path}">${text}</a>`)}</nav>`;
}

function joinSection(): Markup {
  return html`<section class="archive-join" aria-labelledby="join">
<h2 id="join">${words.joinTitle}</h2>
<p>${words.joinSentence}</p>
<p><a class="archive-button" href="${JOIN_PATH}">${words.join}</a></p>
<p class="soft">${words.orFeed} <a href="${NEWSLETTERS_FEED_PATH}">${words.feed}</a></p>
</section>`;
}

/** The preheader, or the first words. */
function describe({ preheader, webHtml }: PublishedNewsletter): string {
  if (preheader !== "") return preheader;
  const text = webHtml
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&#39;|&quot;/g, "'")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (text.length <= DESCRIPTION_MAX) return text;
  return `${text
    .slice(0, DESCRIPTION_MAX)
    .toWellFormed()
    .replace(/\s+\S*$/, "")} …`;
}
