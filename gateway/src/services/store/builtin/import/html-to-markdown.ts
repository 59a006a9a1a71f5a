import createMarkdown from "markdown-it";
import { ALL_MARKS, BULLET, MARKS, type MarkName, toMarkdown } from "./markdown-lines.ts";

const { unescapeAll } = createMarkdown().utils;

/** Elements that are removed with their text. */
const REMOVED =
  /<(script|style|iframe|object|svg|template|noscript|head)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)|<!--[\s\S]*?(-->|$)/gi;
const TAG = /<(?<closing>\/?)(?<name>[a-z][a-z0-9]*)(?<attributes>(?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

const BLOCKS: ReadonlySet<string> = new Set(
  "p div section article header footer table tbody thead tr blockquote figure dl dd dt hr pre".split(" "),
);
const HEADINGS: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

const MARK_BY_TAG: Readonly<Record<string, MarkName>> = {
  strong: "strong",
  b: "strong",
  em: "italic",
  i: "italic",
};

/** Levels of lists that are indented. Thousands of levels would make a text longer than the memory holds. */
const INDENTED_MAX = 20;

/**
 * Converts the HTML of a description to Markdown that an owner can read and edit: paragraphs, lists, bold, italics and
 * web links. Everything else is replaced by its text. The result is safe for any input, because the site shows HTML in
 * Markdown as text.
 */
export function htmlToMarkdown(html: string): string {
  const source = html.replace(ALL_MARKS, "").replace(REMOVED, " ").replace(/\s+/g, " ");
  const links: string[] = [];
  const lists: { isNumbered: boolean; items: number }[] = [];
  let written = "";
  let from = 0;
  for (const match of source.matchAll(TAG)) {
    const { name = "", closing, attributes = "" } = match.groups ?? {};
    written +=
      escapeText(source.slice(from, match.index)) + convertTag(name.toLowerCase(), closing === "/", attributes);
    from = match.index + match[0].length;
  }
  return toMarkdown(written + escapeText(source.slice(from)));

  function convertTag(name: string, isClosing: boolean, attributes: string): string {
    const mark = MARK_BY_TAG[name];
    if (mark) return isClosing ? MARKS[mark].end : MARKS[mark].begin;
    if (HEADINGS.has(name)) return isClosing ? `${MARKS.strong.end}\n\n` : `\n\n${MARKS.strong.begin}`;
    if (BLOCKS.has(name)) return "\n\n";
    switch (name) {
      case "br":
        return "\n";
      case "td":
      case "th":
        return " ";
      case "ul":
      case "ol":
        if (isClosing) lists.pop();
        else lists.push({ isNumbered: name === "ol", items: 0 });
        return "\n\n";
      case "li":
        return isClosing ? "" : startItem();
      case "a":
        return isClosing ? endLink() : startLink(attributes);
      default:
        return "";
    }
  }

  function startItem(): string {
    const list = lists.at(-1) ?? { isNumbered: false, items: 0 };
    list.items += 1;
    const within = "\t".repeat(Math.min(Math.max(lists.length - 1, 0), INDENTED_MAX));
    return `\n${within}${BULLET}${list.isNumbered ? `${list.items}.` : "-"} `;
  }

  function startLink(attributes: string): string {
    const found = HREF.exec(attributes);
    const address = decode(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
    const isWebLink = /^(https?:\/\/|mailto:)[^\s<>()\\]+$/i.test(address);
    links.push(isWebLink ? address : "");
    return isWebLink ? "[" : "";
  }

  function endLink(): string {
    const address = links.pop();
    return address ? `](${address})` : "";
  }
}

/** Escapes inline Markdown. */
function escapeText(source: string): string {
  return decode(source)
    .replace(ALL_MARKS, "")
    .replace(/[\\`*_[\]<]/g, "\\$&");
}

function decode(source: string): string {
  return source.replace(/&#?\w+;/g, unescapeAll).replaceAll("\u00a0", " ");
}
