import { splitText } from "../markdown.ts";

/** The parts of a Markdown file. Joined in this order they are the file again, byte by byte. */
type MarkdownParts = { before: string; head: string; between: string; body: string; after: string };

/**
 * Splits a Markdown file into its front matter (`head`), its text without the empty lines around it (`body`), and what
 * is around these two.
 *
 * @throws {Error} if there is no front matter
 */
export function splitMarkdown(file: string, source: string): MarkdownParts {
  const mark = source.startsWith("\uFEFF") ? "\uFEFF" : "";
  const { head } = splitText(file, source.slice(mark.length));
  // splitText has accepted the file, so this matches.
  const [opening = ""] = /^\uFEFF?---[ \t]*\r?\n/.exec(source) ?? [];
  const afterHead = source.slice(opening.length + head.length);
  const [between = ""] = /^(?:\r?\n)?---[ \t]*(?:\r?\n(?:[ \t]*\r?\n)*)?/.exec(afterHead) ?? [];
  const rest = afterHead.slice(between.length);
  const body = rest.slice(0, endOfText(rest));
  return { before: opening, head, between, body, after: rest.slice(body.length) };
}

/** Where the empty lines at the end of a text begin. A regular expression would begin anew at each of many empty lines. */
export function endOfText(text: string): number {
  let end = text.length;
  while (" \t\r\n".includes(text[end - 1] ?? "-")) end -= 1;
  const lineEnd = /\r?\n/.exec(text.slice(end));
  return lineEnd ? end + lineEnd.index : text.length;
}

/** The line ending of a text: that of its first line. */
export function lineEndingOf(source: string): "\n" | "\r\n" {
  return /\r?\n/.exec(source)?.[0] === "\r\n" ? "\r\n" : "\n";
}
