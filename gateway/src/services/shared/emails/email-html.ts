import { readFileSync } from "node:fs";
import { html, raw } from "hono/html";
import { DEFAULT_EMAIL_LOOK, EMAIL_INK, EMAIL_PAPER, type EmailLook } from "../../../content/identity/email-look.ts";
import type { Block, EmailContent, EmailFrame, Line, Link, Receipt, ReceiptRow, Typed } from "./content.ts";

type Markup = ReturnType<typeof html>;

/**
 * Colours of the paper. Gmail and Outlook read only inline styles, so each element has its colours inline. email.css
 * has the dark colours. Every pair has a contrast of at least 4.5:1.
 */
const GROUND = "#e9e2d6";
const PAPER = EMAIL_PAPER;
const INK = EMAIL_INK;
const SOFT = "#5f5a52";
const LINE = "#d8cfc1";

/** Width of the paper, in CSS pixels. */
const WIDTH = 560;

/** Fonts that machines have, because an email fetches nothing. */
const SANS = "'Helvetica Neue',Helvetica,Arial,sans-serif";

const TEXT = `font-family:${SANS};font-size:16px;line-height:25px;color:${INK}`;
const SMALL = `font-family:${SANS};font-size:14px;line-height:21px;color:${SOFT}`;

/**
 * Maximum length of a row's words if the row has a leader, in characters. They do not wrap, so they have to fit beside
 * an amount on a phone, also with the spacing of letters and words that WCAG 1.4.12 allows for.
 */
