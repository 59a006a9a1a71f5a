import type { EmailLook } from "../../../content/identity/email-look.ts";

/** The content of an email. Its HTML and its text are made from this. */
export type EmailContent = {
  subject: string;
  /** The heading, which tells the news in one sentence. */
  title: string;
  blocks: readonly Block[];
  /** The one thing to do next. */
  button?: Link;
  /** Who gets a reply, in one sentence. */
  reply?: string;
};

/** A paragraph, lines, a receipt, or text that somebody else has typed. */
export type Block = string | Lines | Receipt | Typed;

/** Lines below each other. */
export type Lines = { lines: readonly Line[] };

export type Line = string | Link;

/** `href` is an absolute address. */
export type Link = { words: string; href: string };

/** Rows of words and amounts, in groups that are separated by a rule. */
export type Receipt = { receipt: readonly (readonly ReceiptRow[])[] };

/** `amount` is formatted, or empty. `isTotal` makes the row stand out. */
export type ReceiptRow = { words: string; amount: string; isTotal?: true };

/** Text that a stranger typed. It is marked, so that it cannot look like ours. */
export type Typed = { intro?: string; typed: readonly string[] };

/** The sender's site: the wordmark at the top of the email and the link at its end, and its look. */
export type EmailFrame = { name: string; siteUrl: string; look?: EmailLook };
