import createMarkdown from "markdown-it";
import { ALL_MARKS, BULLET, MARKS, type MarkName, markdownOf } from "./markdown-lines.ts";

const { unescapeAll } = createMarkdown().utils;

/** Elements of which nothing is kept, not even their words. */
const DROPPED =
  /<(script|style|iframe|object|svg|template|noscript|head)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)|<!--[\s\S]*?(-->|$)/gi;
const TAG = /<(?<closing>\/?)(?<name>[a-z][a-z0-9]*)(?<attributes>(?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

/** Elements that stand on lines of their own. */
const BLOCKS: ReadonlySet<string> = new Set(
  "p div section article header footer table tbody thead tr blockquote figure dl dd dt hr pre".split(" "),
);
const HEADINGS: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

const MARK_OF: Readonly<Record<string, MarkName>> = {
  strong: "strong",
  b: "strong",
  em: "slanted",
  i: "slanted",
};

/**
 * Turns the HTML of a product's description into Markdown that an owner can read and edit: paragraphs, lists, bold,
 * slanted, links to the web. Of what Markdown cannot say the words are kept. The result is safe whatever came in, as
 * the site shows no HTML that stands in Markdown.
 */
export function htmlToMarkdown(html: string): string {
  const source = html.replace(ALL_MARKS, "").replace(DROPPED, " ").replace(/\s+/g, " ");
  const links: string[] = [];
  const lists: { isNumbered: boolean; items: number }[] = [];
  let written = "";
  let from = 0;
  for (const match of source.matchAll(TAG)) {
    const { name = "", closing, attributes = "" } = match.groups ?? {};
    written += textOf(source.slice(from, match.index)) + markOf(name.toLowerCase(), closing === "/", attributes);
    from = match.index + match[0].length;
  }
  return markdownOf(written + textOf(source.slice(from)));

  function markOf(name: string, isClosing: boolean, attributes: string): string {
    const mark = MARK_OF[name];
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
        return isClosing ? "" : itemMark();
      case "a":
        return isClosing ? linkEnd() : linkStart(attributes);
      default:
        return "";
    }
  }

  function itemMark(): string {
    const list = lists.at(-1) ?? { isNumbered: false, items: 0 };
    list.items += 1;
    const within = "\t".repeat(Math.max(lists.length - 1, 0));
    return `\n${within}${BULLET}${list.isNumbered ? `${list.items}.` : "-"} `;
  }

  function linkStart(attributes: string): string {
    const found = HREF.exec(attributes);
    const address = decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
    const isOfTheWeb = /^(https?:\/\/|mailto:)[^\s<>()\\]+$/i.test(address);
    links.push(isOfTheWeb ? address : "");
    return isOfTheWeb ? "[" : "";
  }

  function linkEnd(): string {
    const address = links.pop();
    return address ? `](${address})` : "";
  }
}

/** Words as Markdown shows them unchanged, within a line. */
function textOf(source: string): string {
  return decoded(source)
    .replace(ALL_MARKS, "")
    .replace(/[\\`*_[\]<]/g, "\\$&");
}

function decoded(source: string): string {
  return source.replace(/&#?\w+;/g, unescapeAll).replaceAll("\u00a0", " ");
}
