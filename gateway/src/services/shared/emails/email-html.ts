import { html, raw } from "hono/html";
import { DEFAULT_EMAIL_LOOK, type EmailLook } from "../../../content/identity/email-look.ts";
import type { Block, EmailContent, EmailFrame, Line, Typed } from "./content.ts";
import {
  anchor,
  buttonRow,
  displayStyle,
  LINE,
  letterhead,
  type Markup,
  SMALL,
  SOFT,
  TEXT,
  toSheet,
} from "./email-sheet.ts";
import { receiptToHtml } from "./receipt.ts";

/** The HTML part of an email. It holds no picture and fetches nothing. */
export function toHtml(content: EmailContent, { name, siteUrl, look = DEFAULT_EMAIL_LOOK }: EmailFrame): string {
  const { subject, title, blocks, button, reply } = content;
  const rows = html`${letterhead({ name, siteUrl }, look)}
<tr><td class="pad" align="left" style="padding:34px 40px 8px">
<h1 class="ink" style="margin:0;${raw(displayStyle(look, 27, 34))}">${title}</h1>
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
</td></tr>`;
  return toSheet({ language: "en", subject, look, rows });
}

function blockRow(block: Block, look: EmailLook): Markup {
  return html`<tr><td class="pad" align="left" style="padding:14px 40px 4px">${contentOf(block, look)}</td></tr>
`;
}

function contentOf(block: Block, look: EmailLook): Markup {
  if (typeof block === "string") return paragraph([block], look);
  if ("lines" in block) return paragraph(block.lines, look);
  return "receipt" in block ? receiptToHtml(block) : typed(block, look);
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

function typed({ intro, typed: lines }: Typed, look: EmailLook): Markup {
  return html`${intro === undefined ? "" : html`<p class="ink" style="margin:0 0 6px;${raw(TEXT)}">${intro}</p>`}<blockquote class="line ink" style="margin:0;padding:2px 0 2px 14px;border-left:3px solid ${LINE};${raw(TEXT)}">${joined(lines, look)}</blockquote>`;
}
