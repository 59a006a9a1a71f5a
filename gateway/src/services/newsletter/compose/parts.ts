import type { Token } from "markdown-it";

/** The parts of a newsletter, in the order of reading. All addresses are absolute and have no mark yet. */
export type Part = TextPart | PicturePart | ButtonPart | CardPart | TracksPart | ShowsPart | ProblemPart;

/** Markdown between two blocks. */
type TextPart = { kind: "text"; tokens: Token[] };

type PicturePart = { kind: "picture"; picture: EmailPicture };

type ButtonPart = { kind: "button"; link: PartLink };

/** A release or a product: a picture beside words. The title leads to the same page as the link. */
export type CardPart = {
  kind: "card";
  /** Small words above the title; may be empty. */
  facts: string;
  title: string;
  /** Below the title; may be empty. */
  line: string;
  link: PartLink;
  picture?: EmailPicture;
};

/** Songs of a release in their order. `title` is empty where it stands above already; `length` is formatted, `3:12`. */
export type TracksPart = { kind: "tracks"; title: string; songs: { title: string; length?: string }[] };

/** Shows in their order. `all` leads to the others. */
export type ShowsPart = { kind: "shows"; shows: ShownShow[]; all?: PartLink };

/** A show in words. `day` and `month` are for its leaf of a calendar, and repeat the date. */
export type ShownShow = {
  day: string;
  month: string;
  date: string;
  title: string;
  /** Place, times, price; none is empty. */
  lines: string[];
  /** Tickets, if they are sold, and the show's own page, which is the last. */
  links: PartLink[];
  href: string;
};

/** What the owner has to correct, at the place of the block. */
type ProblemPart = { kind: "problem"; message: string };

export type PartLink = { words: string; href: string };

/** A picture that is served as JPEG or PNG, because Outlook draws neither AVIF nor WebP. Width and height are its own. */
export type EmailPicture = {
  alt: string;
  width: number;
  height: number;
  /** Absolute address of a file for a box of this width, in CSS pixels. */
  addressFor: (width: number) => string;
};
