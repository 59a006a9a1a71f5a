import { html, raw } from "hono/html";
import type { Markup } from "../../shared/emails/email-sheet.ts";
import { type MarkdownLook, type MarkdownTargets, markdownToHtml } from "./markdown-html.ts";
import type { CardPart, EmailPicture, Part, ShownShow, ShowsPart, TracksPart } from "./parts.ts";

/** Width of the newsletter's page, and of a picture beside words, in CSS pixels. */
const COLUMN = 680;
const BESIDE = 200;

/** Elements of Markdown whose text may be in another direction than the page. */
const WITH_DIRECTION = new Set(["p", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "blockquote", "td", "th"]);

/**
 * A newsletter for the archive and the feed: without marks, styles and script. The classes are those of the archive's
 * stylesheet; in a feed reader it is plain.
 */
export function toWeb(parts: readonly Part[], targets: MarkdownTargets): string {
  const look: MarkdownLook = {
    attributesOf: (tag) => (WITH_DIRECTION.has(tag) ? ' dir="auto"' : ""),
    toPicture: (picture) => pictureTag(picture, COLUMN),
  };
  return parts
    .map((part) => (part.kind === "text" ? markdownToHtml(part.tokens, targets, look) : String(toHtml(part))))
    .join("\n");
}

function toHtml(part: Exclude<Part, { kind: "text" }>): Markup {
  switch (part.kind) {
    case "picture":
      return html`<figure>${raw(pictureTag(part.picture, COLUMN))}</figure>`;
    case "button":
      return html`<p class="button-line"><a href="${part.link.href}">${part.link.words}</a></p>`;
    case "card":
      return cardToHtml(part);
    case "tracks":
      return tracksToHtml(part);
    case "shows":
      return showsToHtml(part);
    case "problem":
      return html`<p>${part.message}</p>`;
  }
}

function pictureTag(picture: EmailPicture, shown: number): string {
  const { alt, addressFor } = picture;
  const width = Math.min(shown, picture.width);
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  return String(html`<img src="${addressFor(width)}" width="${width}" height="${height}" alt="${alt}" loading="lazy">`);
}

function cardToHtml({ facts, title, line, link, picture }: CardPart): Markup {
  return html`<div class="card">${picture ? html`<a href="${link.href}">${raw(pictureTag(picture, BESIDE))}</a>` : ""}<div>
${facts === "" ? "" : html`<p class="facts" dir="auto">${facts}</p>`}<p class="title" dir="auto"><a href="${link.href}">${title}</a></p>
${line === "" ? "" : html`<p dir="auto">${line}</p>`}<p><a href="${link.href}">${link.words}</a></p>
</div></div>`;
}

function tracksToHtml({ title, songs }: TracksPart): Markup {
  return html`${title === "" ? "" : html`<p class="title" dir="auto">${title}</p>`}
<ol class="songs">${songs.map(({ title, length }) => html`<li><span dir="auto">${title}</span>${length === undefined ? "" : html` <span>${length}</span>`}</li>`)}</ol>`;
}

function showsToHtml({ shows, all }: ShowsPart): Markup {
  return html`<ul class="shows">${shows.map(showToHtml)}</ul>${all ? html`<p><a href="${all.href}">${all.words}</a></p>` : ""}`;
}

function showToHtml({ date, title, lines, links, href }: ShownShow): Markup {
  return html`<li><p class="facts">${date}</p><p class="title" dir="auto"><a href="${href}">${title}</a></p>${lines.map((line) => html`<p dir="auto">${line}</p>`)}<p>${links.map(({ words, href }, at) => html`${at > 0 ? " · " : ""}<a href="${href}">${words}</a>`)}</p></li>`;
}
