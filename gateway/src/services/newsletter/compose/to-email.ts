import { html, raw } from "hono/html";
import {
  anchor,
  buttonRow,
  displayStyle,
  LINE,
  type Markup,
  readStyles,
  SMALL,
  SOFT,
  TEXT,
  table,
  toSheet,
  WIDTH,
} from "../../shared/emails/email-sheet.ts";
import { receiptToHtml } from "../../shared/emails/receipt.ts";
import { UNSUBSCRIBE_PLACEHOLDER } from "./contract.ts";
import { markdownToHtml } from "./markdown-html.ts";
import { beside, markdownStyles, type Paper } from "./markdown-styles.ts";
import type { FilledNewsletter, Stationery } from "./newsletter.ts";
import type { CardPart, EmailPicture, Part, PartLink, ShownShow, ShowsPart, TracksPart } from "./parts.ts";
import { toRows } from "./songs.ts";
import * as words from "./words.ts";

/** Width of the text on the paper, and of a cover or a product beside words, in CSS pixels. */
const COLUMN = WIDTH - 2 * 40;
const BESIDE = 176;

/** Colour behind a picture until it is loaded, or where pictures are blocked. The words in it have {@link SOFT}. */
const MOUNT = "#f1ebe0";

const STYLES = readStyles(new URL("./newsletter.css", import.meta.url));

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|nqo|ps|sd|syr|ug|ur|yi)\b/;

/** The HTML part of a newsletter: the artist's letter paper, and the small print below it. */
export function toEmail(newsletter: FilledNewsletter, stationery: Stationery): string {
  const { subject, preheader, parts, findPicture } = newsletter;
  const { language, look, artistName, link } = stationery;
  const isRightToLeft = RIGHT_TO_LEFT.test(language);
  const start = isRightToLeft ? "right" : "left";
  const marked = ({ words, href }: PartLink): PartLink => ({ words, href: link(href) ?? href });
  const paper: Paper = { look, start, marked };
  const markdown = {
    attributesOf: markdownStyles(paper),
    toPicture: (picture: EmailPicture) => pictureTag(picture, Math.min(COLUMN, picture.width), false),
  };

  function toRow(part: Part): Markup {
    switch (part.kind) {
      case "text": {
        const content = markdownToHtml(part.tokens, { link, findPicture }, markdown);
        return html`<tr><td class="pad" align="${start}" style="padding:14px 40px 0;word-break:break-word">${raw(content)}</td></tr>
`;
      }
      case "picture":
        return pictureRow(part.picture, "18px", paper);
      case "button":
        return html`${buttonRow(marked(part.link), look)}
`;
      case "card":
        return cardRow(part, paper);
      case "tracks":
        return tracksRow(part, paper);
      case "shows":
        return showsRow(part, paper);
      case "problem":
        return html`<tr><td class="pad" align="${start}" style="padding:14px 40px 4px"><p class="note" style="margin:0;padding:12px 16px;background:#fbe3e0;${raw(SMALL)};color:#7a1712">${part.message}</p></td></tr>
`;
    }
  }

  const [first] = parts;
  // A picture at the beginning is the head of the paper.
  const head = first?.kind === "picture" ? first : undefined;
  const rows = html`<tr><td class="pad rule" align="${start}" style="padding:30px 40px 24px;word-break:break-word;border-bottom:3px solid ${look.marks?.rule ?? LINE}">
<a class="ink" dir="auto" href="${link(stationery.publicUrl)}" style="${raw(displayStyle(look, 26, 33))};text-decoration:none">${artistName}</a>
</td></tr>
${head ? pictureRow(head.picture, "0", paper) : ""}<tr><td class="pad" align="${start}" style="padding:34px 40px 4px;word-break:break-word">
<h1 class="ink title" dir="auto" style="margin:0;${raw(displayStyle(look, 30, 38))}">${subject}</h1>
</td></tr>
${parts.slice(head ? 1 : 0).map(toRow)}<tr><td height="34" style="font-size:0;line-height:34px">&nbsp;</td></tr>`;
  return toSheet({
    language,
    subject,
    look,
    rows,
    extras: {
      direction: isRightToLeft ? "rtl" : "ltr",
      styles: STYLES,
      preheader: hiddenPreheader(preheader),
      below: smallPrint(stationery, paper),
    },
  });
}

/**
 * Fills the rest of the preview line in a mail program's list, so that it does not show the first words of the email.
 */
const FILLER = "\u034f\u200c\u00a0".repeat(80);

/** Hides the preheader in the email itself, from screen readers too. */
function hiddenPreheader(preheader: string): Markup {
  if (preheader === "") return html``;
  return html`<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all">${preheader}${FILLER}</div>
`;
}

function pictureRow(picture: EmailPicture, above: string, { start }: Paper): Markup {
  // A small picture stays small: enlarged it would look coarse.
  const isWide = picture.width >= WIDTH;
  const width = isWide ? WIDTH : Math.min(COLUMN, picture.width);
  const tag = raw(pictureTag(picture, width, true));
  if (isWide) {
    return html`<tr><td style="padding:${above} 0 4px">${tag}</td></tr>
`;
  }
  return html`<tr><td class="pad" align="${start}" style="padding:18px 40px 4px">${tag}</td></tr>
`;
}

/**
 * A picture with its place. Outlook reads the attributes, telephones the styles. If pictures are blocked, its
 * description replaces it.
 */
