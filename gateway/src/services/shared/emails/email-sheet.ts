import { readFileSync } from "node:fs";
import { html, raw } from "hono/html";
import { EMAIL_GROUND, EMAIL_INK, EMAIL_PAPER, type EmailLook } from "../../../content/identity/email-look.ts";
import type { Link } from "./content.ts";

/** A piece of an email's HTML. `html` escapes all values. */
export type Markup = ReturnType<typeof html>;

/**
 * Colours of the paper. Gmail and Outlook read only inline styles, so each element has its colours inline. email.css
 * has the dark colours. Every pair has a contrast of at least 4.5:1.
 */
const GROUND = EMAIL_GROUND;
const PAPER = EMAIL_PAPER;
const INK = EMAIL_INK;
export const SOFT = "#5f5a52";
export const LINE = "#d8cfc1";

/** Width of the paper, in CSS pixels. */
export const WIDTH = 560;

/** System fonts, because an email fetches nothing. */
const SANS = "'Helvetica Neue',Helvetica,Arial,sans-serif";

export const TEXT = `font-family:${SANS};font-size:16px;line-height:25px;color:${INK}`;
export const SMALL = `font-family:${SANS};font-size:14px;line-height:21px;color:${SOFT}`;

/** Reads a stylesheet. Comments and line breaks would only make each email larger. */
export function readStyles(file: URL): string {
  return readFileSync(file, "utf8")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s*\n\s*/g, "");
}

const STYLES = readStyles(new URL("./email.css", import.meta.url));

/** The parts of an email around its content. */
type Sheet = {
  /** Language of the document. */
  language: string;
  /** Title of the document. */
  subject: string;
  look: EmailLook;
  /** Rows of the paper. */
  rows: Markup;
  /** What an email with pictures needs. */
  extras?: {
    /** Text direction of the document. */
    direction: "ltr" | "rtl";
    /** Further styles, as {@link readStyles} returns them. */
    styles: string;
    /** The words that mail programs show after the subject, hidden in the email. */
    preheader: Markup;
    /** A row below the paper. */
    below: Markup;
  };
};

/**
 * An email: one sheet of paper. It consists of tables, because Outlook for Windows draws emails with Word.
 *
 * Outlook draws pictures at the display's scale only with `PixelsPerInch`, and reads some colours from `bgcolor` only.
 */
export function toSheet({ language, subject, look, rows, extras }: Sheet): string {
  const page = html`<!doctype html>
<html lang="${language}"${extras ? html` dir="${extras.direction}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="x-apple-disable-message-reformatting">
<title>${subject}</title>
${extras ? PIXELS : ""}<style>${raw(STYLES)}${raw(extras?.styles ?? "")}${raw(darkMarks(look))}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${GROUND};-webkit-text-size-adjust:100%">
${extras?.preheader ?? ""}${table("ground", `background:${GROUND}`, extras && GROUND)}<tr><td align="center" style="padding:28px 12px">
<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${table("paper", `max-width:${WIDTH}px;background:${PAPER}`, extras && PAPER)}
${rows}
</table>
${extras?.below ?? ""}<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  // `html` returns a promise only if one was passed to it.
  return String(page);
}

/** Source: Microsoft, "PixelsPerInch" of Office documents. */
const PIXELS = html`<!--[if mso]><xml xmlns:o="urn:schemas-microsoft-com:office:office"><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
`;

/** Opens a table for layout, which screen readers ignore. @param colour of its ground, for Outlook */
export function table(kind: string, style: string, colour?: string): Markup {
  return html`<table class="${kind}" role="presentation" width="100%"${colour === undefined ? "" : html` bgcolor="${colour}"`} cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;${raw(style)}">`;
}

/** The sender's name at the top of the paper. */
export function letterhead({ name, siteUrl }: { name: string; siteUrl: string }, look: EmailLook): Markup {
  return html`<tr><td class="pad ${look.marks ? "rule" : "line"}" align="left" style="padding:26px 40px 22px;border-bottom:${look.marks ? `3px solid ${look.marks.rule}` : `1px solid ${LINE}`}">
<a class="ink" href="${siteUrl}" style="${raw(displayStyle(look, 20, 26))};text-decoration:none">${name}</a>
</td></tr>`;
}

/** Style of letters in the display typeface. @param size @param height of a line; both in CSS pixels */
export function displayStyle({ display, displayWeight }: EmailLook, size: number, height: number): string {
  return `font-family:${display};font-size:${size}px;line-height:${height}px;font-weight:${displayWeight};color:${INK}`;
}

/** The colours of an artist's own accent in dark mode; see email.css. */
function darkMarks({ button, marks }: EmailLook): string {
  if (!marks) return "";
  const { darkLink, darkRule } = marks;
  return `@media(prefers-color-scheme:dark){.link{color:${darkLink}!important}.rule{border-color:${darkRule}!important}.button{background:${button}!important}}`;
}

export function anchor({ words, href }: Link, { marks }: EmailLook): Markup {
  return html`<a class="${marks ? "link" : "ink"}" href="${href}" style="color:${marks?.link ?? INK};text-decoration:underline">${words}</a>`;
}

/** The cell itself is the button, because Word ignores the padding of a link. */
export function buttonRow({ words, href }: Link, { button, onButton }: EmailLook): Markup {
  return html`<tr><td class="pad" align="left" style="padding:24px 40px 4px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" align="center" bgcolor="${button}" style="background:${button};padding:14px 26px">
<a href="${href}" style="font-family:${raw(SANS)};font-size:16px;line-height:20px;font-weight:bold;color:${onButton};text-decoration:none">${words}</a>
</td></tr></table>
</td></tr>`;
}
