import type { Token } from "markdown-it";
import { hrefOf, type MarkdownTargets, pictureName } from "./markdown-html.ts";

/** Writes Markdown as plain text: underlined headings, lists, quotations, and each link with its address. */
export function markdownToText(tokens: readonly Token[], targets: MarkdownTargets): string {
  let at = 0;

  /** Reads blocks until the end of the element around them. */
  function blocks(separator: string): string {
    const found: string[] = [];
    for (let token = tokens[at]; token !== undefined && token.nesting >= 0; token = tokens[at]) {
      at += 1;
      found.push(block(token));
    }
    // Steps over the end.
    at += 1;
    return found.filter((text) => text !== "").join(separator);
  }

  function block(token: Token): string {
    switch (token.type) {
      case "inline":
        return inlineToText(token.children ?? [], targets);
      case "fence":
      case "code_block":
        return indent(token.content.trimEnd(), "    ");
      case "hr":
        return "* * *";
      case "heading_open":
        return underlined(blocks(""));
      case "blockquote_open":
        return indent(blocks("\n\n"), "> ", "> ");
      case "bullet_list_open":
      case "ordered_list_open":
        return list(token);
      case "tr_open":
        return blocks(" | ");
      case "table_open":
      case "thead_open":
      case "tbody_open":
        return blocks("\n");
      default:
        return blocks("\n\n");
    }
  }

  function list(token: Token): string {
    const start = token.type === "ordered_list_open" ? Number(token.attrGet("start") ?? 1) : undefined;
    const items: string[] = [];
    while (tokens[at]?.type === "list_item_open") {
      at += 1;
      const mark = start === undefined ? "- " : `${start + items.length}. `;
      items.push(indent(blocks("\n"), " ".repeat(mark.length), mark));
    }
    // Steps over the end.
    at += 1;
    return items.join("\n");
  }

  return blocks("\n\n");
}

/** Longest line below a heading, in characters. */
const HEADING_MAX = 64;

/** A heading with a line below it. */
export function underlined(heading: string, mark = "-"): string {
  const longest = Math.max(...heading.split("\n").map((line) => line.length));
  return heading === "" ? "" : `${heading}\n${mark.repeat(Math.min(longest, HEADING_MAX))}`;
}

function inlineToText(children: readonly Token[], targets: MarkdownTargets): string {
  let text = "";
  let link: { words: string; href: string; written: string } | undefined;
  const add = (piece: string) => {
    if (link) link.words += piece;
    else text += piece;
  };
  for (const token of children) {
    if (token.type === "link_open") {
      const written = hrefOf(token);
      const href = targets.link(written);
      link = href === undefined ? undefined : { words: "", href, written };
    } else if (token.type === "link_close") {
      const closed = link;
      link = undefined;
      if (closed) add(linkToText(closed));
    } else if (token.type === "image") {
      const picture = targets.findPicture(pictureName(token), token.content);
      add(picture ? pictureWords(picture.alt) : token.content);
    } else {
      add(token.type === "softbreak" || token.type === "hardbreak" ? "\n" : token.content);
    }
  }
  return text;
}

/** "[A lake at dusk]"; empty for a decoration. */
export function pictureWords(alt: string): string {
  return alt === "" ? "" : `[${alt}]`;
}

/** "our shop <https://…>", or only the address if the words repeat it. */
function linkToText({ words, href, written }: { words: string; href: string; written: string }): string {
  const plain = (address: string) => address.replace(/^mailto:/, "").replace(/\/$/, "");
  const isRepeated = words.trim() === "" || [href, written].some((address) => plain(address) === plain(words));
  return isRepeated ? href.replace(/^mailto:/, "") : `${words} <${href}>`;
}

/** Indents lines; the first one differently if it has a mark. */
function indent(text: string, by: string, first = by): string {
  return text
    .split("\n")
    .map((line, at) => `${at === 0 ? first : by}${line}`.trimEnd())
    .join("\n");
}
