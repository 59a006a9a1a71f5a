import createMarkdown from "markdown-it";

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

/** Signs of the private use area that stand for marks until all words around them are known. */
const BULLET = "\uE000";
const MARKS = {
  strong: { begin: "\uE001", end: "\uE002", written: "**" },
  slanted: { begin: "\uE003", end: "\uE004", written: "*" },
} as const;
const ALL_MARKS = /[\uE000-\uE004]/g;
const MARK_OF: Readonly<Record<string, keyof typeof MARKS>> = {
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
  return tidied(written + textOf(source.slice(from)));

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
    const indent = "   ".repeat(Math.min(Math.max(lists.length - 1, 0), 4));
    return `\n${indent}${BULLET}${list.isNumbered ? `${list.items}.` : "-"} `;
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

/** Words as Markdown shows them unchanged. */
function textOf(source: string): string {
  return decoded(source)
    .replace(ALL_MARKS, "")
    .replace(/[\\`*_[\]<]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&");
}

function decoded(source: string): string {
  return source.replace(/&#?\w+;/g, unescapeAll).replaceAll("\u00a0", " ");
}

function tidied(written: string): string {
  let text = written;
  for (const { begin, end, written: mark } of Object.values(MARKS)) {
    // A mark holds only where it touches its words, and not across an empty line.
    text = text.replace(
      new RegExp(`${begin}(\\s*)([^${begin}${end}]*?)(\\s*)${end}`, "g"),
      (_, before, words, after) =>
        words === "" || words.includes("\n\n") ? before + words + after : before + mark + words + mark + after,
    );
  }
  return (
    text
      // An item whose words stand in a paragraph of their own.
      .replace(new RegExp(`(${BULLET}(?:-|\\d+\\.)) *\\n[ \\n]*`, "g"), "$1 ")
      .split("\n")
      .map(lineOf)
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
  );
}

/** A line without needless blanks, and without what would begin a heading, a list or a quotation by accident. */
function lineOf(line: string): string {
  const [indent, item] = line.split(BULLET);
  if (item !== undefined) return `${indent}${plainLine(item)}`;
  return plainLine(line)
    .replace(/^(#{1,6}(?= |$)|[-+>](?= |$))/, "\\$1")
    .replace(/^(\d{1,9})([.)](?= |$))/, "$1\\$2");
}

function plainLine(line: string): string {
  return line
    .replace(ALL_MARKS, "")
    .replace(/[ \t]+/g, " ")
    .trim();
}
