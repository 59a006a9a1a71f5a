import type { EmailMessage } from "../outgoing-messages.ts";
import type { Block, EmailContent, EmailFrame, Line } from "./content.ts";
import { toHtml } from "./email-html.ts";
import { receiptToText } from "./receipt.ts";

/** Makes both parts of an email, which have the same content. */
export function renderEmail(content: EmailContent, frame: EmailFrame): Pick<EmailMessage, "subject" | "text" | "html"> {
  return { subject: content.subject, text: toText(content, frame), html: toHtml(content, frame) };
}

/** The text part of an email, with the same content as its HTML. */
function toText({ title, blocks, button, reply }: EmailContent, { name, siteUrl }: EmailFrame): string {
  const parts = [
    title,
    ...blocks.map(blockToText),
    ...(button ? [lineToText(button)] : []),
    ...(reply === undefined ? [] : [reply]),
    `${name}\n${siteUrl}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function blockToText(block: Block): string {
  if (typeof block === "string") return block;
  if ("lines" in block) return block.lines.map(lineToText).join("\n");
  if ("receipt" in block) return receiptToText(block);
  const typed = block.typed.map((line) => `> ${line}`);
  return [...(block.intro === undefined ? [] : [block.intro]), ...typed].join("\n");
}

function lineToText(line: Line): string {
  return typeof line === "string" ? line : `${line.words}:\n${line.href}`;
}
