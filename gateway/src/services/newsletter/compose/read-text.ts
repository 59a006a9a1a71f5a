import { BLOCK_KINDS } from "@porchlight/protocol/newsletters.ts";
import type { Token } from "markdown-it";
import { createOwnersMarkdown } from "../../../content/markdown.ts";
import { hrefOf, pictureName } from "./markdown-html.ts";

/** A block as the owner wrote it: `[[button: Listen | /music]]`. `line` is its line, from 1. */
export type WrittenBlock = { line: number; written: string; name: string; values: string[] };

/** The parts of a text in their order: Markdown, and the blocks between. */
export type ReadText = {
  pieces: (Token[] | WrittenBlock)[];
  /** Blocks that are not on a line of their own, and so do nothing. */
  misplaced: { line: number; written: string }[];
  /** Pictures of the Markdown, `![words](name)`. */
  pictures: { line: number; src: string }[];
  /** Links of the Markdown, `[words](address)`. */
  links: { line: number; href: string }[];
};

const BLOCK = /^\[\[(.*)\]\]\s*$/;
/** The beginning of a block within a line of text. */
const WITHIN = new RegExp(`\\[\\[\\s*(?:${BLOCK_KINDS.join("|")})\\s*(?::|\\]\\])[^\\]\\n]{0,60}(?:\\]\\])?`, "i");
/** Type of the token of a block. */
const BLOCK_TOKEN = "newsletter_block";
/** The highest heading in the text: the subject is the heading above all. */
const HIGHEST = 2;
/** The lowest heading of HTML. */
const LOWEST = 6;

const markdown = createOwnersMarkdown();
// A newsletter is typed line by line, as emails are: a greeting, a verse, a name. Mail programs make links of addresses
// too; these have the newsletter's look and mark.
markdown.set({ breaks: true, linkify: true });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.block.ruler.before(
  "fence",
  BLOCK_TOKEN,
  (state, line, _end, silent) => {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    const isIndented = (state.sCount[line] ?? 0) - state.blkIndent > 3;
    const [, content] = BLOCK.exec(state.src.slice(start, state.eMarks[line])) ?? [];
    if (state.level > 0 || isIndented || content === undefined) return false;
    if (silent) return true;
    const token = state.push(BLOCK_TOKEN, "", 0);
    token.content = content;
    token.map = [line, line + 1];
    state.line = line + 1;
    return true;
  },
  { alt: ["paragraph"] },
);

/** Splits a text at its blocks, which are at the top level of the Markdown: in a list or in code they are text. */
export function readText(body: string): ReadText {
  const tokens = markdown.parse(body, {});
  levelHeadings(tokens);
  const pieces: ReadText["pieces"] = [];
  for (const token of tokens) {
    const last = pieces.at(-1);
    if (token.type === BLOCK_TOKEN) pieces.push(toBlock(token));
    else if (Array.isArray(last)) last.push(token);
    else pieces.push([token]);
  }
  return {
    pieces,
    misplaced: tokens.flatMap(findWithin),
    pictures: tokens.flatMap(findPictures),
    links: tokens.flatMap(findLinks),
  };
}

/** Writes a block of a button. */
export function buttonBlock(words: string, href: string): string {
  return `[[button: ${words.replaceAll("|", "/")} | ${href}]]`;
}

function toBlock({ content, map }: Token): WrittenBlock {
  const colon = content.indexOf(":");
  const [name, rest] = colon < 0 ? [content, ""] : [content.slice(0, colon), content.slice(colon + 1)];
  return {
    line: (map?.[0] ?? 0) + 1,
    written: `[[${content.trim()}]]`,
    name: name.trim().toLowerCase(),
    values: rest.split("|").map((value) => value.trim()),
  };
}

function findWithin({ type, children, map }: Token): ReadText["misplaced"] {
  if (type !== "inline") return [];
  return (children ?? []).flatMap((child) => {
    const [written] = child.type === "text" ? (WITHIN.exec(child.content) ?? []) : [];
    return written === undefined ? [] : { line: (map?.[0] ?? 0) + 1, written };
  });
}

function findPictures({ children, map }: Token): ReadText["pictures"] {
  return (children ?? []).flatMap((child) =>
    child.type === "image" ? { line: (map?.[0] ?? 0) + 1, src: pictureName(child) } : [],
  );
}

function findLinks({ children, map }: Token): ReadText["links"] {
  return (children ?? []).flatMap((child) =>
    child.type === "link_open" ? { line: (map?.[0] ?? 0) + 1, href: hrefOf(child) } : [],
  );
}

/** Makes the headings follow each other without gaps below the subject, as screen readers need them. */
function levelHeadings(tokens: Token[]): void {
  const openings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
  const used = [...new Set(openings.map(({ tag }) => tag))].sort();
  let before = HIGHEST - 1;
  for (const token of openings) {
    const isOpening = token.type === "heading_open";
    const level = Math.min(used.indexOf(token.tag) + HIGHEST, isOpening ? before + 1 : before, LOWEST);
    before = level;
    token.tag = `h${level}`;
  }
}
