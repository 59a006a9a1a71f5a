/** What an email says, from which its HTML and its text are made. */
export type EmailContent = {
  subject: string;
  /** The heading, which says the news in one sentence. */
  title: string;
  blocks: readonly Block[];
  /** The one thing to do next. */
  button?: Link;
  /** Whom a reply reaches, in one sentence. */
  reply?: string;
};

/** A paragraph, lines, a receipt, or text that somebody else has typed. */
export type Block = string | Lines | Receipt | Typed;

/** Lines one below the other. */
export type Lines = { lines: readonly Line[] };

export type Line = string | Link;

/** `href` is an absolute address. */
export type Link = { words: string; href: string };

/** Rows of words and amounts, in groups with a rule between them. */
export type Receipt = { receipt: readonly (readonly ReceiptRow[])[] };

/** `amount` is formatted, or empty. A row that `isTotal` stands out. */
export type ReceiptRow = { words: string; amount: string; isTotal?: true };

/** Text of a stranger, which is marked so that it cannot look like ours. */
export type Typed = { intro?: string; typed: readonly string[] };

/** Whose email it is: the wordmark at its top and the link at its end. */
export type EmailFrame = { name: string; siteUrl: string };
