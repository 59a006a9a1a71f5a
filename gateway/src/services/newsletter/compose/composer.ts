import type { SendingProblem } from "@porchlight/protocol/newsletters.ts";
import { DEFAULT_MARKS, type EmailLook } from "../../../content/identity/email-look.ts";
import { beginText, listChoices } from "./begin.ts";
import type { ComposedNewsletter, Composer } from "./contract.ts";
import { altOf, type BlockContent, fillBlock } from "./fill-blocks.ts";
import { markLink, toAbsolute } from "./links.ts";
import type { Part } from "./parts.ts";
import { fromPrepared } from "./pictures.ts";
import { type ReadText, readText } from "./read-text.ts";
import { toEmail } from "./to-email.ts";
import { toText } from "./to-text.ts";
import { toWeb } from "./to-web.ts";
import * as words from "./words.ts";

/** What newsletters are made from. Each function returns what is current. */
export type ComposerDeps = {
  artist: () => BlockContent["artist"];
  emailLook: () => EmailLook;
  /** Public address of the site, without a slash at the end. */
  publicUrl: string;
  findPicture: BlockContent["findPicture"];
  /** Names of the pictures of `content/images`. */
  pictureNames: () => string[];
  products: () => BlockContent["shop"];
  shows: () => BlockContent["shows"];
  music: () => BlockContent["music"];
  clock: () => Date;
};

/** Largest HTML part, in bytes. Gmail cuts it off above 102 kB, and providers add some bytes on the way. */
const HTML_MAX_BYTES = 90_000;
/**
 * Longest text that is composed, in characters, and most blocks and texts between them. A longer email is larger than
 * {@link HTML_MAX_BYTES} in any case, so it cannot be sent, and its preview shows the beginning.
 */
const BODY_MAX = 90_000;
const PARTS_MAX = 300;
/** Maximum number of blocks that one preview asks the owner to correct. */
const PROBLEMS_MAX = 20;

/** Composes newsletters from the owner's words and from the content as it is now. */
export function createComposer(deps: ComposerDeps): Composer {
  const { publicUrl, artist, emailLook, findPicture, pictureNames } = deps;

  function contentNow(): BlockContent {
    return {
      artist: artist(),
      publicUrl,
      findPicture,
      music: deps.music(),
      shop: deps.products(),
      shows: deps.shows(),
      now: deps.clock().getTime(),
    };
  }

  return {
    async compose(written, { mark, postalAddress, webPath }): Promise<ComposedNewsletter> {
      const content = contentNow();
      const { name, language } = content.artist;
      const body = cleanText(written.body);
      const read = readText(body.slice(0, BODY_MAX));
      const parts = read.pieces
        .slice(0, PARTS_MAX)
        .map((piece): Part => (Array.isArray(piece) ? { kind: "text", tokens: piece } : fillBlock(piece, content)))
        .map(withoutRepeatedTitle);
      const newsletter = {
        subject: cleanLine(written.subject),
        preheader: cleanLine(written.preheader),
        parts,
        findPicture: (src: string, alt: string) => {
          const picture = findPicture(src, alt || altOf(src, content.artist));
          return picture && fromPrepared(picture, publicUrl);
        },
      };
      const look = emailLook();
      const link = (href: string) => {
        const absolute = toAbsolute(href, publicUrl);
        return absolute && markLink(absolute, mark, publicUrl);
      };
      const stationery = {
        artistName: name,
        language,
        look: { ...look, marks: look.marks ?? DEFAULT_MARKS },
        publicUrl,
        postalAddress: toLines(postalAddress, name),
        webUrl: webPath === undefined ? undefined : publicUrl + webPath,
        link,
      };
      const html = toEmail(newsletter, stationery);
      return {
        html,
        text: toText(newsletter, stationery),
        webHtml: toWeb(parts, { link: (href) => toAbsolute(href, publicUrl), findPicture: newsletter.findPicture }),
        problems: [...findBadBlocks(read, parts, newsletter.findPicture, link), ...checkSize(html, body)],
      };
    },
    begin: async (from) => beginText(from, contentNow()),
    choices: async () => listChoices(contentNow(), pictureNames()),
  };
}

function findBadBlocks(
  read: ReadText,
  parts: readonly Part[],
  find: (src: string, alt: string) => unknown,
  link: (href: string) => string | undefined,
): SendingProblem[] {
  const messages = [
    ...parts.flatMap((part) => (part.kind === "problem" ? part.message : [])),
    ...read.misplaced.map(({ line, written }) => words.onLine(line, written, words.notAlone)),
    ...read.pictures
      .filter(({ src }) => !find(src, ""))
      .map(({ line, src }) => words.onLine(line, src, words.picturesOnlyOwn)),
    ...read.links
      .filter(({ href }) => link(href) === undefined)
      .map(({ line, href }) => words.onLine(line, `(${href})`, words.noAddress)),
  ];
  return messages.slice(0, PROBLEMS_MAX).map((message) => ({ code: "bad-block", message }));
}

function checkSize(html: string, body: string): SendingProblem[] {
  const bytes = Math.max(Buffer.byteLength(html), body.length > BODY_MAX ? body.length : 0);
  if (bytes <= HTML_MAX_BYTES) return [];
  return [{ code: "too-large", message: words.tooLarge(Math.ceil(bytes / 1_000), HTML_MAX_BYTES / 1_000) }];
}

/** Characters that neither HTML nor an email can have: control characters except tab and the ends of lines. */
const FORBIDDEN = /(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu;

/** Removes what a mail program could not show, and halves of characters. */
function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").toWellFormed().replaceAll(FORBIDDEN, "");
}

/** The songs below the card of their release need no heading. */
function withoutRepeatedTitle(part: Part, at: number, parts: readonly Part[]): Part {
  const before = parts[at - 1];
  const isRepeated = part.kind === "tracks" && before?.kind === "card" && before.title === part.title;
  return isRepeated ? { ...part, title: "" } : part;
}

/** Lines of the postal address. Many begin with the name, which stands above it anyway. */
function toLines(address: string, name: string): string[] {
  const lines = cleanText(address).split("\n").map(cleanLine);
  return lines.filter((line, at) => line !== "" && !(at === 0 && line === name));
}

function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, " ").trim();
}