const LEADER_WORDS_MAX = 24;
/** Comments and line breaks would only make each email larger. */
const STYLES = readFileSync(new URL("./email.css", import.meta.url), "utf8")
  .replace(/\/\*.*?\*\//gs, "")
  .replace(/\s*\n\s*/g, "");

/**
 * The HTML part of an email: one sheet of paper. It consists of tables, because Outlook for Windows draws emails with
 * Word. It holds no picture and fetches nothing.
 */
export function toHtml(content: EmailContent, { name, siteUrl, look = DEFAULT_EMAIL_LOOK }: EmailFrame): string {
  const { subject, title, blocks, button, reply } = content;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="x-apple-disable-message-reformatting">
<title>${subject}</title>
<style>${raw(STYLES)}${raw(darkMarks(look))}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${GROUND};-webkit-text-size-adjust:100%">
${table("ground", `background:${GROUND}`)}<tr><td align="center" style="padding:28px 12px">
<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${table("paper", `max-width:${WIDTH}px;background:${PAPER}`)}
<tr><td class="pad ${look.marks ? "rule" : "line"}" align="left" style="padding:26px 40px 22px;border-bottom:${look.marks ? `3px solid ${look.marks.rule}` : `1px solid ${LINE}`}">
<a class="ink" href="${siteUrl}" style="font-family:${raw(look.display)};font-size:20px;line-height:26px;font-weight:${look.displayWeight};color:${INK};text-decoration:none">${name}</a>
</td></tr>
<tr><td class="pad" align="left" style="padding:34px 40px 8px">
<h1 class="ink" style="margin:0;font-family:${raw(look.display)};font-size:27px;line-height:34px;font-weight:${look.displayWeight};color:${INK}">${title}</h1>
</td></tr>
${blocks.map((block) => blockRow(block, look))}
${button ? buttonRow(button, look) : ""}
<tr><td class="pad" align="left" style="padding:30px 40px 34px">
${
  reply === undefined
    ? ""
    : html`<p class="soft" style="margin:0 0 10px;${raw(SMALL)}">${reply}</p>
`
}<p class="soft" style="margin:0;${raw(SMALL)}">${name}<br><a class="soft" href="${siteUrl}" style="color:${SOFT}">${siteUrl}</a></p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  // `html` returns a promise only if one was passed to it.
  return String(page);
}

/** Opens a table for layout, which screen readers ignore. */
function table(kind: string, style: string): Markup {
  return html`<table class="${kind}" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;${raw(style)}">`;
}

/** The colours of an artist's own accent in the dark; see email.css. */
function darkMarks({ button, marks }: EmailLook): string {
  if (!marks) return "";
  const { darkLink, darkRule } = marks;
  return `@media(prefers-color-scheme:dark){.link{color:${darkLink}!important}.rule{border-color:${darkRule}!important}.button{background:${button}!important}}`;
}

function blockRow(block: Block, look: EmailLook): Markup {
  return html`<tr><td class="pad" align="left" style="padding:14px 40px 4px">${contentOf(block, look)}</td></tr>
`;
}

function contentOf(block: Block, look: EmailLook): Markup {
  if (typeof block === "string") return paragraph([block], look);
  if ("lines" in block) return paragraph(block.lines, look);
  return "receipt" in block ? receipt(block) : typed(block, look);
}

function paragraph(lines: readonly Line[], look: EmailLook): Markup {
  return html`<p class="ink" style="margin:0;${raw(TEXT)}">${joined(lines, look)}</p>`;
}

/** Puts lines below each other. Line breaks within a line stay, as in the owner's instructions. */
function joined(lines: readonly Line[], look: EmailLook): Markup[] {
  const pieces = lines.flatMap((line): Line[] => (typeof line === "string" ? line.split("\n") : [line]));
  return pieces.map(
    (piece, at) => html`${at > 0 ? raw("<br>") : ""}${typeof piece === "string" ? piece : anchor(piece, look)}`,
  );
}

function anchor({ words, href }: Link, { marks }: EmailLook): Markup {
  return html`<a class="${marks ? "link" : "ink"}" href="${href}" style="color:${marks?.link ?? INK};text-decoration:underline">${words}</a>`;
}

function receipt({ receipt: groups }: Receipt): Markup {
  return html`${table("receipt", "")}${groups.map(
    (rows, at) =>
      html`${at > 0 ? rule() : ""}<tr><td>${rows.map(rowsOf(rows.every(({ words }) => words.length <= LEADER_WORDS_MAX)))}</td></tr>`,
  )}</table>`;
}

/** The rule between two groups of a receipt. */
function rule(): Markup {
  return html`<tr><td class="line" height="9" style="border-bottom:1px solid ${LINE};font-size:0;line-height:9px">&nbsp;</td></tr><tr><td height="9" style="font-size:0;line-height:9px">&nbsp;</td></tr>`;
}

/**
 * Each row is its own table, so that the leader takes the room that the words leave. Rows with long words wrap instead,
 * because a cell cannot do both.
 */
function rowsOf(hasLeaders: boolean): (row: ReceiptRow) => Markup {
  const leader = html`<td valign="bottom" style="padding:0 8px 7px"><div class="line" style="border-bottom:2px dotted ${LINE};font-size:0;line-height:0">&nbsp;</div></td>`;
  return ({ words, amount, isTotal }) => {
    const style = raw(`${TEXT};padding:3px 0${isTotal ? ";font-weight:bold" : ""}`);
    const nowrap = raw(`width="1%" style="white-space:nowrap;${style}"`);
    return html`${table("row", "")}<tr><td class="ink" align="left" ${hasLeaders ? nowrap : raw(`style="${style};padding-right:16px"`)}>${words}</td>${hasLeaders ? leader : ""}<td class="ink" align="right" valign="bottom" ${nowrap}>${amount}</td></tr></table>`;
  };
}

function typed({ intro, typed: lines }: Typed, look: EmailLook): Markup {
  return html`${intro === undefined ? "" : html`<p class="ink" style="margin:0 0 6px;${raw(TEXT)}">${intro}</p>`}<blockquote class="line ink" style="margin:0;padding:2px 0 2px 14px;border-left:3px solid ${LINE};${raw(TEXT)}">${joined(lines, look)}</blockquote>`;
}

/** The cell itself is the button, because Word ignores the padding of a link. */
function buttonRow({ words, href }: Link, { button, onButton }: EmailLook): Markup {
  return html`<tr><td class="pad" align="left" style="padding:24px 40px 4px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" align="center" bgcolor="${button}" style="background:${button};padding:14px 26px">
<a href="${href}" style="font-family:${raw(SANS)};font-size:16px;line-height:20px;font-weight:bold;color:${onButton};text-decoration:none">${words}</a>
</td></tr></table>
</td></tr>`;
}
