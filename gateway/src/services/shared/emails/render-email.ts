import type { EmailMessage } from "../outgoing-messages.ts";
import type { Block, EmailContent, EmailFrame, Line, ReceiptRow } from "./content.ts";
import { toHtml } from "./email-html.ts";

/** Makes both parts of an email, which say the same. */
export function renderEmail(content: EmailContent, frame: EmailFrame): Pick<EmailMessage, "subject" | "text" | "html"> {
  return { subject: content.subject, text: toText(content, frame), html: toHtml(content, frame) };
}

/** Width of a receipt, in characters. A line of an email has up to 78. Source: RFC 5322 §2.1.1. */
const RECEIPT_WIDTH = 64;
/** The shortest leader between words and amount, in characters. */
const LEADER_MIN = 3;

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
  if ("receipt" in block) return block.receipt.map((rows) => rows.map(rowToText).join("\n")).join("\n\n");
  const typed = block.typed.map((line) => `> ${line}`);
  return [...(block.intro === undefined ? [] : [block.intro]), ...typed].join("\n");
}

function lineToText(line: Line): string {
  return typeof line === "string" ? line : `${line.words}:\n${line.href}`;
}

function rowToText({ words, amount }: ReceiptRow): string {
  if (amount === "") return words;
  const leader = RECEIPT_WIDTH - words.length - amount.length - 2;
  return `${words} ${".".repeat(Math.max(LEADER_MIN, leader))} ${amount}`;
}
