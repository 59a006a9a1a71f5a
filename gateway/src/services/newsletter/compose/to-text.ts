import { receiptToText } from "../../shared/emails/receipt.ts";
import { UNSUBSCRIBE_PLACEHOLDER } from "./contract.ts";
import { markdownToText, pictureWords, underlined } from "./markdown-text.ts";
import type { FilledNewsletter, Stationery } from "./newsletter.ts";
import type { CardPart, Part, PartLink, ShowsPart } from "./parts.ts";
import { toRows } from "./songs.ts";
import * as words from "./words.ts";

/** The text part of a newsletter, with the same content as its HTML. */
export function toText(newsletter: FilledNewsletter, stationery: Stationery): string {
  const { subject, parts, findPicture } = newsletter;
  const { artistName, publicUrl, postalAddress, webUrl, link } = stationery;
  const linkLine = ({ words, href }: PartLink) => `${words}:\n${link(href) ?? href}`;

  function partToText(part: Part): string {
    switch (part.kind) {
      case "text":
        return markdownToText(part.tokens, { link, findPicture });
      case "picture":
        return pictureWords(part.picture.alt);
      case "button":
        return linkLine(part.link);
      case "card":
        return cardToText(part);
      case "tracks":
        return `${underlined(part.title)}\n${receiptToText({ receipt: [toRows(part.songs)] })}`.trim();
      case "shows":
        return showsToText(part);
      case "problem":
        return `! ${part.message}`;
    }
  }

  function cardToText({ facts, title, line, link }: CardPart): string {
    return [underlined(title), facts, line, linkLine(link)].filter((one) => one !== "").join("\n");
  }

  function showsToText({ shows, all }: ShowsPart): string {
    const each = shows.map(({ date, title, lines, links }) =>
      [date, title, ...lines, ...links.map(linkLine)].join("\n"),
    );
    return [...each, ...(all ? [linkLine(all)] : [])].join("\n\n");
  }

  const sections = [
    underlined(subject, "="),
    ...parts.map(partToText),
    SIGN_OFF,
    words.why(artistName),
    `${words.unsubscribe}:\n${UNSUBSCRIBE_PLACEHOLDER}`,
    ...(webUrl === undefined ? [] : [linkLine({ words: words.onTheWeb, href: webUrl })]),
    [artistName, ...postalAddress, link(publicUrl) ?? publicUrl].join("\n"),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** Separates the newsletter from the small print. */
const SIGN_OFF = "-".repeat(8);
