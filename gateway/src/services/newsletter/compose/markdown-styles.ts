import type { EmailLook } from "../../../content/identity/email-look.ts";
import { displayStyle, LINE, TEXT } from "../../shared/emails/email-sheet.ts";
import type { PartLink } from "./parts.ts";

/** What all rows of the paper need. */
export type Paper = {
  look: EmailLook;
  /** The side on which lines begin. */
  start: "left" | "right";
  /** Marks a link of a block. */
  marked: (link: PartLink) => PartLink;
};

/** Padding of an element beside another one: only on the side where lines begin. */
export function beside(top: string, side: number, bottom: string, start: Paper["start"]): string {
  return start === "left" ? `${top} 0 ${bottom} ${side}px` : `${top} ${side}px ${bottom} 0`;
}

/** Looks of the elements of Markdown. @returns the attributes of an element, by its tag */
export function markdownStyles({ look, start }: Omit<Paper, "marked">): (tag: string) => string {
  const heading = (size: number, height: number) =>
    `class="ink" dir="auto" style="margin:20px 0 10px;${displayStyle(look, size, height)}"`;
  const small = `class="ink" dir="auto" style="margin:16px 0 8px;${TEXT};font-weight:bold"`;
  const list = `class="ink" dir="auto" style="margin:0 0 16px;padding:${beside("0", 24, "0", start)};${TEXT}"`;
  const cell = (more = "") =>
    `class="ink line" dir="auto" style="padding:6px 12px 6px 0;border-bottom:1px solid ${LINE};${TEXT}${more}"`;
  const mono = "font-family:Menlo,Consolas,monospace;font-size:14px;line-height:21px";
  const attributes: Record<string, string> = {
    p: `class="ink" dir="auto" style="margin:0 0 16px;${TEXT}"`,
    h2: heading(22, 29),
    h3: heading(18, 25),
    h4: small,
    h5: small,
    h6: small,
    ul: list,
    ol: list,
    li: 'style="margin:0 0 6px"',
    blockquote: `class="rule ink" dir="auto" style="margin:0 0 16px;padding:${beside("14px", 18, "0", start)};border-${start}:3px solid ${look.marks?.rule ?? LINE}"`,
    hr: `class="line" style="margin:24px 0;border:0;border-top:1px solid ${LINE}"`,
    pre: `class="ink" style="margin:0 0 16px;white-space:pre-wrap;${TEXT};${mono}"`,
    code: `style="${mono}"`,
    table: 'width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"',
    th: cell(";font-weight:bold"),
    td: cell(),
    a: `class="link" style="color:${look.marks?.link};text-decoration:underline"`,
  };
  return (tag) => (attributes[tag] === undefined ? "" : ` ${attributes[tag]}`);
}