function pictureTag(picture: EmailPicture, width: number, isBlock: boolean, kind = "mount"): string {
  const { alt, addressFor } = picture;
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  const style = `${isBlock ? "display:block;" : ""}width:100%;max-width:${width}px;height:auto;border:0;background:${MOUNT};${SMALL}`;
  return String(
    html`<img class="${kind}" src="${addressFor(width)}" width="${width}" height="${height}" alt="${alt}" style="${raw(style)}">`,
  );
}

/** A picture beside words; on a telephone above them. */
function cardRow({ facts, title, line, link: unmarked, picture }: CardPart, { look, start, marked }: Paper): Markup {
  const link = marked(unmarked);
  const cover = picture
    ? html`<td class="stack" width="${BESIDE}" valign="top" style="width:${BESIDE}px"><a href="${link.href}" style="text-decoration:none">${raw(pictureTag(picture, BESIDE, true, "mount cover"))}</a></td>`
    : "";
  return html`<tr><td class="pad" align="${start}" style="padding:22px 40px 8px">
${table("card", "")}<tr>${cover}<td class="${picture ? "stack side" : "side"}" align="${start}" valign="top" style="padding:${picture ? beside("2px", 24, "0", start) : "0"};word-break:break-word">
${
  facts === ""
    ? ""
    : html`<p class="soft" dir="auto" style="margin:0 0 6px;${raw(SMALL)}">${facts}</p>
`
}<p dir="auto" style="margin:0 0 6px"><a class="ink" href="${link.href}" style="${raw(displayStyle(look, 22, 28))};text-decoration:none">${title}</a></p>
${
  line === ""
    ? ""
    : html`<p class="ink" dir="auto" style="margin:0 0 12px;${raw(TEXT)}">${line}</p>
`
}<p class="ink" style="margin:0;${raw(TEXT)}">${anchor(link, look)}</p>
</td></tr></table>
</td></tr>
`;
}

function tracksRow({ title, songs }: TracksPart, { look, start }: Paper): Markup {
  return html`<tr><td class="pad" align="${start}" style="padding:22px 40px 8px;word-break:break-word">
${
  title === ""
    ? ""
    : html`<p class="ink" dir="auto" style="margin:0 0 8px;${raw(displayStyle(look, 18, 24))}">${title}</p>
`
}${receiptToHtml({ receipt: [toRows(songs)] })}
</td></tr>
`;
}

function showsRow({ shows, all }: ShowsPart, paper: Paper): Markup {
  return html`<tr><td class="pad" align="${paper.start}" style="padding:18px 40px 8px">
${shows.map((show) => showTable(show, paper))}${all ? html`<p class="ink" style="margin:14px 0 0;${raw(TEXT)}">${anchor(paper.marked(all), paper.look)}</p>` : ""}
</td></tr>
`;
}

/** A show beside its leaf of the calendar, which repeats the date and is hidden from screen readers. */
function showTable(show: ShownShow, { look, start, marked }: Paper): Markup {
  const { day, month, date, title, lines, links, href } = show;
  const leaf = html`<td width="60" valign="top" style="width:60px;padding:16px 0"><table class="line" aria-hidden="true" role="presentation" width="60" cellpadding="0" cellspacing="0" border="0" style="width:60px;border:1px solid ${LINE}"><tr><td class="rule ink" align="center" style="border-top:3px solid ${look.marks?.rule ?? LINE};padding:7px 2px 0;${raw(displayStyle(look, 24, 28))}">${day}</td></tr><tr><td class="soft" align="center" style="padding:0 2px 7px;${raw(SMALL)}">${month}</td></tr></table></td>`;
  return html`${table("show", "")}<tr>${leaf}<td class="line" align="${start}" valign="top" style="padding:${beside("14px", 18, "14px", start)};word-break:break-word">
<p class="soft" style="margin:0 0 2px;${raw(SMALL)}">${date}</p>
<p dir="auto" style="margin:0 0 2px"><a class="ink" href="${marked({ words: title, href }).href}" style="${raw(displayStyle(look, 18, 24))};text-decoration:none">${title}</a></p>
${lines.map(
  (line) => html`<p class="ink" dir="auto" style="margin:0;${raw(TEXT)}">${line}</p>
`,
)}<p class="ink" style="margin:4px 0 0;${raw(TEXT)}">${links.map((link, at) => html`${at > 0 ? " · " : ""}${anchor(marked(link), look)}`)}</p>
</td></tr></table>`;
}

/** Why somebody gets this, how to unsubscribe, and who sends it. */
function smallPrint({ artistName, postalAddress, publicUrl, webUrl, link }: Stationery, { start, marked }: Paper) {
  const small = ({ words, href }: PartLink) =>
    html`<a class="soft" href="${href}" style="color:${SOFT};text-decoration:underline">${words}</a>`;
  const lines = [artistName, ...postalAddress].map((line) => html`<span dir="auto">${line}</span><br>`);
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${WIDTH}px"><tr><td class="pad" align="${start}" style="padding:22px 40px 6px;word-break:break-word">
<p class="soft" style="margin:0 0 10px;${raw(SMALL)}">${words.why(artistName)}<br>${small({ words: words.unsubscribe, href: UNSUBSCRIBE_PLACEHOLDER })}${webUrl === undefined ? "" : html` · ${small(marked({ words: words.onTheWeb, href: webUrl }))}`}</p>
<p class="soft" style="margin:0;${raw(SMALL)}">${lines}<a class="soft" href="${link(publicUrl)}" style="color:${SOFT}">${publicUrl}</a></p>
</td></tr></table>
`;
}
