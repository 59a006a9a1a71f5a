import type { Section } from "@porchlight/protocol/content.ts";
import createMarkdown, { type Token } from "markdown-it";
import * as v from "valibot";
import { slugOf } from "../lib/slug.ts";
import { field, optionalField, optionalText, text } from "./fields.ts";
import { readYamlFile } from "./yaml-file.ts";

const markdown = createOwnersMarkdown();

/** The fields of every front matter. */
export const FRONT_FIELDS = {
  title: field(text, "The heading of the page."),
  description: field(optionalText, "One or two sentences for search engines and link previews."),
  keywords: field(
    v.optional(v.array(text, "must be a list: [music, albums]"), []),
    "Words that people search for when they look for this page.",
  ),
};

/** Schema of the front matter of all texts except the press kit. */
export const FrontMatterSchema = v.strictObject({
  ...FRONT_FIELDS,
  updated: optionalField(text, "When the text was last changed, as a day. Legal pages show it.", "2026-11-01"),
});

/** The front matter of a text: the lines between its first two `---`. */
export type FrontMatter = v.InferOutput<typeof FrontMatterSchema>;

/** A text of `content/`, before its placeholders are filled in. */
export type Text = { front: FrontMatter; body: string };

/**
 * Splits a text into front matter and Markdown.
 *
 * @param file the file's path as the owner knows it, `about.md`
 * @throws {Error} with a message that names the file, the line and the issue
 */
export function parseText(file: string, source: string): Text {
  const { head, body } = splitText(file, source);
  return { front: readYamlFile(file, head, FrontMatterSchema, 2).value, body };
}

/**
 * Splits a text at the lines of three dashes around its front matter, which begins on line 2.
 *
 * @throws {Error} if it has none
 */
export function splitText(file: string, source: string): { head: string; body: string } {
  const found = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(source);
  if (!found) {
    const example = "a line of three dashes, then title: About, then three dashes";
    throw new Error(`${file}, line 1: must begin with ${example}`);
  }
  const [, head = "", body = ""] = found;
  return { head, body };
}

/** Markdown as the owner writes it. HTML in a text is shown as text, because a pasted script must not run on the site. */
export function createOwnersMarkdown(): ReturnType<typeof createMarkdown> {
  return createMarkdown({ html: false, typographer: true, linkify: false });
}

/** Escapes a value for Markdown, so that `*NSYNC*` keeps its stars. */
export function escapeMarkdown(value: string): string {
  return value.replace(/[\\`*_[\]<>#&]/g, "\\$&");
}

/** By how many characters values may lengthen a text. With thousands of placeholders, a long value would fill the memory. */
const GROWTH_MAX = 200_000;

/** Replaces `{name}` by its value. A name without a value does not change, nor do those after {@link GROWTH_MAX}. */
export function fillIn(body: string, values: Readonly<Record<string, string | undefined>>): string {
  let growth = 0;
  return body.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    growth += value.length - whole.length;
    return growth > GROWTH_MAX ? whole : value;
  });
}

export function toHtml(source: string): string {
  return markdown.render(source).trim();
}

/**
 * Splits a long text at its second-level headings.
 *
 * @param taken anchors that other sections of the page have
 */
export function toSections(source: string, taken: readonly string[] = []): { introHtml: string; sections: Section[] } {
  // Parses the whole text at once: a code block may hold what looks like a heading, and a link may be defined in
  // another section.
  const environment = {};
  const tokens = markdown.parse(source, environment);
  const render = (part: Token[]) => removeLineBreaks(markdown.renderer.render(part, markdown.options, environment));
  const starts = tokens.flatMap((token, at) =>
    token.type === "heading_open" && token.tag === "h2" && token.level === 0 ? at : [],
  );
  const used = new Map(taken.map((anchor) => [anchor, 1]));
  const sections = starts.map((start, index) => {
    // A heading is three tokens: its start, its text, its end.
    const heading = plainText(tokens[start + 1]);
    return { id: toAnchor(heading, used), heading, html: render(tokens.slice(start + 3, starts[index + 1])) };
  });
  return { introHtml: render(tokens.slice(0, starts[0])), sections };
}

/**
 * Removes the line breaks between blocks. A page holds the text twice: as HTML, and in JSON, which writes a line break
 * as `\n`. Without line breaks both copies are the same, so the second one compresses to almost nothing.
 */
function removeLineBreaks(html: string): string {
  return html.replace(/(<\/?(?:blockquote|h\d|hr|li|ol|p|pre|table|tbody|td|th|thead|tr|ul)\b[^>]*>)\n/g, "$1").trim();
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map((token) => token.content)
    .join("")
    .trim();
}

/**
 * A unique anchor for a heading, `5-cookies`.
 *
 * @param used each anchor so far, with the last number behind it: a text may have thousands of equal headings
 */
function toAnchor(heading: string, used: Map<string, number>): string {
  const base = slugOf(heading) || "section";
  let count = used.get(base) ?? 1;
  let anchor = base;
  while (used.has(anchor)) {
    count += 1;
    anchor = `${base}-${count}`;
  }
  used.set(anchor, 1);
  used.set(base, count);
  return anchor;
}
