import type { EmailLook } from "../../../content/identity/email-look.ts";
import type { MarkdownTargets } from "./markdown-html.ts";
import type { Part } from "./parts.ts";

/** A newsletter whose blocks are filled, before it is written as HTML and as text. */
export type FilledNewsletter = {
  subject: string;
  preheader: string;
  parts: readonly Part[];
  findPicture: MarkdownTargets["findPicture"];
};

/** The sender's own paper. Addresses are absolute. */
export type Stationery = {
  artistName: string;
  language: string;
  look: EmailLook;
  publicUrl: string;
  /** Lines of the postal address. */
  postalAddress: readonly string[];
  /** The newsletter's public page; absent if it has none. */
  webUrl?: string | undefined;
  /** Makes an address absolute and marks it, if it leads to the site; undefined if a link must not lead there. */
  link: (written: string) => string | undefined;
};
